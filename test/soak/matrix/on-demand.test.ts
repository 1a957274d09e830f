/** Outputs that are made on demand, which replaces a function of `@pulumi/pulumi`, with each of its versions. */
import { describe, expect, test } from "vitest";
import { service } from "../../support/engine-world.js";
import { inlineStack } from "./inline.js";
import { pairs } from "./versions.js";

const PROGRAM = `
const { Assistant, MidCallTool } = voicecall;
pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
  type.endsWith(":Assistant") ? { props: { ...props, maxCallDuration: 60 }, opts } : undefined);
const parent = new pulumi.ComponentResource("test:index:Team", "team");
const support = new Assistant("support", {
  name: "Support", voice: "Sarah", language: "English", llmModel: "GPT-4o-mini", callsDirection: "receive",
  engineType: "pipeline", timezone: "Europe/Berlin", initialMessage: "Hello!", systemPrompt: "You help.",
}, { parent, additionalSecretOutputs: ["maxCallDuration"] });
const isMade = (key) => [key, Object.getOwnPropertyDescriptor(support, key).value !== undefined];
calls.push(...["name", "maxCallDuration", "labels", "createdAt"].map(isMade));
const look = (when, key) => pulumi.output(Promise.all([support[key].promise(), support[key].isKnown, support[key].isSecret]))
  .apply(([value, isKnown, isSecret]) => calls.push([when, key, isKnown ? value ?? "nothing" : "unknown", isSecret]));
look("at once", "maxCallDuration");
support.name.apply(() => ["maxCallDuration", "labels", "uuid"].map((key) => look("later", key)));
new MidCallTool("hours", {
  name: "get_hours", endpoint: "https://tools.example.com/hours", method: "GET",
  description: pulumi.unsecret(pulumi.interpolate\`For calls of \${support.maxCallDuration} seconds.\`),
});`;

const named = pairs().map((pair) => [`@pulumi/pulumi ${pair.sdk} on Node ${pair.node}`, pair] as const);

describe.each(named)("%s", (_, pair) => {
  test("an output is made when it is asked for, with what the engine returned, as a secret and a dependency", async () => {
    const emulator = await service();
    const { stack, run } = await inlineStack(emulator, pair, { config: { "voicecall:listLag": "100ms" } });
    const results = await run(
      { command: "preview", program: PROGRAM },
      { command: "up", program: PROGRAM },
      { command: "up", program: PROGRAM, options: { expectNoChanges: true } },
    );
    const isMade = [["name", true], ["maxCallDuration", false], ["labels", false], ["createdAt", false]]; // prettier-ignore
    const { uuid } = emulator.state.assistants[0]!;
    const seen = (labels: string, id: unknown): unknown[] =>
      [...isMade, ["at once", "maxCallDuration", 60, true], ["later", "maxCallDuration", 60, true], ["later", "labels", labels, false], ["later", "uuid", id, false]].sort(); // prettier-ignore
    const told = results.map(({ ok, message, calls }) => (ok ? calls.sort() : message));
    expect(told).toEqual([seen("unknown", "unknown"), seen("nothing", uuid), seen("nothing", uuid)]);
    expect(emulator.state.tools[0]!.description).toBe("For calls of 60 seconds.");
    const { resources = [] } = (await stack.exportState()).deployment;
    const urnOf = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`))!;
    expect(urnOf("hours")).toMatchObject({ propertyDependencies: { description: [urnOf("support").urn] } });
  });
});
