import type { Finding } from "../core/run/results.js";
import { keyOf } from "../core/run/sides.js";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import type { Session } from "../core/run/session.js";
import { type Bag, hasUnknown, isObject, ownValue } from "../core/fields/values.js";
import { isVoicecallError } from "../base/errors.js";
import { prompts, text } from "./prompt-variables.js";

interface Mention {
  readonly property: string;
  readonly names: readonly string[];
}

/**
 * Finds tools that a prompt mentions by their exact name but that the assistant does not have, and old names of tools
 * that the program renames. Only names with an underscore count: "weather" in a prompt is just a word.
 */
export async function toolFindings(operation: Operation, isNew: boolean): Promise<Finding[]> {
  const { news: inputs, session } = operation;
  if (session.offline) return [];
  const others = otherNames(inputs);
  const mentions = prompts.map((property) => ({
    property,
    names: words(text(inputs, property)).filter((word) => !others.has(word)),
  }));
  return [...renamed(mentions, session), ...(await missingTools(mentions, operation, isNew))];
}

function renamed(mentions: readonly Mention[], { ledger }: Session): Finding[] {
  const changed = ledger.names("MidCallTool");
  // In the same run, another tool may get the old name.
  const newNames = new Set([...changed.added, ...changed.renamed.values()]);
  return mentions.flatMap(({ property, names }) =>
    names
      .filter((name) => changed.renamed.has(name) && !newNames.has(name))
      .map((name) => ({
        path: property,
        reason: `mentions the tool ${name}, which this program renames to ${changed.renamed.get(name)!}; write the new name`,
        isOfOther: true,
      })),
  );
}

/** Finds nothing if the assistant's tools are unknown. */
async function missingTools(
  mentions: readonly Mention[],
  { news: inputs, session }: Operation,
  isNew: boolean,
): Promise<Finding[]> {
  const declared = ownValue(inputs, "tools") ?? (isNew ? [] : undefined);
  if (!Array.isArray(declared) || hasUnknown(declared)) return [];
  const unattached = mentions.map(({ property, names }) => ({
    property,
    names: names.filter((name) => !declared.includes(name)),
  }));
  if (unattached.every(({ names }) => names.length === 0)) return [];
  const listed = await toolsAsFirstSeen(session);
  if (!listed) return [];
  const { ledger } = session;
  const names = ledger.names("MidCallTool");
  const rows = listed.map(({ id, name }) => ({ id, name: names.renamed.get(String(name)) ?? name }));
  const createdIds = new Set(ledger.assignedKeys.values());
  const attached = declared.filter((item) => /^\d+$/.test(String(item))).map(Number);
  // Another run may have just created an attached tool. Its name is then unknown, so nothing is reported.
  if (attached.some((id) => !createdIds.has(id) && !rows.some((row) => row.id === id))) return [];
  const lacks = (name: string): boolean => {
    const ids = [
      ...rows.filter((row) => row.name === name).map(({ id }) => id),
      ledger.assignedKeys.get(keyOf("MidCallTool", [name])),
    ];
    const isTool = ids.some((id) => id !== undefined) || names.added.has(name);
    return isTool && !ids.some((id) => id !== undefined && attached.includes(id));
  };
  return unattached.flatMap(({ property, names }) =>
    names.filter(lacks).map((name) => ({
      path: property,
      reason: `mentions the tool ${name}, which the assistant does not have; add it to tools`,
    })),
  );
}

/** Names that mean something else in this assistant, even if a tool has the same name. */
function otherNames(inputs: Bag): Set<unknown> {
  const schema = ownValue(inputs, "postCallSchema");
  const fields = Array.isArray(schema) ? schema.filter(isObject).map(({ name }) => name) : [];
  const variables = ownValue(inputs, "variables");
  return new Set([...fields, ...(isObject(variables) ? Object.keys(variables) : [])]);
}

function words(prompt: string): string[] {
  const plain = prompt.replace(/\{\{[^{}\n]*\}\}/g, " ").replace(/https?:\/\/\S+/gi, " ");
  // Markdown uses underscores for emphasis.
  const found = (plain.match(/\w+/g) ?? []).map((word) => word.replace(/^_+|_+$/g, ""));
  return [...new Set(found)].filter((word) => /^[a-z]+(_+[a-z]+)+$/.test(word));
}

/**
 * Reads the tools once per run. Reading them again after every write would only find tools that the ledger already
 * has.
 */
function toolsAsFirstSeen(session: Session): Promise<readonly ServiceRecord[] | undefined> {
  return session.ledger.readOnce("tools", () =>
    session.records.MidCallTool.read("known")
      .then(({ shown }) => shown)
      .catch((error: unknown) => {
        if (!isVoicecallError(error)) throw error;
        session.say(
          `Prompts were not checked for mentions of tools that their assistants lack: ${error.message}`,
        );
        return undefined;
      }),
  );
}
