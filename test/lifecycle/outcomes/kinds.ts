/**
 * For each kind: what is declared, what the service must contain after a success, and which requests each
 * operation sends.
 */
import type { Form } from "../../../emulator/base/forms.js";
import type { Emulator } from "../../../emulator/index.js";
import type { Program, Props } from "../../support/engine-part.js";
import { canaries } from "../../support/canaries.js";
import { type Fixture, aCampaign } from "../../kinds/index.js";
import { assistant, campaignState, lead, tool } from "../../support/world.js";
import type { Place } from "./stage.js";

export type Row = Record<string, unknown>;

/** Texts that no output and no error may contain. */
const PRIVATE = { header: canaries.header, prompt: canaries.prompt, plan: canaries.variable };

export interface Column {
  title: string;
  command: "preview" | "up" | "refresh" | "destroy";
  /** The program applied before the command. */
  before: Program;
  program: Program;
  /** The request that gets the fault. */
  at: Place;
  /** If set, the fault starts after this request. */
  after?: Place;
  /** The object after a success; undefined if there must be none. */
  leaves: Row | undefined;
  /** The object before the command. */
  found: Row | undefined;
  /** The name of the field that a fault drops; absent: `sent` of the kind. */
  sent?: string;
}

export interface Kind {
  kind: string;
  form: Form;
  /** The name of the snapshot file. */
  page: string;
  /** The kind's objects, as fault rules name them. */
  records: "tools" | "assistants" | "leads" | "campaigns";
  /** How messages name the resource. */
  named: RegExp;
  secrets: string[];
  /** The request name of a field that creates and updates send. */
  sent: string;
  listing: string;
  /** Absent if the service starts in its default state. */
  fixture?: Fixture;
  rows(emulator: Emulator): Row[];
  writes: Column[];
  readings: Column[];
}

interface Making {
  kind: string;
  form?: Form;
  page: string;
  records: Kind["records"];
  named: RegExp;
  secrets: string[];
  sent: string;
  key: Row;
  first: Props;
  second: Props;
  stored: [first: Row, second: Row];
  create: string;
  listing: string;
  item: string;
  /** The route that reads one object by its id. */
  one?: string;
  /** A listing that preview uses to look up names. */
  names?: string;
  /** The listing that a delete reads first. */
  users?: string;
  readsBackCreate?: boolean;
}

function standard(making: Making): Kind {
  const { kind, page, records, named, secrets, sent, listing, item } = making;
  const declaring = (props: Props): Program => ({ it: { kind, props } });
  const [first, second] = [declaring(making.first), declaring(making.second)];
  const [storedFirst, storedSecond] = making.stored;
  const read: Place = { method: "GET", path: making.one ?? listing };
  const list: Place = { method: "GET", path: listing };
  const created: Column = {
    title: "create",
    command: "up",
    before: {},
    program: first,
    at: { method: "POST", path: making.create },
    leaves: storedFirst,
    found: undefined,
  };
  const updated: Column = {
    title: "update",
    command: "up",
    before: first,
    program: second,
    at: { method: "PUT", path: item },
    leaves: storedSecond,
    found: storedFirst,
  };
  const deleted: Column = {
    title: "delete",
    command: "destroy",
    before: first,
    program: {},
    at: { method: "DELETE", path: item },
    leaves: undefined,
    found: storedFirst,
  };
  const previewed: Column = { ...created, title: "preview", command: "preview", at: list, leaves: undefined };
  return {
    kind,
    form: making.form ?? "2025",
    page,
    records,
    named,
    secrets,
    sent,
    listing,
    rows: ({ state }) => (state[records] as Row[]).filter((row) => isLike(row, making.key)),
    writes: [created, updated, deleted],
    readings: [
      ...(making.names === undefined
        ? []
        : [{ ...previewed, title: "preview, names", at: { method: "GET", path: making.names } as const }]),
      previewed,
      { ...updated, title: "refresh", command: "refresh", program: first, at: list, leaves: storedFirst },
      { ...created, title: "before create", at: list },
      ...(making.readsBackCreate ? [{ ...created, title: "after create", at: list, after: created.at }] : []),
      { ...updated, title: "before update", at: read },
      ...(making.one === undefined
        ? [{ ...updated, title: "after update", at: list, after: updated.at }]
        : []),
      ...(making.users === undefined
        ? []
        : [{ ...deleted, title: "before delete", at: { method: "GET", path: making.users } as const }]),
    ],
  };
}

export const isLike = (row: Row, wanted: Row): boolean =>
  Object.entries(wanted).every(([key, value]) => JSON.stringify(row[key]) === JSON.stringify(value)) &&
  (row["deleted_at"] ?? null) === null;

const headers = [{ name: "X-Key", value: PRIVATE.header }];

export const midCallTool = standard({
  kind: "MidCallTool",
  page: "mid-call-tool",
  records: "tools",
  named: /MidCallTool "get_weather"/,
  secrets: [PRIVATE.header],
  sent: "timeout",
  key: { name: tool.name },
  first: { ...tool, headers, timeout: 5 },
  second: { ...tool, headers, timeout: 20 },
  stored: [
    { ...tool, headers, timeout: 5 },
    { ...tool, headers, timeout: 20 },
  ],
  create: "/user/tools",
  listing: "/user/tools",
  item: "/user/tools/{id}",
  one: "/user/tools/{id}",
  users: "/user/assistants/get",
});

const systemPrompt = PRIVATE.prompt;

