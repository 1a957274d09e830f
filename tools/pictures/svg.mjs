import { wrapAnsi } from "fast-wrap-ansi";

const COLUMNS = 100;
const SIZE = 13;
const LINE_HEIGHT = 18;
const MARGIN = { x: 18, top: 42, bottom: 14 };
/** Attributes by the code of the terminal. Any other code ends all of them. */
const LOOKS = {
  1: { "font-weight": "bold" },
  2: { "fill-opacity": "0.6" },
  31: { fill: "#ff7b72" },
  32: { fill: "#7ee787" },
  33: { fill: "#e3b341" },
  34: { fill: "#79c0ff" },
  35: { fill: "#d2a8ff" },
  36: { fill: "#76e3ea" },
};

/** Colored terminal lines as an SVG. */
export function picture(title, lines) {
  const rows = wrapAnsi(lines.join("\n").trimEnd(), COLUMNS, { trim: false, hard: true }).split("\n");
  const width = Math.ceil(COLUMNS * SIZE * 0.6 + 2 * MARGIN.x);
  const height = MARGIN.top + rows.length * LINE_HEIGHT + MARGIN.bottom;
  const texts = rows.map((row, index) => {
    const y = MARGIN.top + (index + 0.75) * LINE_HEIGHT;
    return `<text x="${MARGIN.x}" y="${y}">${spans(row).join("")}</text>`;
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

/** One span for each run of characters with the same look. */
function spans(row) {
  let look = {};
  return row.split(/\u001B\[([\d;]*)m/).map((part, index) => {
    const attributes = Object.entries(look).map(([name, value]) => ` ${name}="${value}"`);
    if (index % 2 === 0) return part && `<tspan${attributes.join("")}>${escaped(part)}</tspan>`;
    // A color of the table of 256 has the code 38;5;COLOR.
    const code = part.replace(/^38;5;/, "3");
    look = code in LOOKS ? { ...look, ...LOOKS[code] } : {};
    return "";
  });
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
