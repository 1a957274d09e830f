/** The mode that reads and spells values as Laravel 13, PHP and its database drivers do (docs/assumptions.md: spellings). */

export const dialects = ["plain", "php"] as const;

export type Dialect = (typeof dialects)[number];

/** Users choose these objects, and the service stores them as JSON, which keeps types. */
const freeForm = ["variables", "arguments", "custom_variables"];

const flags: readonly ((flag: boolean) => unknown)[] = [Number, (flag) => String(Number(flag)), String];

/** A copy of a response. An empty list at the top or in a page stays one: `{}` is no empty listing. */
export function inPhp(value: unknown, key = "data"): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return flags[key.length % flags.length]!(value);
  if (typeof value !== "object" || value === null) return value;
  const items = Array.isArray(value) ? value.map(withGap) : Object.entries(value as Record<string, unknown>);
  if (Array.isArray(value) && value.length === 0) return key === "data" ? [] : {};
  return Object.fromEntries(
    items.map(([name, item]) => [name, freeForm.includes(name) ? decoded(item) : inPhp(item, name)]),
  );
}

/** A free-form value as PHP writes it after reading it: an object with the keys of a list is a list. */
function decoded(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, decoded(item)] as const);
  const isList = entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** As `array_merge`: whole numbers among the keys are counted anew, so they never replace a value. */
export function mergedInPhp(...parts: object[]): object {
  let next = 0;
  const entries = parts.flatMap((part) => Object.entries(part));
  return Object.fromEntries(
    entries.map(([key, item]) => [/^(0|-?[1-9]\d{0,17})$/.test(key) ? next++ : key, item as unknown]),
  );
}

/** As if the second item had been removed from the list. */
export const withGap = (item: unknown, index: number): [string, unknown] => [
  String(index === 0 ? 0 : index + 1),
  item,
];

/** Names that Node prints, each with what PHP lists instead, after the continent. */
const renamed =
  " Africa/Asmera=Asmara America/Buenos_Aires=Argentina/Buenos_Aires America/Catamarca=Argentina/Catamarca" +
  " America/Coral_Harbour=Atikokan America/Cordoba=Argentina/Cordoba America/Godthab=Nuuk America/Indianapolis=Indiana/Indianapolis" +
  " America/Jujuy=Argentina/Jujuy America/Louisville=Kentucky/Louisville America/Mendoza=Argentina/Mendoza Asia/Calcutta=Kolkata" +
  " Asia/Katmandu=Kathmandu Asia/Rangoon=Yangon Asia/Saigon=Ho_Chi_Minh Atlantic/Faeroe=Faroe Europe/Kiev=Kyiv" +
  " Pacific/Enderbury=Kanton Pacific/Ponape=Pohnpei Pacific/Truk=Chuuk ";

const inPhpList = (zone: string): string =>
  zone.replace(/[^/]+$/, (last) => renamed.split(` ${zone}=`)[1]?.split(" ")[0] ?? last);
const places = Intl.supportedValuesOf("timeZone").filter((zone) => /^(?!Etc\/).*\//.test(zone));
const zones = new Set(places.map(inPhpList)).add("UTC");

/** As Laravel's rule `timezone`. */
export const isZoneInPhp = (name: unknown): boolean => typeof name !== "string" || zones.has(name);
