import { statusMeans } from "../../provider/campaign-state/api.js";
import { catalog } from "../../provider/catalog.js";
import { label } from "../../provider/core/describe.js";
import type { Session } from "../../provider/core/session.js";
import { quoted } from "../../provider/quoted.js";
import type { Campaign } from "../../provider/lookup/schema.js";
import { takenForUnknown } from "./declare.js";
import type { Exported } from "./exported.js";
import { type Name, names } from "./names.js";

/** The state that each campaign has now: nothing is started or stopped by taking it over. */
export async function campaignStates(
  session: Session,
  campaigns: readonly Campaign[],
  leftOut: string[],
  known: ReadonlyMap<number, Name>,
): Promise<Exported[]> {
  const found: Exported[] = [];
  const campaignState = catalog.CampaignState;
  const given = names(
    campaigns.map(({ id, name }) => ({ id, title: name })),
    "campaign",
    known,
  );
  for (const { id, name, status } of campaigns) {
    const who = label("CampaignState", { name }, String(id));
    if (id < 1) {
      leftOut.push(`${who}: no resource has an id below 1`);
      continue;
    }
    const state = statusMeans(status ?? null);
    if (state === undefined) {
      leftOut.push(
        `${who}: whether it runs cannot be told from its status ${typeof status === "string" ? quoted(status) : "null"}`,
      );
      continue;
    }
    const campaign = (await session.names.nameOf("campaign", id)) ?? id;
    const wanted = { campaign, state };
    // It is imported, not created: nothing will be started.
    const { inputs, failures: refused } = await campaignState.check(() => session, wanted, wanted);
    const failures = [...takenForUnknown(wanted), ...refused];
    if (failures.length > 0) {
      leftOut.push(`${who}: ${failures.map(({ path, reason }) => `${path} ${reason}`).join("; ")}`);
      continue;
    }
    const { props } = await campaignState.read(session, String(id), {});
    const outputs = { ...props, ...inputs };
    found.push({ kind: "CampaignState", id, name: given.get(id)!, inputs, outputs, comments: {} });
  }
  return found;
}
