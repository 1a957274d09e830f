import { z } from "zod";
import type { ComputedTable, FieldTable } from "../core/fields/fields.js";
import { campaignField } from "../core/fields/options.js";
import { oneOf, text } from "../core/fields/types.js";

/** Campaign state, spec 3 and 4.4. */
export const fields = {
  campaign: {
    ...campaignField(
      "The campaign",
      "4.4",
      " If the name later refers to a different campaign, nothing is started; change `trigger` to switch to that campaign.",
    ),
    replaces: true,
  },
  state: {
    type: oneOf(["started", "stopped"]),
    doc: 'Whether the campaign should run. "started" makes phones ring: the start is sent when the resource is created, and when this value or `trigger` changes in the program, but never because of a refresh. If this is "stopped" and someone starts the campaign manually, `pulumi up --refresh` stops it again; `pulumi up` alone does not.',
    spec: "4.4",
    example: "stopped",
    role: "order",
    required: true,
    shown: true,
  },
  trigger: {
    type: z.union([text(), z.number()], "must be text or a number").meta({ rule: "text or a number" }),
    doc: "Any text or number. Change it to send the action of `state` again, for example to restart a campaign that was stopped manually. A number and the same number as text are equal.",
    spec: "4.4",
    example: "2026-05-04",
    role: "order",
    shown: true,
  },
  onDestroy: {
    type: oneOf(["stop", "leave"]),
    doc: `What destroying the resource does. "stop" stops the campaign, no matter who started it. "leave" sends nothing. If onDestroy is not set, the campaign is stopped only if it is running because of this resource's last action. A campaign that was already running, or that an interrupted run started, keeps running, and a note says so.`,
    spec: "4.4",
    role: "policy",
    shown: true,
  },
} as const satisfies FieldTable;

export const computed = {
  campaignId: { type: z.number(), doc: "Id of the campaign and of the resource." },
  status: {
    type: z.string().nullable(),
    doc: "The live status; null if it is not known. The specification lists no values.",
  },
  lastAction: {
    type: z.string().nullable(),
    doc: 'The last action that was sent: "start" or "stop"; null if none was needed.',
  },
  lastMessage: {
    type: z.string().nullable(),
    doc: "The service's message about the last action, or that a start is in doubt.",
  },
} as const satisfies ComputedTable;
