/** What a model gets of an assistant. */
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test } from "vitest";
import { Assistant, MidCallTool } from "../../../sdk/index.js";
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

  test("a tool that the program only names needs a definition", async () => {
    const support = new Assistant("support", { ...common, tools: ["get_opening_hours"] });
    expect(String(await rejection(rendered(support, { variables })))).toContain(
      "does not define the tools get_opening_hours. Pass their definitions",
    );
    const { tools: found } = await rendered(support, { variables, definitions: [hoursArgs] });
    expect(found[0]!.parameters.required).toEqual(["day"]);
  });

  test("a variable without a value is an error that names it", async () => {
    const support = new Assistant("support", common);
    expect(String(await rejection(rendered(support)))).toContain(
      'says {{customer_name}}, which has no value. Pass it as customer_name: "…" in variables, or with --var',
    );
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

  test("another resource is refused", async () => {
    expect(String(await rejection(rendered(hours)))).toContain("needs an Assistant");
  });
});