const anAssistantWith: Making = {
  kind: "Assistant",
  page: "assistant",
  records: "assistants",
  named: /Assistant "Support"/,
  secrets: [PRIVATE.prompt],
  sent: "max_call_duration",
  key: { name: assistant.name },
  first: { ...assistant, systemPrompt, maxCallDuration: 60 },
  second: { ...assistant, systemPrompt, maxCallDuration: 90 },
  stored: [
    { name: assistant.name, system_prompt: systemPrompt, max_duration: 60 },
    { name: assistant.name, system_prompt: systemPrompt, max_duration: 90 },
  ],
  create: "/user/assistant",
  listing: "/user/assistants/get",
  item: "/user/assistant/{id}",
  names: "/user/assistants/voices",
  readsBackCreate: true,
};

const inboundWebhookUrl = "http://127.0.0.1/private-hook";

/** A create and an update, each with the request that sets the inbound webhook. */
function withInboundWebhook(kind: Kind): Kind {
  const [created, updated] = kind.writes as [Column, Column, ...Column[]];
  const setting = (column: Column, command: string): Column => ({
    ...column,
    title: `set the inbound webhook (${command})`,
    program: { it: { kind: "Assistant", props: { ...anAssistantWith.first, inboundWebhookUrl } } },
    at: { method: "POST", path: "/user/assistants/enable-inbound-webhook" },
    leaves: { ...created.leaves, inbound_webhook_url: inboundWebhookUrl },
    sent: "inbound_webhook_url",
  });
  return {
    ...kind,
    secrets: [...kind.secrets, inboundWebhookUrl],
    writes: [...kind.writes, setting(created, "create"), setting(updated, "update")],
  };
}

export const anAssistant = withInboundWebhook(standard(anAssistantWith));

const in2026 = standard({
  ...anAssistantWith,
  form: "2026",
  page: "assistant-2026",
  sent: "max_duration",
});

/** Only operations whose requests differ from the 2025 form. */
export const anAssistantIn2026: Kind = {
  ...in2026,
  writes: in2026.writes.filter(({ title }) => title !== "delete"),
  readings: in2026.readings.filter(({ title }) => title === "preview, names"),
};

const plans = [{ plan: `${PRIVATE.plan} small` }, { plan: `${PRIVATE.plan} large` }] as const;

export const aLead = standard({
  kind: "Lead",
  page: "lead",
  records: "leads",
  named: /Lead of campaign "Spring renewals"/,
  secrets: [...plans.map(({ plan }) => plan), lead.phoneNumber],
  sent: "variables",
  key: { phone_number: lead.phoneNumber, campaign_id: 1 },
  first: { ...lead, variables: plans[0] },
  second: { ...lead, variables: plans[1] },
  stored: [{ variables: plans[0] }, { variables: plans[1] }],
  create: "/user/lead",
  listing: "/user/leads",
  item: "/user/leads/{id}",
  names: "/user/campaigns",
});

const creatable = standard({
  kind: "Campaign",
  page: "campaign",
  records: "campaigns",
  named: /Campaign "Summer offers"/,
  secrets: [],
  sent: "max_retries",
  key: { name: aCampaign.props["name"] },
  first: { ...aCampaign.props, maxRetries: 2, onChange: "replace" },
  second: { ...aCampaign.props, maxRetries: 4, onChange: "replace" },
  stored: [{ max_retries: 2 }, { max_retries: 4 }],
  create: "/user/campaign",
  listing: "/user/campaigns",
  item: "/user/campaign/{id}",
  names: "/user/assistants/get",
  users: "/user/leads",
});

/** A campaign is never updated. */
export const aCampaignKind: Kind = {
  ...creatable,
  fixture: aCampaign,
  writes: creatable.writes.filter(({ title }) => title !== "update"),
  readings: creatable.readings.filter(({ title }) => !title.endsWith(" update")),
};

const ordering = (state: string): Program => ({
  it: { kind: "CampaignState", props: { ...campaignState, state } },
});
const [started, stopped] = [ordering("started"), ordering("stopped")];
const order: Place = { method: "POST", path: "/user/campaigns/update-status" };
const campaigns: Place = { method: "GET", path: "/user/campaigns" };
const running = { status: "in-progress" };
const resting = { status: "stopped" };
const start = { before: {}, program: started, at: order, found: resting, leaves: running };
const stop = { before: started, program: stopped, at: order, found: running, leaves: resting };
const again = { ...start, before: stopped };
const end = { ...stop, program: {} };

export const campaign: Kind = {
  kind: "CampaignState",
  form: "2025",
  page: "campaign-state",
  records: "campaigns",
  named: /(CampaignState|campaign) "Spring renewals"/,
  secrets: [],
  sent: "action",
  listing: "/user/campaigns",
  rows: ({ state }) => (state.campaigns as Row[]).filter(({ id }) => id === 1),
  writes: [
    { ...start, title: "start (create)", command: "up" },
    { ...again, title: "start (update)", command: "up" },
    { ...stop, title: "stop (update)", command: "up" },
    { ...end, title: "stop (delete)", command: "destroy" },
  ],
  readings: [
    { ...start, title: "preview", command: "preview", at: campaigns, leaves: resting },
    { ...stop, title: "refresh", command: "refresh", program: started, at: campaigns, leaves: running },
    { ...start, title: "before start", command: "up", at: campaigns },
    { ...stop, title: "before stop", command: "up", at: campaigns },
    { ...end, title: "before delete", command: "destroy", at: campaigns },
  ],
};
