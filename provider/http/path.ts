import { VoicecallError } from "../base/errors.js";

/**
 * Fills the placeholders in a route's path. Rejects a malformed id: `/user/tools/` or `/user/tools/../x` would be a
 * different route.
 * @param template such as `/user/tools/{id}`
 * @throws VoicecallError "invalid"
 */
export function fillPath(template: string, params: Record<string, string | number>, purpose: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name], purpose));
}

function segment(name: string, value: string | number | undefined, purpose: string): string {
  const text = String(value ?? "");
  const invalid = (what: string) =>
    new VoicecallError("invalid", `the ${name} in the path ${what}. Nothing was sent.`, {
      operation: purpose,
    });
  if (text === "") throw invalid("is missing");
  if (name === "id") {
    if (typeof value === "number" && !Number.isSafeInteger(value)) throw invalid("is not a whole number");
    if (!/^[1-9]\d{0,18}$/.test(text)) throw invalid("is not a whole number above zero");
    return text;
  }
  if (text === "." || text === ".." || /[/\\]/.test(text))
    throw invalid("contains a slash or is a dot segment");
  return encodeURIComponent(text);
}

/** For example `?a=1&b=2`; "" without values. */
export function queryText(query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, String(value));
  return search.size === 0 ? "" : `?${search.toString()}`;
}
