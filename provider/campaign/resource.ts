import type { Findings } from "../core/run/results.js";
import type { Operation, Standard } from "../core/run/operation.js";
import type { Requests } from "../core/run/requests.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { quoted } from "../base/quoted.js";
import { createCampaign, deleteCampaign } from "./api.js";
import { rememberBlacklisted } from "./blacklist.js";
import { compare, unchangeable } from "./change.js";
import { assertNoLeads } from "./leads.js";
import { computed, fields } from "./schema.js";

/** Campaign of the 2026 form. It is created as a draft, never changed, and deleted together with its leads. */
export const campaign: Standard = {
  kind: "Campaign",
  only: "2026",
  fields,
  computed,
  key: "name",
  keyFields: ["name"],
  unchangeable,
  check,
  compare,
  guard: async (operation, act) => {
    if (act.kind !== "delete") return;
    await assertNoLeads(operation);
    await rememberBlacklisted(operation);
  },
  connect,
};

/** A wrong assistant causes only a warning, since the program may be about to change it. */
async function check(operation: Operation, findings: Findings): Promise<void> {
  const { session, news } = operation;
  if (session.offline || hasUnknown(ownValue(news, "assistant"))) return;
  const assistant = (await operation.resolve("assistant")) as number;
  const row = (await session.records.Assistant.read("current")).shownWithId(assistant);
  if (row?.["type"] !== "inbound") return;
  findings.warn(
    `The assistant ${quoted(String(row["name"]))} receives calls. A campaign needs an assistant with callsDirection "make".`,
  );
}

function connect(operation: Operation): Requests {
  const { session, purpose } = operation;
  const { client } = session;
  const campaigns = session.records.Campaign;
  const leads = session.records.Lead;
  return {
    create: async (body) => {
      const whole = await campaigns.write(() => createCampaign(client, body, purpose));
      return { id: whole.id, whole };
    },
    update: async (_id, body) => {
      const properties = Object.entries(fields).flatMap(([property, field]) =>
        "request" in field && Object.hasOwn(body, field.request) ? [property] : [],
      );
      throw operation.error(
        "unsupported",
        `nothing was sent: the live campaign differs in ${properties.join(", ")}, and ${unchangeable}. Declare the values of the live campaign, or declare onChange: "replace", and run \`pulumi up\` again.`,
      );
    },
    // The service deletes the leads with the campaign, so the request is a write to both listings.
    remove: (id) => campaigns.remove(id, () => leads.write(() => deleteCampaign(client, id, purpose))),
  };
}
