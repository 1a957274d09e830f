import type { Api, Asked, Known } from "../core/api.js";
import { type Advice, type AdviceRequest, type ServiceRecord, isLiving } from "../core/definition.js";
import { label } from "../core/describe.js";
import { lookUntil } from "../core/readback.js";
import { isListed } from "../core/recorded.js";
import type { Session } from "../core/session.js";
import type { Standard } from "../core/standard.js";
import { hasUnknown, own } from "../core/values.js";
import { VoicecallError, isVoicecallError } from "../http/errors.js";
import { createTool, deleteTool, getTool, updateTool } from "./api.js";
import { attachedTools } from "../assistant/codecs.js";
import { computed, fields } from "./schema.js";

/** Mid call tool, spec 4.1: one record can be read by itself, and a write answers with the whole record. */
export const midCallTool: Standard = {
  kind: "MidCallTool",
  fields,
  computed,
  key: "name",
  keyFields: ["name"],
  sameKey: (record, wanted) => record["name"] === wanted.get("name")?.comparable,
  connect,
  isInAccount: async ({ tools }, id, olds) => isListed(await tools.rows(), id, olds),
  advise: announce,
  beforeDelete: assertNotInUse,
};

/** A prompt that mentions it is checked before any listing knows its name. */
async function announce({ inputs, olds, session }: AdviceRequest): Promise<Advice> {
  const name = inputs["name"];
  const before = olds?.["name"];
  if (typeof name === "string" && !hasUnknown(name)) {
    const { added, renamed } = session.ledger.names("MidCallTool");
    if (!olds) added.add(name);
    else if (typeof before === "string" && before !== name) renamed.set(before, name);
  }
  return { failures: [], notes: [] };
}

function connect(session: Session): Api {
  const { client, tools } = session;
  return {
    list: () => tools.rows(),
    listAnew: () => tools.anew(),
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
    create: async (body, asked) => {
      const whole = await tools.write(() => createTool(client, body, asked));
      return { id: whole.id, whole };
    },
    update: async (id, body, asked) => {
      const whole = await tools.write(() => updateTool(client, id, body, asked));
      // An answer about another tool is no read-back of this one.
      return whole.id === id ? { whole } : {};
    },
    remove: (id, asked) => tools.write(() => deleteTool(client, id, asked)),
  };
}

/** Deleting a tool takes it away from live assistants, so that is asked for by name (spec 4.1; api-gaps: delete tool). */
async function assertNotInUse(known: Known, session: Session, asked: Asked): Promise<void> {
  if (own(known.olds, "onDestroy") === "detach") return;
  const users = (rows: readonly ServiceRecord[]): ServiceRecord[] =>
    rows.filter((row) =>
      (attachedTools.decode(row["tools"], row) as unknown[] | undefined)?.includes(known.id),
    );
  let anew = false;
  // The same destroy may be deleting the assistant, and a listing may lag behind that.
  const left = await lookUntil(session, session.clock.now() + session.settings.listLag, async () => {
    const value = users(await (anew ? session.assistants.anew() : session.assistants.rows()));
    anew = true;
    return { done: value.length === 0, value };
  });
  if (left.length === 0) return;
  const names = left.map((row) => label("Assistant", row, String(row.id))).join(", ");
  throw new VoicecallError(
    "in-use",
    `${asked.purpose}: nothing was deleted, since it is still attached to ${names}. ` +
      'Detach it there first; or set onDestroy: "detach" on the tool and run `pulumi up`, after which deleting takes it away from them.',
  );
}
