/**
 * A few resources, each with four variants: a declaration, and the object that the service has after its
 * apply.
 */
import type { Emulator } from "../../../emulator/index.js";
import { canaries } from "../../support/canaries.js";
import type { Declared, Program } from "../../support/engine-part.js";
import { assistant, lead, tool } from "../../support/world.js";

export const SLOTS = ["weather", "hours", "support", "sales", "ada", "spring"] as const;
export type Slot = (typeof SLOTS)[number];
/** The variant (0 to 3) of each resource in a program. */
export type Chosen = Partial<Record<Slot, number>>;

type Row = Record<string, unknown>;

interface Member {
  kind: string;
  rows(emulator: Emulator): Row[];
  key: Row;
  declare(variant: number, all: Chosen): Declared["props"];
  /** The declared fields, as the service stores them. */
  stored(variant: number): Row;
  /** A manual change to a declared field. */
  byHand: Row;
}

const { headers, ...plainTool } = tool;

const toolMember = (name: string): Member => ({
  kind: "MidCallTool",
  rows: ({ state }) => state.tools,
  key: { name },
  declare: (variant) => ({
    ...plainTool,
    name,
    description: `Variant ${variant}.`,
    ...(variant % 2 === 1 && { timeout: 5 + variant }),
    ...(variant > 1 && { headers }),
  }),
  stored: (variant) => ({
    description: `Variant ${variant}.`,
    ...(variant % 2 === 1 && { timeout: 5 + variant }),
    ...(variant > 1 && { headers }),
  }),
  byHand: { description: "By hand.", timeout: 29 },
});

const assistantMember = (name: string): Member => ({
  kind: "Assistant",
  rows: ({ state }) => state.assistants,
  key: { name },
  declare: (variant, all) => (of) => ({
    ...assistant,
    name,
    systemPrompt: `${canaries.prompt} ${variant}`,
    ...(variant % 2 === 1 && { maxCallDuration: 60 + variant }),
    ...(variant > 1 && { webhookUrl: `https://hooks.example.com/${variant}`, isWebhookActive: true }),
    // Always declared: if `tools` were undeclared, a tool that a killed run attached would stay attached.
    tools: variant === 2 || all.weather === undefined ? [] : [of("weather")["id"]],
  }),
  stored: (variant) => ({
    system_prompt: `${canaries.prompt} ${variant}`,
    ...(variant % 2 === 1 && { max_duration: 60 + variant }),
    ...(variant > 1 && { webhook_url: `https://hooks.example.com/${variant}`, is_webhook_active: true }),
  }),
  byHand: { system_prompt: canaries.promptByHand, max_duration: 99 },
});

export const members: Record<Slot, Member> = {
  weather: toolMember("get_weather"),
  hours: toolMember("get_hours"),
  support: assistantMember("Support"),
  sales: assistantMember("Sales"),
  ada: {
    kind: "Lead",
    rows: ({ state }) => state.leads,
    key: { phone_number: lead.phoneNumber },
    declare: (variant) => ({
      ...lead,
      variables: { customer_name: `${canaries.name} ${variant}` },
      ...(variant > 1 && { status: "completed" }),
    }),
    stored: () => ({}),
    byHand: { variables: { customer_name: "By hand" } },
  },
  spring: {
    kind: "CampaignState",
    rows: ({ state }) => state.campaigns.filter(({ id }) => id === 1),
    key: { id: 1 },
    declare: (variant) => ({
      campaign: "Spring renewals",
      state: variant % 2 === 1 ? "started" : "stopped",
      // Variants 1 and 3 declare the same state, so a change between them must start nothing.
      ...(variant === 3 && { onDestroy: "leave" }),
    }),
    stored: (variant) => (variant % 2 === 0 ? { status: "stopped" } : {}),
    byHand: {},
  },
};

/**
 * A program with the chosen variants and with `adoptId` where needed. Tools come before the assistants that
 * use them.
 */
export function programOf(chosen: Chosen, adopted: Partial<Record<Slot, number>> = {}): Program {
  const declared = SLOTS.flatMap((slot): [string, Declared][] => {
    const variant = chosen[slot];
    if (variant === undefined) return [];
    const member = members[slot];
    const props = member.declare(variant, chosen);
    const adoptId = adopted[slot];
    const whole: Declared["props"] =
      adoptId === undefined
        ? props
        : (of) => ({ ...(typeof props === "function" ? props(of) : props), adoptId });
    return [[slot, { kind: member.kind, props: whole }]];
  });
  return Object.fromEntries(declared);
}

export const objectsOf = (emulator: Emulator, slot: Slot): Row[] =>
  members[slot]
    .rows(emulator)
    .filter((row) => Object.entries(members[slot].key).every(([key, value]) => row[key] === value));
