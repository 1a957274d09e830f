/** `voicecall resume` on a state with pending operations, before the local service. */
import path from "node:path";
import { expect } from "vitest";
import type { Seed } from "../../emulator/index.js";
import { providerText, typeToken } from "../../sdk/provider-text.js";
import { service } from "../support/engine-world.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const HEADERS = [{ name: "X-Key", value: "canary-7c1e" }];

/** The run began at 10:00:00, and wrote state for the last time at 10:00:20. */
export const BEGAN = "2026-03-01T10:00:00.500Z";
export const LAST = "2026-03-01T10:00:20.000Z";
export const DURING = "2026-03-01T10:00:10.000000Z";

export const declared = {
  name: "get_weather",
  description: "Tells.",
  endpoint: "https://tools.example.com/weather",
  method: "GET",
};

export const live = { id: 101, ...declared, headers: HEADERS, created_at: DURING };

export const urn = (type: string, name: string): string => `urn:pulumi:dev::it::${type}::${name}`;

export function resource(
  kind: "MidCallTool" | "CampaignState" | "Lead" | "LeadSet",
  name: string,
  inputs: object,
  more: object = {},
) {
  const own = { __provider: providerText(kind), __self: name };
  return {
    urn: urn(typeToken(kind), name),
    custom: true,
    type: typeToken(kind),
    inputs: { ...own, ...inputs },
    ...more,
  };
}

export const weather = (more: object = {}) => {
  const headers = { ...SECRET, plaintext: JSON.stringify(HEADERS) };
  return resource(
    "MidCallTool",
    "weather",
    { ...declared, headers, ...more },
    { additionalSecretOutputs: ["headers"] },
  );
};

export const people = resource(
  "LeadSet",
  "people",
  { campaign: 1 },
  { id: "1", outputs: { campaign: 1, campaignId: 1, __v: 1, __leads: "key", __ids: "" } },
);

export const ada = { campaign: 1, phoneNumber: "+12025550143", variables: { customer_name: "Ada" } };

export const called = (...leads: Partial<typeof lead>[]): Partial<Seed> => ({
  campaigns: [{ id: 1, name: "Spring", status: "stopped" }],
  leads: leads.map((more) => ({ ...lead, ...more })),
});

/** A lead in the service, created in the run. */
export const lead = {
  id: 301,
  campaign_id: 1,
  phone_number: ada.phoneNumber,
  variables: ada.variables,
  status: "created",
  created_at: "2026-03-01 10:00:10",
};

export const second = (more: object = {}) =>
  creating(resource("Lead", "ada", { ...ada, onExisting: "create", ...more }));

export const spring = (inputs: object, more: object = {}) =>
  resource("CampaignState", "spring", { campaign: 1, ...inputs }, more);

export const stopped = {
  id: "1",
  outputs: { campaign: 1, campaignId: 1, state: "stopped", __ordered: "stopped", __v: 1 },
};

const STACK = {
  urn: urn("pulumi:pulumi:Stack", "it-dev"),
  custom: false,
  type: "pulumi:pulumi:Stack",
  created: BEGAN,
};

export interface Given {
  seed?: Partial<Seed>;
  /** Without a listing of campaigns. */
  strict?: boolean;
  pending?: object[];
  resources?: object[];
  answers?: Record<string, Answered>;
  args?: string[];
  /** Whether the command leaves what is not certain. Default: true. */
  onlyCertain?: boolean;
}

export async function resume({
  seed = {},
  strict = false,
  pending = [],
  resources = [],
  answers = {},
  args = [],
  onlyCertain = true,
}: Given) {
  const emulator = await service({ seed, strict });
  const deployment = {
    manifest: { time: LAST },
    resources: [STACK, ...resources],
    pending_operations: pending,
  };
  const { folder, bin, commandLines, imported } = fakePulumi({
    "stack export": { stdout: JSON.stringify({ version: 3, deployment }) },
    "stack history": { stdout: "[]" },
    config: { stdout: JSON.stringify({ "voicecall:listLag": { value: "0" } }) },
    "stack import": {},
    cancel: {},
    ...answers,
  });
  const env = {
    VOICECALL_BASE_URL: emulator.address,
    VOICECALL_ACCESS_TOKEN: emulator.token,
    PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
  };
  const result = await voicecall(["resume", "--yes", ...(onlyCertain ? ["--only-certain"] : []), ...args], {
    cwd: folder,
    env,
  }).ended;
  expect(result.all).not.toContain("canary-7c1e");
  expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  const commands = commandLines().map((line) => line.split(" ").slice(0, 2).join(" "));
  const isWritten = commands.includes("stack import");
  return { ...result, commands, writes: isWritten, state: isWritten ? imported() : "" };
}

export const creating = <T extends object>(it: T) => [{ type: "creating", resource: it }];
