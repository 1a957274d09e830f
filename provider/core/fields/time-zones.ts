/** Names of time zones: which ones exist, and which ones services in PHP accept (docs/assumptions.md: spellings). */
import { quoted } from "../../base/quoted.js";
import { trimmed } from "../../base/trimmed.js";

/** The old names that Node still prints, each with what the tz database now has after the continent. */
const RENAMED =
  " Africa/Asmera=Asmara America/Buenos_Aires=Argentina/Buenos_Aires America/Catamarca=Argentina/Catamarca" +
  " America/Coral_Harbour=Atikokan America/Cordoba=Argentina/Cordoba America/Godthab=Nuuk America/Indianapolis=Indiana/Indianapolis" +
  " America/Jujuy=Argentina/Jujuy America/Louisville=Kentucky/Louisville America/Mendoza=Argentina/Mendoza Asia/Calcutta=Kolkata" +
  " Asia/Katmandu=Kathmandu Asia/Rangoon=Yangon Asia/Saigon=Ho_Chi_Minh Atlantic/Faeroe=Faroe Europe/Kiev=Kyiv" +
  " Pacific/Enderbury=Kanton Pacific/Ponape=Pohnpei Pacific/Truk=Chuuk ";

const current = (zone: string): string =>
  zone.replace(/[^/]+$/, (last) => RENAMED.split(` ${zone}=`)[1]?.split(" ")[0] ?? last);

const places = Intl.supportedValuesOf("timeZone").filter((zone) => /^(?!Etc\/).+\//.test(zone));

/** The current name of each zone that is a place, and UTC. */
export const zoneNames: ReadonlySet<string> = new Set([...places.map(current), "UTC"]);

// A cache, because checking a time zone takes longer than all other checks of an assistant together.
const timeZones = new Map<string, string>();

/** The zone that an identifier names, such as "Asia/Calcutta" for "Asia/Kolkata". */
export function zoneOf(value: string): string | undefined {
  // Newer versions of Node also accept offsets such as "+02:00", which are not identifiers.
  if (!/^[A-Za-z]/.test(value)) return undefined;
  const known = timeZones.get(value);
  if (known !== undefined) return known;
  try {
    const { timeZone: zone } = new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions();
    timeZones.set(value, zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** The service may show a zone under another name, or know zones that this version of Node does not know. */
export const namedZone = (value: unknown): unknown =>
  typeof value === "string" ? (zoneOf(trimmed(value)) ?? value) : value;

/** What is wrong with a name of a zone for services in PHP, which accept only current names in the usual case. */
export function zoneDoubt(value: string): string | undefined {
  const zone = zoneOf(value);
  if (zone === undefined || zoneNames.has(value)) return undefined;
  const name = current(zone);
  // Node reads BST as Bangladesh, and PHP as British summer time.
  const isAbbreviation = /^[a-z]{3}(\d[a-z]{3})?$/i.test(value) && name !== "UTC";
  return zoneNames.has(name) && !isAbbreviation
    ? `is ${quoted(value)}, a name that services in PHP reject; write ${quoted(name)}`
    : `is ${quoted(value)}, which services in PHP reject or read as another zone; write a place, such as "Europe/Berlin"`;
}
