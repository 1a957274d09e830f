/** A string in the encodings of other languages and frameworks. */
export const spellings: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "as JSON": (text) => JSON.stringify(text).slice(1, -1),
  "as JSON with \\/": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "as JSON in ASCII": (text) => unicode(JSON.stringify(text).slice(1, -1)),
  "as JSON in ASCII, upper case": (text) =>
    unicode(JSON.stringify(text).slice(1, -1)).replace(
      /\\u[0-9a-f]{4}/g,
      (unit) => `\\u${unit.slice(2).toUpperCase()}`,
    ),
  "as JSON within JSON": (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  "as HTML": html,
  "as HTML, all entities": (text) => html(text).replaceAll("ä", "&auml;").replaceAll("ö", "&ouml;"),
  "as HTML, by number": (text) => text.replace(/[^a-z]/gi, (one) => `&#${one.codePointAt(0)};`),
  "as HTML, by hexadecimal number": (text) =>
    text.replace(/[^a-z]/gi, (one) => `&#x${one.codePointAt(0)!.toString(16)};`),
  "as HTML within JSON": (text) => JSON.stringify(html(text)).slice(1, -1),
  "percent-encoded": encodeURIComponent,
  "percent-encoded, lower case": (text) =>
    encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  "percent-encoded, all of it": (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "as a form": (text) => new URLSearchParams({ text }).toString().slice(5),
  "in base64": (text) => Buffer.from(text).toString("base64"),
  "in base64 for URLs": (text) => Buffer.from(text).toString("base64url"),
  "in base64 amid more": (text) => Buffer.from(`us:${text}, and more`).toString("base64"),
  "in base64 within JSON": (text) => Buffer.from(text).toString("base64").replaceAll("/", "\\/"),
  "in hexadecimal": (text) => Buffer.from(text).toString("hex"),
  decomposed: (text) => text.normalize("NFD"),
  composed: (text) => text.normalize("NFC"),
  "in upper case": (text) => text.toUpperCase(),
  "in lower case within JSON": (text) => JSON.stringify(text.toLowerCase()).slice(1, -1),
  "with invisible characters": (text) => [...text].join("\u200b"),
};

function html(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#039;",
  };
  return text.replace(/[&<>"']/g, (one) => entities[one]!);
}

function unicode(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
