/**
 * A resource must not refer to a resource of another account. The reference would be sent as an id, which stands
 * for a different object in the resource's own account.
 */
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Kind } from "../../provider/base/kind.js";
import { definition as ofAssistant } from "../../sdk/generated/assistant.js";
import { definition as ofCampaignState } from "../../sdk/generated/campaign-state.js";
import { definition as ofCampaign } from "../../sdk/generated/campaign.js";
import { definition as ofLeadSet } from "../../sdk/generated/lead-set.js";
import { definition as ofLead } from "../../sdk/generated/lead.js";
import { typeToken } from "../../sdk/host.js";
import {
  Account,
  Assistant,
  assistantTransfer,
  type AssistantArgs,
  Campaign,
  MidCallTool,
  type MidCallToolArgs,
} from "../../sdk/index.js";
import { ownIds, withOwnIds } from "../../sdk/own-account.js";
import { type References, withIds } from "../../sdk/references.js";
import { assistant, tool } from "../kinds/index.js";
import { mocked, settled, type Registered } from "./sdk-mocks.js";

const referencesOf: Record<string, References> = Object.fromEntries(
  [ofAssistant, ofCampaign, ofCampaignState, ofLead, ofLeadSet].map(({ kind, references }) => [
    kind,
    references,
  ]),
);
const { headers: _, ...toolArgs } = tool as MidCallToolArgs;
const assistantArgs = assistant as AssistantArgs;
const HERE = "https://here.example.com/api";
const THERE = "https://there.example.com";

let registered: Registered[];
beforeEach(async () => {
  vi.stubEnv("VOICECALL_BASE_URL", HERE);
  registered = await mocked({ preview: true, id: "" });
  return () => vi.unstubAllEnvs();
});

const there = (more: object = {}): Account => new Account("there", { baseUrl: THERE, ...more });

/** The errors in the arguments that a resource with these options would send. */
async function failures(kind: Kind, args: object, opts: pulumi.CustomResourceOptions): Promise<string[]> {
  const own = { provider: opts.provider ?? opts.parent?.getProvider(typeToken(kind)) };
  const toId = ownIds(`${kind} "user"`, typeToken(kind), own);
  const given = withIds(withOwnIds({ ...args }, toId) as object, referencesOf[kind]!, toId);
  const results = await Promise.allSettled(outputsIn(given).map(settled));
  return results.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
}

const outputsIn = (value: unknown): pulumi.Output<unknown>[] => {
  if (pulumi.Output.isInstance(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(outputsIn) : [];
};

const refused = (label: string, name: string): string =>
  `${label} refers to the resource "${name}" of another account (${HERE}). The reference is sent as an id, and in ` +
  `the account of this resource (${THERE}) that id stands for another object. Pass a resource of the same account, or ` +
  "the name of an object in it.";

describe("a resource of another account", () => {
  const hours = (): MidCallTool => new MidCallTool("it", toolArgs);
  const caller = (): Assistant => new Assistant("it", assistantArgs);
  const offers = (): Campaign => new Campaign("it", { name: "Offers", assistant: 1 });

  it.each<[string, Kind, () => object]>([
    ["a tool", "Assistant", () => ({ tools: [hours()] })],
    ["the id of a tool", "Assistant", () => ({ tools: [hours().id] })],
    [
      "the assistant of a transfer",
      "Assistant",
      () => ({ builtInTools: [assistantTransfer({ assistant: caller() })] }),
    ],
    ["the assistant of a campaign", "Campaign", () => ({ assistant: caller() })],
    ["the campaign of a lead", "Lead", () => ({ campaign: offers() })],
    ["the campaign of a list of leads", "LeadSet", () => ({ campaign: offers() })],
    ["the campaign to start", "CampaignState", () => ({ campaign: offers(), state: "started" })],
  ])("is refused in a preview: %s", async (_words, kind, args) => {
    const expected = [refused(`${kind} "user"`, "it")];
    expect(await failures(kind, args(), { provider: there() })).toEqual(expected);
    const component = new pulumi.ComponentResource("tests:index:There", "c", {}, { providers: [there()] });
    expect(await failures(kind, args(), { parent: component })).toEqual(expected);
  });
});

describe("a resource is accepted", () => {
  const uses = async (other: pulumi.CustomResourceOptions, own: pulumi.CustomResourceOptions) => {
    const it = new MidCallTool("it", toolArgs, other);
    await settled(new Assistant("user", { ...assistantArgs, tools: [it, it.id] }, own).urn);
    expect(registered.map(({ name }) => name)).toContain("user");
  };

  it("if both have the same account", async () => {
    const account = there();
    await uses({ provider: account }, { provider: account });
  });

  it("if an account has the default base URL, in any spelling or by default", async () => {
    await uses({}, { provider: there({ baseUrl: "https://HERE.example.com:443/api/" }) });
    await uses({ provider: new Account("unset", { accessTokenEnv: "OTHER" }) }, {});
  });

  it("if the base URL is not known", async () => {
    await uses({}, { provider: there({ baseUrl: "not a URL" }) });
    await uses({}, { provider: new Account("later", { baseUrl: pulumi.unknown as string }) });
  });

  it("if a provider is not an Account", async () => {
    class Hand extends pulumi.ProviderResource {}
    await uses({}, { provider: new Hand("pulumi-nodejs", "hand", {}) });
  });
});
