/** What of the account is exported: read whole, then chosen by name or id. */
import type { ServiceRecord } from "../../provider/core/definition.js";
import type { Session } from "../../provider/core/session.js";
import type { Campaign } from "../../provider/lookup/schema.js";
import { didYouMean } from "../../provider/suggest.js";
import { attachedTools } from "../../provider/assistant/codecs.js";

export interface Choice {
  readonly assistant: readonly string[];
  readonly tool: readonly string[];
  readonly leads: boolean;
  readonly campaigns: boolean;
  /** All fields that can be read, also those at the service's default. */
  readonly full: boolean;
}

/** Everything in the account, by ascending id. */
export interface Account {
  readonly tools: readonly ServiceRecord[];
  readonly assistants: readonly ServiceRecord[];
  readonly leads: readonly ServiceRecord[];
  readonly campaigns: readonly Campaign[];
}

export async function readAccount(session: Session, { leads, campaigns }: Choice): Promise<Account> {
  return {
    tools: byId(await session.tools.rows()),
    assistants: byId(await session.assistants.rows()),
    leads: leads ? byId(await session.leads.rows()) : [],
    campaigns: campaigns ? byId(await session.campaigns.rows()) : [],
  };
}

const byId = <T extends { id: number }>(rows: readonly T[]): T[] =>
  [...rows].sort((left, right) => left.id - right.id);

/**
 * The part that was chosen; all of it when nothing was. An assistant's tools come along.
 * @throws Error for a name or id that the account does not have, or that stands for several
 */
export function chosen(account: Account, choice: Choice): Account {
  if (choice.assistant.length === 0 && choice.tool.length === 0) return account;
  const assistants = pick(account.assistants, choice.assistant, "assistant");
  const attached = assistants.flatMap((row) => attachedTools.decode(row["tools"], row));
  const named = pick(account.tools, choice.tool, "tool");
  const tools = account.tools.filter((row) => named.includes(row) || attached.flat().includes(row.id));
  return { ...account, assistants, tools };
}

function pick(rows: readonly ServiceRecord[], wanted: readonly string[], what: string): ServiceRecord[] {
  const found = new Set(wanted.map((word) => one(rows, word, what)));
  return rows.filter((row) => found.has(row));
}

function one(rows: readonly ServiceRecord[], word: string, what: string): ServiceRecord {
  const byItsId = rows.find((row) => String(row.id) === word);
  const named = rows.filter((row) => row["name"] === word);
  const found = byItsId ? [byItsId] : named;
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    throw new Error(
      `${JSON.stringify(word)} is the name of ${found.length} ${what}s (ids ${ids}): give --${what} the id.`,
    );
  }
  const names = rows.map((row) => String(row["name"]));
  throw new Error(`The account has no ${what} ${JSON.stringify(word)}.${didYouMean(word, names)}`);
}
