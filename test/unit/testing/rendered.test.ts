/** What a model gets of an assistant. */
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test } from "vitest";
import {
  Assistant,
  MidCallTool,
  assistantTransfer,
  calendarIntegration,
  callTransfer,
  endCall,
} from "../../../sdk/index.js";
import { declarationOf } from "../../../sdk/testing/declaration.js";
import { rendered } from "../../../sdk/testing/index.js";
import { rejection } from "../../support/after-test.js";
import { mocked } from "../sdk-mocks.js";
import { assistantArgs as common, hoursArgs } from "./program.js";

const variables = { customer_name: "Ada" };

let hours: MidCallTool;

beforeEach(async () => {
  await mocked();
  hours = new MidCallTool("hours", hoursArgs);
});

describe("what is rendered", () => {
  test("outputs, secrets, promises, and tools by resource, output and id", async () => {
    const support = new Assistant("support", {
      ...common,
      systemPrompt: pulumi.secret("Prompt for {{company}}."),
      tools: pulumi.output(Promise.resolve([hours])),
      variables: pulumi.output({ company: "North" }),
      whoSpeaksFirst: "Customer",
      initialMessage: "Hello.",
    });
    expect(await rendered(support)).toMatchObject({
      name: "Support",
      prompt: "Prompt for North.",
      callerSpeaksFirst: true,
      tools: [{ name: "get_opening_hours" }],
    });
    const twice = new Assistant("twice", { ...common, tools: [hours.id] });
    expect((await rendered(twice, { variables })).tools.map(({ name }) => name)).toEqual([
      "get_opening_hours",
    ]);
  });

  test("what a transformation of the program has changed", async () => {
    const polite = ({ props, opts }: pulumi.ResourceTransformationArgs) => ({
      props: { ...props, systemPrompt: pulumi.interpolate`${props["systemPrompt"]} Be polite.` },
      opts,
    });
    const transformations = [polite];
    const prompt = "You answer.";
    const changed = new Assistant("changed", { ...common, systemPrompt: prompt }, { transformations });
    expect((await rendered(changed, { variables })).prompt).toBe("You answer. Be polite.");
    const secret = new Assistant(
      "s",
      { ...common, systemPrompt: pulumi.secret(prompt) },
      { transformations },
    );
    expect((await declarationOf(secret)).secrets).toEqual(["systemPrompt"]);
    await mocked({ preview: true, id: "" });
    const unknown = new Assistant("u", { ...common, systemPrompt: prompt }, { transformations });
    expect((await rendered(unknown, { variables })).prompt).toBe("You answer. Be polite.");
  });

  test("a tool that the program only names needs a definition", async () => {
    const support = new Assistant("support", { ...common, tools: ["get_opening_hours"] });
    expect(String(await rejection(rendered(support, { variables })))).toContain(
      "does not define the tools get_opening_hours. Pass their definitions",
    );
    const read = new Assistant("read", { ...common, tools: [MidCallTool.get("other", "7")] });
    expect(String(await rejection(rendered(read, { variables })))).toContain("does not define the tools 7.");
    const { tools: found } = await rendered(support, { variables, definitions: [hoursArgs] });
    expect(found[0]!.parameters.required).toEqual(["day"]);
  });

  test("a definition gives the assistant no tool that the program does not name", async () => {
    const without = new Assistant("without", common);
    expect(String(await rejection(rendered(without, { variables, definitions: [hoursArgs] })))).toContain(
      "The program does not name the tool get_opening_hours.",
    );
    const other = new Assistant("other", { ...common, tools: ["get_prices"] });
    expect(String(await rejection(rendered(other, { variables })))).toContain(
      "does not define the tools get_prices. Pass their definitions",
    );
    expect(String(await rejection(rendered(other, { variables, definitions: [hoursArgs] })))).toContain(
      "does not name the tool get_opening_hours",
    );
    const mock = new Assistant("mock", { ...common, tools: [MidCallTool.get("read", "any-id")] });
    expect((await rendered(mock, { variables, definitions: [hoursArgs] })).tools).toHaveLength(1);
    const both = { variables, definitions: [hoursArgs, { ...hoursArgs, name: "get_prices" }] };
    expect(String(await rejection(rendered(other, both)))).toContain("not name the tool get_opening_hours");
  });

  test("a variable without a value is an error that names it", async () => {
    const support = new Assistant("support", common);
    expect(String(await rejection(rendered(support)))).toContain(
      'says {{customer_name}} without a value. Pass customer_name: "…" in variables, or with --var',
    );
    // As JavaScript passes a variable of the environment that is not set.
    const unset = { customer_name: undefined } as never;
    expect(String(await rejection(rendered(support, { variables: unset })))).toContain("without a value");
  });

  test("a value that is known only after an apply is named", async () => {
    await mocked({ preview: true, id: "" });
    const support = new Assistant("support", { ...common, systemPrompt: hours.id.apply(() => "x") });
    const unknown = new MidCallTool("unknown", hoursArgs);
    const depends = new Assistant("depends", { ...common, systemPrompt: unknown.createdAt });
    expect((await rendered(support, { variables })).prompt).toBe("x");
    expect(String(await rejection(rendered(depends, { variables })))).toContain(
      "systemPrompt is known only after",
    );
  });

  test("built-in tools, before the first apply", async () => {
    await mocked({ preview: true, id: "" });
    const other = new Assistant("other", { ...common, name: "Billing" });
    const builtInTools = [endCall(), assistantTransfer({ assistant: other }), pulumi.output(endCall())];
    const { tools } = await rendered(new Assistant("support", { ...common, builtInTools }), { variables });
    expect(tools.map(({ name }) => name)).toEqual(["end_call", "assistant_transfer", "end_call_2"]);
    expect(tools[1]!.ends).toEqual({ reason: "transfer", to: "assistant Billing" });
    const later = [callTransfer({ phoneNumber: other.uuid })];
    const depends = new Assistant("depends", { ...common, builtInTools: later });
    expect(String(await rejection(rendered(depends, { variables })))).toContain(
      "builtInTools is known only after",
    );
  });

  test("only what is shown is resolved and written down, and counts as secret", async () => {
    const calendar = calendarIntegration({ calcomApiKey: pulumi.secret("hidden"), calcomEventSlug: "visit" });
    const support = {
      ...common,
      endCallTool: { description: pulumi.secret("At the end.") },
      builtInTools: [calendar],
      webhookUrl: pulumi.secret("https://hidden.example.com"),
    };
    const declaration = await declarationOf(new Assistant("support", support));
    expect(declaration.secrets).toEqual(["endCallTool"]);
    expect(JSON.stringify(declaration)).not.toContain("hidden");
    const transfer = callTransfer({ phoneNumber: pulumi.secret("+12025550143") });
    const other = await declarationOf({ ...common, builtInTools: [transfer] });
    expect(other.secrets).toEqual(["builtInTools"]);
  });

  test("another resource is refused", async () => {
    expect(String(await rejection(rendered(hours)))).toContain("needs an Assistant");
  });
});
