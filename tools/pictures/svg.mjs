import { characters } from "./ansi.mjs";

const COLUMNS = 100;
const SIZE = 13;
const CELL = { width: SIZE * 0.6, height: 18 };
const MARGIN = { x: 18, top: 42, bottom: 14 };
const COLORS = {
  1: "#ff7b72",
  2: "#7ee787",
  3: "#e3b341",
  4: "#79c0ff",
  5: "#d2a8ff",
  6: "#76e3ea",
};

/** Colored terminal lines as an SVG. */
export function picture(title, lines) {
  const rows = lines.flatMap((line) => wrapped(characters(line)));
  while (rows.at(-1)?.every(({ text }) => text === " ")) rows.pop();
  const width = Math.ceil(COLUMNS * CELL.width + 2 * MARGIN.x);
  const height = MARGIN.top + rows.length * CELL.height + MARGIN.bottom;
  const texts = rows.map((row, index) => {
    const y = MARGIN.top + (index + 0.75) * CELL.height;
    return `<text y="${y}">${spans(row).join("")}</text>`;
  });
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, index) => `<circle cx="${MARGIN.x + 4 + index * 18}" cy="18" r="5.5" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="9" fill="#161b22"/>
${dots.join("")}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE}" fill="#e6edf3" xml:space="preserve">
${texts.join("\n")}
</g>
</svg>
`;
}

/** Rows of at most COLUMNS characters. Breaks lines between words, and keeps their indentation. */
function wrapped(line) {
  if (line.length <= COLUMNS) return [line];
  const indent = Math.max(
    0,
    line.findIndex(({ text }) => text !== " "),
  );
  const space = line.slice(0, COLUMNS).findLastIndex(({ text }) => text === " ");
  const end = space > indent ? space : COLUMNS;
  return [
    line.slice(0, end),
    ...wrapped([...line.slice(0, indent), ...line.slice(end).slice(space > indent ? 1 : 0)]),
  ];
}

/**
 * One span for each run of characters with the same look, placed by column, so that columns align in any
 * font.
 */
function spans(row) {
  const runs = [];
  for (const [column, { text, color, bold, dim }] of row.entries()) {
    const look = `${color === undefined ? "" : ` fill="${COLORS[color] ?? "#e6edf3"}"`}${bold ? ' font-weight="bold"' : ""}${dim ? ' fill-opacity="0.6"' : ""}`;
    const last = runs.at(-1);
    if (last?.look === look) last.text += text;
    else runs.push({ look, column, text });
  }
  return runs
    .filter(({ text }) => text.trim() !== "")
    .map(({ look, column, text }) => {
      const before = text.length - text.trimStart().length;
      const x = (MARGIN.x + (column + before) * CELL.width).toFixed(1);
      return `<tspan x="${x}"${look}>${escaped(text.trim())}</tspan>`;
    });
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
