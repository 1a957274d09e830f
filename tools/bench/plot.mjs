// A plot as SVG: how CPU and memory grow with the size. One column per operation; both axes are logarithmic, so that
// what grows with the size is a straight line of the same slope.
import { groupsOf, number, spreadOf, SUBJECTS, valuesOf } from "./table.mjs";

const COLORS = { floor: "#8a8a8a", ours: "#1d4ed8", terraform: "#9333ea", plain: "#ea580c" };
const ROWS = { cpu: "CPU seconds", memory: "MiB, all processes" };
const [WIDTH, HEIGHT, LEFT, TOP, GAP] = [150, 150, 70, 56, 46];

export function growth(records, { operations, title }) {
  const groups = groupsOf(records, operations);
  const sizes = [...new Set(groups.map(({ size }) => size))];
  const columns = Object.keys(operations);
  const rows = Object.entries(ROWS).flatMap(([figure, name], row) => {
    const top = TOP + row * (HEIGHT + GAP);
    const points = groups.flatMap(({ size, operation, some }) =>
      Object.keys(SUBJECTS).flatMap((subject) => {
        const spread = spreadOf([...valuesOf(some, subject, figure).values()]);
        return spread ? [{ size, operation, subject, spread }] : [];
      }),
    );
    const lowest = 10 ** Math.floor(Math.log10(Math.min(...points.map(({ spread }) => spread.low))));
    const highest = Math.max(...points.map(({ spread }) => spread.high)) * 1.1;
    const y = (value) => top + HEIGHT * (1 - Math.log(value / lowest) / Math.log(highest / lowest));
    const ticks = [1, 2, 3, 4, 5]
      .map((power) => lowest * 10 ** (power - 1))
      .filter((tick) => tick <= highest);
    const panels = columns.map((operation, column) => {
      const left = LEFT + column * (WIDTH + 16);
      const x = (size) => left + 14 + ((WIDTH - 28) * sizes.indexOf(size)) / Math.max(1, sizes.length - 1);
      return [
        `<rect x="${left}" y="${top}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#bbb"/>`,
        ...(row === 0 ? [text(left + WIDTH / 2, top - 8, operations[operation], "middle")] : []),
        ...sizes.map((size) => text(x(size), top + HEIGHT + 15, number(size), "middle")),
        ...ticks.map((tick) => `<path d="M${left} ${y(tick)}h${WIDTH}" stroke="#e5e5e5"/>`),
        ...Object.keys(SUBJECTS).map((subject) => {
          const own = points.filter((point) => point.subject === subject && point.operation === operation);
          const at = own.map(({ size, spread }) => `${x(size)} ${y(spread.median).toFixed(1)}`);
          const ranges = own.map(
            ({ size, spread }) => `M${x(size)} ${y(spread.low).toFixed(1)}V${y(spread.high).toFixed(1)}`,
          );
          if (own.length === 0) return "";
          return `<path d="M${at.join("L")}${ranges.join("")}" fill="none" stroke="${COLORS[subject]}" stroke-width="2"/>`;
        }),
      ];
    });
    return [
      ...panels.flat(),
      ...ticks.map((tick) => text(LEFT - 6, y(tick) + 4, number(tick), "end")),
      `<text transform="translate(16 ${top + HEIGHT / 2}) rotate(-90)" text-anchor="middle">${name}</text>`,
    ];
  });
  const shown = Object.keys(SUBJECTS).filter((subject) => records.some((one) => one.subject === subject));
  const legend = shown.map(
    (subject, index) =>
      `<path d="M${LEFT + index * 150} 17h24" stroke="${COLORS[subject]}" stroke-width="3"/>${text(LEFT + 30 + index * 150, 21, SUBJECTS[subject], "start")}`,
  );
  const [width, height] = [LEFT + columns.length * (WIDTH + 16), TOP + 2 * (HEIGHT + GAP) - 14];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>${title}: CPU and memory by size; both axes are logarithmic</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...legend, ...rows].filter((line) => line !== "").join("\n")}
</svg>
`;
}

const text = (x, y, content, anchor) => `<text x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
