import type { Finding, LintRequest, ServiceRecord } from "../core/definition.js";
import { madeKey } from "../core/existing.js";
import type { Session } from "../core/session.js";
import { type Bag, hasUnknown, isObject, own } from "../core/values.js";
import { isVoicecallError } from "../http/errors.js";
import { text } from "./prompt-variables.js";

const prompts = ["initialMessage", "systemPrompt"] as const;

/**
 * Tools that a prompt mentions by their exact name and the assistant lacks. Only names with an underscore count:
 * «weather» in a prompt is a word. Wherever it cannot be told which tools the assistant has, nothing is found.
 */
export async function toolFindings({ inputs, isNew, session }: LintRequest): Promise<Finding[]> {
  const declared = own(inputs, "tools") ?? (isNew ? [] : undefined);
  if (session.offline || !Array.isArray(declared) || hasUnknown(declared)) return [];
  const others = otherNames(inputs);
  const mentioned = prompts.map((property) => ({
    property,
    words: words(text(inputs, property)).filter((word) => !others.has(word) && !declared.includes(word)),
  }));
  if (mentioned.every(({ words: left }) => left.length === 0)) return [];
  const rows = await toolsAsFirstSeen(session);
  if (!rows) return [];
  const made = new Set(session.made.values());
  const attached = declared.filter((item) => /^\d+$/.test(String(item))).map(Number);
  // Under which name it is known cannot be told of a tool that another run has just made.
  if (attached.some((id) => !made.has(id) && !rows.some((row) => row.id === id))) return [];
  const lacks = (name: string): boolean => {
    const ids = [
      ...rows.filter((row) => row["name"] === name).map(({ id }) => id),
      session.made.get(madeKey("MidCallTool", [name])),
    ];
    const isTool = ids.some((id) => id !== undefined) || session.newTools.has(name);
    return isTool && !ids.some((id) => id !== undefined && attached.includes(id));
  };
  return mentioned.flatMap(({ property, words: left }) =>
    left.filter(lacks).map((name) => ({
      path: property,
      reason: `mentions the tool ${name}, which the assistant does not have; add it to tools`,
    })),
  );
}

/** Names that mean something else in this assistant, should a tool be called the same. */
function otherNames(inputs: Bag): Set<unknown> {
  const schema = own(inputs, "postCallSchema");
  const fields = Array.isArray(schema) ? schema.filter(isObject).map(({ name }) => name) : [];
  const variables = own(inputs, "variables");
  return new Set([...fields, ...(isObject(variables) ? Object.keys(variables) : [])]);
}

function words(prompt: string): string[] {
  const plain = prompt.replace(/\{\{[^{}\n]*\}\}/g, " ").replace(/https?:\/\/\S+/gi, " ");
  // Markdown's emphasis is made of underscores too.
  const found = (plain.match(/\w+/g) ?? []).map((word) => word.replace(/^_+|_+$/g, ""));
  return [...new Set(found)].filter((word) => /^[a-z]+(_+[a-z]+)+$/.test(word));
}

const seen = new WeakMap<Session, Promise<readonly ServiceRecord[] | undefined>>();

/** Read once in a process: what this run makes itself is known without a listing, which each write would make stale. */
function toolsAsFirstSeen(session: Session): Promise<readonly ServiceRecord[] | undefined> {
  const known =
    seen.get(session) ??
    session.tools.rows().catch((error: unknown) => {
      if (!isVoicecallError(error)) throw error;
      session.say(
        `Whether prompts mention tools that their assistants lack was not checked: ${error.message}`,
      );
      return undefined;
    });
  seen.set(session, known);
  return known;
}
