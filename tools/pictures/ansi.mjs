const CODES = /\u001B\[([\d;]*)m/;

/** The characters of a line of terminal output, with color (0-255), bold and dim. */
export function characters(line) {
  const parts = line.split(new RegExp(CODES, "g"));
  let look = {};
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return [...part].map((text) => ({ text, ...look }));
    look = after(look, part.split(";").map(Number));
    return [];
  });
}

function after(look, [code, mode, color]) {
  if (code === 0) return {};
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 38 && mode === 5) return { ...look, color };
  if (code === 39) return { ...look, color: undefined };
  return code >= 30 && code <= 37 ? { ...look, color: code - 30 } : look;
}
