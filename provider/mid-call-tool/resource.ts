import type { Advice } from "../core/answers.js";
import { label } from "../core/describe.js";
import type { Api, Operation, Standard } from "../core/operation.js";
import { type ServiceRecord, isListed, isLiving } from "../core/record.js";
import { hasUnknown, own } from "../core/values.js";
import { isVoicecallError } from "../http/errors.js";
import { createTool, deleteTool, getTool, updateTool } from "./api.js";
import { attachedTools } from "../assistant/codecs.js";
import { computed, fields } from "./schema.js";

/** Mid call tool, spec 4.1. Single records can be read, and writes return the whole record. */
export const midCallTool: Standard = {
  kind: "MidCallTool",
  fields,
  computed,
  key: "name",
  keyFields: ["name"],
  sameKey: (record, wanted) => record["name"] === wanted.get("name")?.comparable,
  connect,
  isInAccount: async ({ session, id, olds }) =>
    isListed(await session.records("MidCallTool").rows(), id, olds),
  advise: announce,
  beforeDelete: assertNotInUse,
};

/** Prompts may mention a tool before any listing shows its name. */
async function announce({ kind, news, olds, isNew, session }: Operation): Promise<Advice> {
  const { name } = news;
  const before = olds["name"];
  if (typeof name === "string" && !hasUnknown(name)) {
    const { added, renamed } = session.ledger.names(kind);
    if (isNew) added.add(name);
    else if (typeof before === "string" && before !== name) renamed.set(before, name);
  }
  return { failures: [], notes: [] };
}

function connect({ session, purpose }: Operation): Api {
  const { client } = session;
  const tools = session.records("MidCallTool");
  return {
    list: (again) => tools.list(again),
    find: async (id) => {
      const found = await getTool(client, id).catch((error: unknown) => {
        if (isVoicecallError(error, "not-found")) return undefined;
        throw error;
      });
      if (found?.id === id) return isLiving(found) ? found : undefined;
      const listed = (await tools.anew()).find((row) => row.id === id);
      if (found)
        session.say(
          `get MidCallTool (id ${id}): the service returned tool ${found.id} instead; the listing was used.`,
        );
      return listed;
    },
    create: async (body) => {
      const whole = await tools.write(() => createTool(client, body, purpose));
      return { id: whole.id, whole };
    },
    update: async (id, body) => {
      const whole = await tools.write(() => updateTool(client, id, body, purpose));
      // A response about a different tool is not a read-back of this one.
      return whole.id === id ? { whole } : {};
    },
    remove: (id) => tools.write(() => deleteTool(client, id, purpose)),
  };
}

/** Deleting a tool detaches it from live assistants, so it needs `onDestroy: "detach"` (spec 4.1; api-gaps: delete tool). */
async function assertNotInUse(operation: Operation): Promise<void> {
  const { session, olds, recordId } = operation;
  if (own(olds, "onDestroy") === "detach") return;
  const users = (rows: readonly ServiceRecord[]): ServiceRecord[] =>
    rows.filter((row) =>
      (attachedTools.decode(row["tools"], row) as unknown[] | undefined)?.includes(recordId),
    );
  // The same destroy may be deleting the assistant, and a listing may not show that yet.
  const left = await session.lookUntil(async (again) => {
    const value = users(await session.records("Assistant").list(again));
    return { done: value.length === 0, value };
  });
  if (left.length === 0) return;
  const names = left.map((row) => label("Assistant", row, String(row.id))).join(", ");
  throw operation.error(
    "in-use",
    `nothing was deleted, since it is still attached to ${names}. ` +
      'Detach it there first; or set onDestroy: "detach" on the tool and run `pulumi up`, after which deleting takes it away from them.',
  );
}
