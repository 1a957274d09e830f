import * as pulumi from "@pulumi/pulumi";
import { expectTypeOf, it } from "vitest";
import {
  Assistant,
  CampaignState,
  getVoices,
  Lead,
  MidCallTool,
  prompt,
  type AssistantArgs,
} from "../../sdk/index.js";
import { Account, type LeadArgs, type MidCallToolArgs, type Voice } from "../../sdk/index.js";

// The type check is the test: it fails if a line below `@ts-expect-error` has no error.
declare const assistant: AssistantArgs;
declare const tool: MidCallToolArgs;
declare const lead: LeadArgs;

/** Compiled, but never called. */
export function refused(): unknown[] {
  return [
    // @ts-expect-error a name that does not exist
    new Assistant("a", { ...assistant, maxCallDurations: 60 }),
    // @ts-expect-error not a value of the enumeration
    new Assistant("a", { ...assistant, callsDirection: "inbound" }),
    // @ts-expect-error text for a number
    new Assistant("a", { ...assistant, maxCallDuration: "60" }),
    // @ts-expect-error required properties are missing
    new Assistant("a", { name: "A" }),
    // @ts-expect-error another resource among the tools
    new Assistant("a", { ...assistant, tools: [new Lead("l", lead)] }),
    // @ts-expect-error whether to adopt must be known while the program runs
    new Assistant("a", { ...assistant, onExisting: pulumi.output("adopt" as const) }),
    // @ts-expect-error type is string, number or boolean in a tool
    new MidCallTool("t", { ...tool, schema: [{ name: "aa", type: "bool", description: "abc" }] }),
    // @ts-expect-error a header without a value
    new MidCallTool("t", { ...tool, headers: [{ name: "X" }] }),
    // @ts-expect-error phone numbers are text
    new Lead("l", { ...lead, phoneNumber: 12025550143 }),
    // @ts-expect-error "running" is not a state
    new CampaignState("c", { campaign: 1, state: "running" }),
    // @ts-expect-error not a value of the policy
    new Account("a", { onConflict: "ignore" }),
    // @ts-expect-error not the name of a route
    new Account("a", { routes: { deleteLeads: "none" } }),
    // @ts-expect-error not a mode
    getVoices({ mode: "vad" }),
    // @ts-expect-error a prompt value cannot be an object
    prompt("p.md", { a: {} }),
    // @ts-expect-error a provider that is not an account
    getVoices({}, { provider: new Lead("l", lead) }),
  ];
}

/** Compiled, but never called. */
export function accepted(): unknown[] {
  const weather = new MidCallTool("t", { ...tool, timeout: undefined, headers: pulumi.secret([]) });
  const one = new Assistant("a", {
    ...assistant,
    tools: [weather, weather.id, pulumi.output("get_hours"), 3, Promise.resolve(weather)],
    systemPrompt: prompt("p.md", { company: pulumi.output("Acme") }),
    phoneNumber: null,
    postCallSchema: [{ name: pulumi.output("mood"), type: "bool", description: "How the caller felt" }],
    variables: { plan: pulumi.output("gold"), nested: { deep: [1, null] } },
    endCallTool: { description: "When done" },
    maxCallDuration: new pulumi.Config().getNumber("longest"),
    recordCall: pulumi.output(true as boolean | undefined),
    extraFields: { new_field: 1 },
  });
  const two = new Assistant("b", {
    ...assistant,
    tools: pulumi.output([weather]),
    maxCallDuration: one.maxCallDuration,
  });
  const tools = [weather, "get_hours", 3] as const;
  const headers = [{ name: "X-Key", value: "hidden" }] as const;
  const schema = [{ name: "mood", type: "string", description: "How the caller felt" }] as const;
  const contacts = [{ phoneNumber: "+12025550144" }] as const;
  const constant = [
    new Assistant("e", { ...assistant, tools, postCallSchema: schema }),
    new MidCallTool("f", { ...tool, headers, schema }),
    new Lead("g", { ...lead, secondaryContacts: contacts }),
  ];
  return [...constant, weather, two, Assistant.get("c", 3), Assistant.get("d", one.id)];
}

it("outputs have their values' types, and optional ones may be undefined", () => {
  expectTypeOf<Assistant["name"]>().toEqualTypeOf<pulumi.Output<string>>();
  expectTypeOf<Assistant["voice"]>().toEqualTypeOf<pulumi.Output<number | string>>();
  expectTypeOf<Assistant["maxCallDuration"]>().toEqualTypeOf<pulumi.Output<number | undefined>>();
  expectTypeOf<Assistant["phoneNumberId"]>().toEqualTypeOf<pulumi.Output<number | null>>();
  expectTypeOf<Assistant["toolIds"]>().toEqualTypeOf<pulumi.Output<number[]>>();
  expectTypeOf<Assistant["tools"]>().toEqualTypeOf<pulumi.Output<(number | string)[] | undefined>>();
  expectTypeOf<MidCallTool["headers"]>().toEqualTypeOf<
    pulumi.Output<{ name: string; value: string }[] | undefined>
  >();
  expectTypeOf<Lead["campaign"]>().toEqualTypeOf<pulumi.Output<number | string>>();
  expectTypeOf<Lead["gone"]>().toEqualTypeOf<pulumi.Output<boolean>>();
  expectTypeOf(getVoices).returns.toEqualTypeOf<pulumi.Output<Voice[]>>();
});

it("a prompt is a string if its values are", () => {
  const plain = () => prompt("p.md", { company: "Acme", days: 5 });
  const later = () => prompt("p.md", { company: pulumi.output("Acme"), days: 5 });
  expectTypeOf(plain).returns.toEqualTypeOf<string>();
  expectTypeOf(later).returns.toEqualTypeOf<pulumi.Output<string>>();
});
