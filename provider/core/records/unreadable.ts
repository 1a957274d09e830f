/**
 * Records with a field that cannot be read, such as a name that is null. Such a record shows that its object exists, and
 * its other fields are used. It lacks the field, as if the service did not show it.
 */
import { z } from "zod";
import { type ErrorDetails, VoicecallError } from "../../base/errors.js";
import { nounsOf } from "../../base/kind.js";
import { idsText } from "../../base/quoted.js";
import { isObject } from "../../base/wording.js";
import { wireId } from "../../base/spellings.js";

interface Fault {
  readonly key: string;
  /** Such as `name is not text`. */
  readonly text: string;
}

const FAULTS = Symbol("faults");

type Faulty = { readonly [FAULTS]?: readonly Fault[] };

const faultsOf = (record: object): readonly Fault[] => (record as Faulty)[FAULTS] ?? [];

/** Why a record cannot be read, such as `name is not text`; undefined if it can. */
export function faultIn(record: object): string | undefined {
  const faults = faultsOf(record);
  return faults.length === 0 ? undefined : faults.map(({ text }) => text).join(", ");
}

/** Whether the field of a record cannot be read. */
export const isFaulty = (record: object, key: string): boolean =>
  faultsOf(record).some((fault) => fault.key === key);

/**
 * The schema of a record. Only the id must be readable: other keys that do not match are left out and noted, so they may
 * be absent whatever the type says.
 * @param converted changes the raw record before it is parsed
 */
export function tolerant<S extends z.ZodRawShape>(
  shape: S,
  converted: (raw: unknown) => unknown = (raw) => raw,
): z.ZodType<{ id: number } & z.output<z.ZodObject<S>>> {
  const whole = z.looseObject({ id: wireId, ...shape });
  const partial = whole.partial();
  const schema = z.unknown().transform((raw, context) => {
    const value = converted(raw);
    const parsed = whole.safeParse(value);
    if (parsed.success) return parsed.data;
    const { issues } = parsed.error;
    const faults = issues.map((issue) => ({ key: String(issue.path[0] ?? "id"), text: textOf(issue) }));
    if (!isObject(value) || faults.some(({ key }) => key === "id")) {
      context.issues.push(...issues.map((issue) => ({ ...issue, input: raw }) as z.core.$ZodRawIssue));
      return z.NEVER;
    }
    const wrong = new Set(faults.map(({ key }) => key));
    const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)));
    return { ...partial.parse(rest), [FAULTS]: faults };
  });
  return schema as unknown as z.ZodType<{ id: number } & z.output<z.ZodObject<S>>>;
}

const types: Readonly<Record<string, string>> = {
  string: "text",
  array: "a list",
  record: "an object",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
};

/** Names the field and its type, never its value. */
function textOf({ path, ...issue }: z.core.$ZodIssue): string {
  const expected = issue.code === "invalid_type" ? types[issue.expected] : undefined;
  return `${path.map(String).join(".")} is not ${expected ?? "in the expected form"}`;
}

/** The most objects that one line names. */
const MOST_NAMED = 25;

/** Names the objects whose records cannot be read, each once. */
export class UnreadableRecords {
  readonly #named = new Set<string>();

  constructor(private readonly say: (line: string) => void) {}

  /** @param plural names the objects, such as `assistants` */
  note(plural: string, rows: readonly { readonly id: number }[]): void {
    const byFault = new Map<string, number[]>();
    for (const row of rows) {
      const fault = faultIn(row);
      if (fault === undefined || this.#named.has(`${plural} ${row.id}`)) continue;
      this.#named.add(`${plural} ${row.id}`);
      byFault.set(fault, [...(byFault.get(fault) ?? []), row.id]);
    }
    for (const [fault, ids] of byFault)
      this.say(
        `Records of ${plural} cannot be read, because ${fault}: ${idsText(ids, MOST_NAMED)}. Correct them in the service's dashboard.`,
      );
  }
}

/**
 * @param details the operation, or the request if the caller knows no operation
 * @throws VoicecallError "unreadable" that names the object by its id
 */
export function assertReadable(
  record: { readonly id: number },
  kind: string,
  details: Pick<ErrorDetails, "operation" | "request">,
): void {
  const fault = faultIn(record);
  if (fault === undefined) return;
  throw new VoicecallError(
    "unreadable",
    `the record of ${nounsOf(kind).noun} ${record.id} cannot be read: ${fault}.`,
    { ...details, remedy: "Correct the object in the service's dashboard, or delete it there." },
  );
}
