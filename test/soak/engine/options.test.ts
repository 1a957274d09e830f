import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { anAssistant } from "../../kinds/index.js";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";

test("ignoreChanges, replaceOnChanges, aliases and --target have their usual effects", async () => {
  const emulator = await service();
  const program = (duration: number, speed: number, name = "sales", prompt = "You sell."): string =>
    js(`
new Assistant("support", { ...support, maxCallDuration: ${duration} }, { ignoreChanges: ["maxCallDuration"] });
new Assistant("${name}", { ...support, name: "Sales", speechSpeed: ${speed}, systemPrompt: "${prompt}" },
  { replaceOnChanges: ["speechSpeed"], aliases: [{ name: "sales" }] });
`);
  const stack = await stackOn(emulator, program(60, 1));
  must(await stack.up());
  const idOf = (name: string): number => emulator.state.assistants.find((row) => row.name === name)!.id;
  const [before, sales] = [idOf("Support"), idOf("Sales")];

  stack.write(program(120, 1.1));
  emulator.reset();
  must(await stack.up());
  expect(writes(emulator).map(({ method }) => method)).toEqual(["DELETE", "POST"]);
  expect(idOf("Sales")).not.toBe(sales);
  expect(idOf("Support")).toBe(before);

  // The alias prevents that the renamed assistant is created anew.
  stack.write(
    program(120, 1.1, "sales-renamed", "You sell more.").replace(
      "maxCallDuration: 120 }",
      "maxCallDuration: 120, initialMessage: 'Hi!' }",
    ),
  );
  emulator.reset();
  must(await stack.up("--target", "**sales-renamed"));
  expect(writes(emulator).map(({ body }) => body)).toEqual([{ system_prompt: "You sell more." }]);
  must(await stack.up());
  expect(emulator.state.assistants.find(({ id }) => id === before)).toMatchObject({
    initial_message: "Hi!",
    max_duration: 60,
  });
});

test("adoption protects, protect rejects a destroy, retainOnDelete leaves the object, --replace creates it again", async () => {
  const emulator = await service();
  const call = {
    ...anAssistant.body,
    assistant_name: "Support",
    initial_message: "Hello!",
    system_prompt: "By hand.",
  };
  await byHand(emulator, "POST", "/user/assistant", call);
  const [existing] = emulator.state.assistants;
  const program = js(`new Assistant("support", { ...support, adoptId: ${existing!.id} });`);
  const stack = await stackOn(emulator, program);
  emulator.reset();
  must(await stack.up());
  expect(writes(emulator).map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { system_prompt: "You help." }],
  ]);
  const refused = await stack.destroy();
  expect(refused.code).not.toBe(0);
  expect(refused.all).toMatch(/protect/);
  expect(emulator.state.assistants).toHaveLength(1);

  // Removing adoptId shows no difference, so only --replace replaces the assistant.
  stack.write(js(`new Assistant("support", support, { protect: false });`));
  must(await stack.up());
  const replaced = await stack.up("--replace", "**support");
  expect(replaced.all).toMatch(/replaced/);
  expect(emulator.state.assistants).toHaveLength(1);
  expect(emulator.state.assistants[0]!.id).not.toBe(existing!.id);

  stack.write(js(`new Assistant("support", support, { retainOnDelete: true });`));
  must(await stack.up());
  stack.write(js(""));
  emulator.reset();
  must(await stack.up());
  expect(writes(emulator)).toEqual([]);
  expect(emulator.state.assistants).toHaveLength(1);
});

test("ignoreChanges, replaceOnChanges and --replace of a LeadSet and a CampaignState call nobody twice", async () => {
  const emulator = await service();
  const program = (onRemove: string): string =>
    js(`
const { LeadSet } = require("pulumi-voicecall");
new LeadSet("people", {
  campaign: 1, leads: "people.csv", onRemove: "${onRemove}",
  columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } },
}, { ignoreChanges: ["leads"], replaceOnChanges: ["onRemove"] });
new CampaignState("spring", { campaign: 1, state: "stopped" }, { ignoreChanges: ["state"] });
`);
  const stack = await stackOn(emulator, program("delete"), { config: { "voicecall:listLag": "50ms" } });
  const list = (...more: string[]): void =>
    writeFileSync(
      path.join(stack.folder, "people.csv"),
      ["Phone,Name", "+12025550101,Ada", "+12025550102,Bob", ...more].join("\n"),
    );
  const names = (): unknown[] => emulator.state.leads.map(({ variables }) => variables["customer_name"]);
  list();
  must(await stack.up());
  list("+12025550103,Cyd");
  must(await stack.up("--expect-no-changes"));
  const campaign = emulator.state.campaigns[0]!;
  campaign.status = "in-progress";
  must(await stack.refresh());
  campaign.status = "stopped";
  expect((await stack.up()).all).toContain("nothing is started");
  must(await stack.up("--refresh"));
  expect(campaign.status).toBe("stopped");

  list();
  emulator.state.leads.shift();
  stack.write(program("keep"));
  must(await stack.up());
  expect(names()).toEqual(["Bob"]);
  must(await stack.up("--replace", "**people"));
  expect(names()).toEqual(["Bob"]);
});
