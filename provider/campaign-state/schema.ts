import { z } from "zod";
import type { ComputedTable, FieldTable } from "../core/fields.js";
import { nameOrId, oneOf, text } from "../core/types.js";

/** Campaign state, spec 3 and 4.4. */
export const fields = {
  campaign: {
    type: nameOrId("campaign"),
    doc: "The campaign: its name, or its id as a number. A name needs the assumed campaign listing. One campaign can have one CampaignState in a program. A name that now stands for another campaign starts nothing: taking that one needs a new `trigger`.",
    spec: "4.4",
    refers: { to: "campaign", idAs: "campaignId", sends: "id" },
    required: true,
    replaces: true,
    shown: true,
  },
  state: {
    type: oneOf(["started", "stopped"]),
    doc: 'Whether the campaign should run. "started" starts calling people: it is sent when the resource is created and when this value or `trigger` changes in the program, never because of a refresh. "stopped" is also restored when the campaign was started by hand.',
    spec: "4.4",
    role: "order",
    required: true,
    shown: true,
  },
  trigger: {
    type: z.union([text(), z.number()], "must be text or a number").meta({ rule: "text or a number" }),
    doc: "Any value; changing it gives the order of `state` once more, to start a campaign again that was stopped by hand, for example. A number and the same number as text are one trigger.",
    spec: "4.4",
    role: "order",
    shown: true,
  },
  onDestroy: {
    type: oneOf(["stop", "leave"]),
    doc: `What destroying the resource does: "stop" stops the campaign whoever started it, "leave" sends nothing. Left out, the campaign is stopped if it runs because of this resource's last order; one that ran before, or that was started by a run that was cut off, is left running, and up and destroy say so.`,
    spec: "4.4",
    role: "policy",
    shown: true,
  },
} as const satisfies FieldTable;

export const computed = {
  campaignId: { type: z.number(), doc: "Id of the campaign; also the resource's id." },
  status: {
    type: z.string().nullable(),
    doc: "The status that the service holds; the specification lists no values.",
  },
  lastAction: {
    type: z.string().nullable(),
    doc: 'The last order that was sent: "start" or "stop"; null when none was needed.',
  },
  lastMessage: { type: z.string().nullable(), doc: "What the service said to it." },
} as const satisfies ComputedTable;
