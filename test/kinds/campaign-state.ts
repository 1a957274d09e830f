import type { Emulator } from "../../emulator/index.js";
import type { Program, Props } from "../support/engine-part.js";
import type { World } from "../support/world.js";
import { type Fixture, limit, words } from "./fixture.js";

export const campaignState = { campaign: "Spring renewals", state: "stopped" };

/** Spec 3, 4.4 and 8. */
export const aCampaignState: Fixture = {
  kind: "CampaignState",
  props: campaignState,
  change: { trigger: 2 },
  rows: ({ state }) => state.campaigns,
  samples: {},
  options: { trigger: "a", onDestroy: "leave" },
  computed: ["campaignId", "lastAction", "lastMessage", "status"],
  secrets: { props: { campaign: 1, state: "started" }, change: { trigger: "private-trigger" } },
  limits: [
    limit("campaign", ["Spring renewals", 3], ["", 0], /blank|an id/, { programOnly: true }),
    { ...words("state", ["started", "stopped"], ["start", "in-progress"]), programOnly: true },
  ],
};

export const ORDERS = "/user/campaigns/update-status";

/** A program that declares a state for campaign 1, "Spring renewals". */
export const spring = (state: string, more: Props = {}): Program => ({
  spring: { kind: "CampaignState", props: { campaign: 1, state, ...more } },
});

/** The stored campaign that `spring` refers to. */
export const springCampaign = ({ emulator }: { emulator: Emulator }) => emulator.state.campaigns[0]!;

/** The actions sent since the requests of `here` were last read. */
export const orders = (here: World): unknown[] =>
  here.writes().map(({ body }) => (body as { action: unknown }).action);
