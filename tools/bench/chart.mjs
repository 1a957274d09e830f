const PANEL = { width: 330, height: 240, left: 52, right: 14, top: 30, bottom: 34 };
const COLUMNS = 2;
const LEGEND = 34;
const FONT = "font-family=\"system-ui, 'DejaVu Sans', sans-serif\"";

/**
 * Draws line charts with logarithmic axes, in two columns, as an SVG. A panel is `{ title, series }`, and a series is
 * `{ name, color, points }`. Coordinates must be greater than 0. Panels without points are left out.
 */
export function lineCharts(title, unit, panels) {
  const drawn = panels.filter(({ series }) => series.some(({ points }) => points.length > 0));
  const width = COLUMNS * PANEL.width;
  const height = LEGEND + Math.ceil(drawn.length / COLUMNS) * PANEL.height;
  const groups = drawn.map((one, index) => {
    const x = (index % COLUMNS) * PANEL.width;
    const y = LEGEND + Math.floor(index / COLUMNS) * PANEL.height;
    return `<g transform="translate(${x} ${y})">\n${panel(one, unit)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ${FONT} font-size="11" fill="#1f2328">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${legend(drawn)}
${groups.join("\n")}
</svg>
`;
}

function legend(panels) {
  const lines = panels.flatMap(({ series }) => series.filter(({ points }) => points.length > 0));
  const names = new Map(lines.map(({ name, color }) => [name, color]));
  return [...names]
    .map(([name, color], index) => {
      const x = 20 + index * 200;
      return `<line x1="${x}" y1="18" x2="${x + 22}" y2="18" stroke="${color}" stroke-width="2.5"/><text x="${x + 28}" y="22">${escaped(name)}</text>`;
    })
    .join("\n");
}

function panel({ title, series }, unit) {
  const points = series.flatMap((line) => line.points);
  const xs = [...new Set(points.map(([x]) => x))].sort((one, other) => one - other);
  const x = scale(xs, PANEL.left, PANEL.width - PANEL.right);
  const yTicks = ticks(points.map(([, y]) => y));
  const y = scale(yTicks, PANEL.height - PANEL.bottom, PANEL.top);
  const [left, right] = [PANEL.left, PANEL.width - PANEL.right];
  const bottom = PANEL.height - PANEL.bottom;
  return [
    `<text x="${left}" y="${PANEL.top - 12}" font-weight="600">${escaped(title)}</text>`,
    ...yTicks.map(
      (tick) =>
        `<line x1="${left}" y1="${y(tick)}" x2="${right}" y2="${y(tick)}" stroke="#d1d9e0"/><text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${`${tick} ${unit}`.trim()}</text>`,
    ),
    ...xs.map((tick) => `<text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`),
    ...series.flatMap((line) => drawnLine(line, x, y)),
  ].join("\n");
}

function drawnLine({ color, points }, x, y) {
  if (points.length === 0) return [];
  const places = points.map((point) => `${x(point[0])},${y(point[1])}`);
  return [
    `<polyline points="${places.join(" ")}" fill="none" stroke="${color}" stroke-width="2.5"/>`,
    ...points.map((point) => `<circle cx="${x(point[0])}" cy="${y(point[1])}" r="3" fill="${color}"/>`),
  ];
}

/**
 * Returns a function that maps a value to its position on a logarithmic axis, rounded to a tenth of a unit. A
 * single value is in the middle.
 */
function scale(values, start, end) {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (value) => {
    const part = high === low ? 0.5 : (Math.log(value) - low) / (high - low);
    return Math.round((start + part * (end - start)) * 10) / 10;
  };
}

/** The smallest run of ticks 1, 3, 10, 30 … that encloses all values. */
export function ticks(values) {
  const steps = Array.from(
    { length: 24 },
    (_, index) => (index % 2 === 0 ? 1 : 3) * 10 ** (Math.floor(index / 2) - 4),
  );
  const rounded = steps.map((step) => Number(step.toPrecision(1)));
  const low = rounded.findLastIndex((step) => step <= Math.min(...values));
  const high = rounded.findIndex((step) => step >= Math.max(...values));
  return rounded.slice(Math.max(low, 0), high + 1);
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
