/**
 * An interrupted replacement leaves an entry in state whose object the engine takes for deleted, and creates again. If
 * the object still exists, a second one would be reached by callers, or called, beside the first.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { must, type Stack } from "../../support/engine.js";
import { js, service, stackOn, steps, writes } from "../../support/engine-world.js";

const sent = (emulator: Parameters<typeof writes>[0]): string[] =>
  writes(emulator).map(({ method, path: route }) => `${method} ${route}`);

/** Marks the entries in state as the engine does before it creates a replacement. */
async function markPending(stack: Stack): Promise<void> {
  const state = await stack.exportState();
  for (const one of state.deployment.resources!)
    if (one.type.includes("voicecall:")) Object.assign(one, { pendingReplacement: true });
  const file = path.join(stack.folder, "../pending.json");
  writeFileSync(file, JSON.stringify(state));
  must(await stack.run("stack", "import", "--file", file));
}

test("each kind: the object of the own entry is kept and updated, and a start is announced before it is sent", async () => {
  const emulator = await service();
  const program = (text: string): string =>
    js(`const { LeadSet } = require("pulumi-voicecall");
const hours = new MidCallTool("hours", tool("get_hours", { description: "${text}" }));
const it = new Assistant("support", { ...support, tools: [hours] });
const ada = new Lead("ada", { campaign: 1, phoneNumber: "+12025550143" });
const people = new LeadSet("people", { campaign: 2, leads: [{ phone: "+12025550144" }], columns: { phoneNumber: "phone" } });
new CampaignState("spring", { campaign: 2, state: "started" }, { dependsOn: people });`);
  const stack = await stackOn(emulator, program("Opening hours."));
  must(await stack.up());
  const lists = (): unknown =>
    (["tools", "assistants", "leads"] as const).map((list) => emulator.state[list].map(({ id }) => id));
  const before = lists();
  await markPending(stack);
  // The delete of the interrupted replacement has stopped the campaign.
  emulator.state.campaigns.find(({ id }) => id === 2)!.status = "stopped";
  emulator.reset();
  const preview = must(await stack.voicecall("preview", "--json"));
  expect(JSON.parse(preview.stdout)).toMatchObject({
    complete: true,
    starts: [expect.stringMatching(/^CampaignState 2: applying this will START/)],
    failures: [],
  });
  stack.write(program("Changed in the program."));
  must(await stack.up());
  expect(lists()).toEqual(before);
  expect(sent(emulator).sort()).toEqual([
    "POST /user/campaigns/update-status",
    `PUT /user/tools/${emulator.state.tools[0]!.id}`,
  ]);
  expect(await steps(stack)).toEqual([]);
});

test("an object that the interrupted replacement has deleted is created again, but no person", async () => {
  const emulator = await service();
  const program = js(`new MidCallTool("hours", tool("get_hours"));
new Lead("ada", { campaign: 1, phoneNumber: "+12025550143" });`);
  const stack = await stackOn(emulator, program);
  must(await stack.up());
  await markPending(stack);
  emulator.state.tools.splice(0);
  emulator.reset();
  must(await stack.up());
  expect(sent(emulator)).toEqual(["POST /user/tools"]);
});

test("a lead that was deleted before the delete of its campaign failed is created again only on request", async () => {
  const emulator = await service({ form: "2026" });
  const program = (name: string, more = ""): string =>
    js(`const spring = new Campaign("spring", { name: "${name}", assistant: new Assistant("support", support), onChange: "replace" });
new Lead("ada", { campaign: spring, phoneNumber: "+12025550143" ${more} }, { replaceWith: [spring] });`);
  const stack = await stackOn(emulator, program("Spring"), { config: { "voicecall:listLag": "100ms" } });
  must(await stack.up());
  emulator.faults.add({
    method: "DELETE",
    path: "/user/campaign/{id}",
    fault: { status: 409, body: { message: "busy" } },
  });
  stack.write(program("Summer"));
  expect((await stack.up()).code).not.toBe(0);
  emulator.faults.clear();
  emulator.reset();
  stack.write(program("Spring"));
  expect(must(await stack.up()).all).toContain('To create it, set onGone: "recreate".');
  expect(sent(emulator)).toEqual([]);
  stack.write(program("Spring", ', onGone: "recreate"'));
  must(await stack.up());
  expect(sent(emulator)).toEqual(["POST /user/lead"]);
});
