/** Finds the assistant for a call, and checks the call's variables. */
import { type ServiceRecord, type Session, faultIn, isObject, placeholders } from "../../provider/facade.js";
import { quoted } from "../../provider/base/quoted.js";
import { withName } from "../../provider/base/spellings.js";
import { didYouMean } from "../../provider/base/suggest.js";

/**
 * Digits are an id; anything else is a name, which must be unique.
 * @param failed how errors begin
 */
export async function findAssistant(
  nameOrId: string,
  session: Session,
  failed = "Nobody was called",
): Promise<ServiceRecord> {
  const { shown: rows } = await session.records.Assistant.read("current");
  const isId = /^\d+$/.test(nameOrId);
  const found = isId
    ? rows.filter((row) => row.id === Number(nameOrId))
    : withName(rows, nameOrId, (row) => row["name"]);
  if (found.length === 1) return readable(found[0]!, failed);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    throw new Error(
      `${failed}: ${found.length} assistants have the name ${quoted(nameOrId)} (ids ${ids}); set --assistant to an id.`,
    );
  }
  const names = rows.map((row) => row["name"]).filter((name) => typeof name === "string");
  throw new Error(
    isId
      ? `${failed}: the account has no assistant with id ${nameOrId}.`
      : `${failed}: the account has no assistant ${quoted(nameOrId)}.${didYouMean(nameOrId, names)}`,
  );
}

function readable(row: ServiceRecord, failed: string): ServiceRecord {
  const fault = faultIn(row);
  if (fault === undefined) return row;
  throw new Error(
    `${failed}: the record of assistant ${row.id} cannot be read: ${fault}. Correct the assistant in the service's dashboard.`,
  );
}

export const named = (row: ServiceRecord): string =>
  `assistant ${quoted(String(row["name"]))} (id ${row.id})`;

/** Warnings about likely mistakes. They do not prevent the call. */
export function remarks(row: ServiceRecord, variables: readonly string[]): string[] {
  const used = placeholders(`${String(row["initial_message"])}\n${String(row["system_prompt"])}`);
  const declared = isObject(row["variables"]) ? Object.keys(row["variables"]) : [];
  const missing = used.filter((name) => !variables.includes(name) && !declared.includes(name));
  const unused = variables.filter((name) => !used.includes(name));
  return [
    ...missing.map(
      (name) =>
        `The assistant's prompts use {{${name}}}, which neither the assistant's variables nor --var sets.`,
    ),
    ...unused.map(
      (name) => `The assistant's prompts do not use {{${name}}}, which --var sets.${didYouMean(name, used)}`,
    ),
    ...(row["status"] === "inactive"
      ? [
          "The assistant is inactive, so the service may reject this call. Only its dashboard can activate it.",
        ]
      : []),
    ...(row["type"] === "inbound"
      ? ["The assistant is set to receive calls, so the service may reject this call."]
      : []),
  ];
}
