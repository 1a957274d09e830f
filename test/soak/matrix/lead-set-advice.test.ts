import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn } from "../../support/engine-world.js";

const LIST = `campaign: "Welcome calls", columns: { phoneNumber: "phone" }, exclusive: true`;

const rows = (...numbers: number[]): string =>
  `leads: [${numbers.map((number) => `{ phone: "+120255501${number}" }`).join(", ")}]`;

const program = (body: string): string => js(`const { LeadSet } = require("pulumi-voicecall");\n${body}`);

const TWO_ROWS = program(`new LeadSet("people", { ${LIST}, ${rows(10, 11)} });`);

test("an apply that was killed after its deletes: the next preview says that these leads are gone, and not that they stay", async () => {
  let strike: () => void = () => undefined;
  const clock = { now: () => Date.now(), sleep: async () => strike() };
  const emulator = await service({ clock });
  const stack = await stackOn(emulator, TWO_ROWS, { config: { "voicecall:listLag": "1ms" } });
  must(await stack.up());
  stack.write(program(`new LeadSet("people", { ${LIST}, ${rows(11, 12)} });`));
  emulator.faults.add({ method: "POST", path: "/user/lead", fault: { delayMs: 1 } });
  emulator.faults.add({ method: "POST", path: "/user/lead", fault: "cut-before" });
  const command = stack.start("up", "--yes", "--skip-preview");
  strike = () => command.signal("SIGKILL");
  await command.ended;
  emulator.faults.clear();
  must(await stack.run("cancel", "--yes"));
  expect(emulator.state.leads.map(({ phone_number: number }) => number)).toEqual(["+12025550111"]);
  const preview = must(await stack.preview());
  expect(preview.all).toContain(
    "1 lead will be created (row 2). 1 lead without a row in the list is already gone from the service.",
  );
  expect(preview.all).not.toContain("may be called");
  expect(must(await stack.up()).all).toContain("1 updated");
  expect(emulator.state.leads).toHaveLength(2);
});

test("exclusive with a Lead of a computed number: what the warning advises makes the list remove the unlisted lead", async () => {
  const computed = (dependsOn: string): string =>
    program(`const hours = new MidCallTool("hours", tool("get_hours"));
const last = new Lead("last", { campaign: "Welcome calls", phoneNumber: hours.id.apply(() => "+12025550120") });
new LeadSet("people", { ${LIST}, ${rows(10, 11)} }, { dependsOn: ${dependsOn} });`);
  const emulator = await service();
  const stack = await stackOn(emulator, computed("[]"), { config: { "voicecall:listLag": "1ms" } });
  must(await stack.up());
  await byHand(emulator, "POST", "/user/lead", { campaign_id: 2, phone_number: "+12025550130" });
  const { all } = must(await stack.up());
  expect(all).toContain("up to 2 leads are not in the list, but exclusive: true removes none");
  expect(all).toContain(
    "Run without --target or --exclude, and add those with computed numbers to this list's dependsOn.",
  );
  stack.write(computed("[last]"));
  expect(must(await stack.up()).all).toContain("exclusive: true removed 1 lead that was not in the list");
  expect(emulator.state.leads.map(({ phone_number: number }) => number).sort()).toEqual(
    [10, 11, 20].map((number) => `+120255501${number}`),
  );
});

test("responses that are lost and not listed: the error says once that the service may have processed the requests", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, TWO_ROWS, { config: { "voicecall:listLag": "1ms" } });
  emulator.faults.add({ method: "GET", path: "/user/leads", fault: { listLagMs: 60_000 } });
  emulator.faults.add({ method: "POST", path: "/user/lead", fault: "cut-after" });
  const { code, all } = await stack.up();
  expect(code).not.toBe(0);
  const [report = ""] = /- rows 1, 2: .*/.exec(all) ?? [];
  expect(report.match(/the service may or may not have processed/gi)).toHaveLength(1);
  emulator.faults.clear();
  expect((await stack.up()).all).toContain("set VOICECALL_RESUME=people for one run");
  stack.setEnv({ VOICECALL_RESUME: "people" });
  expect(must(await stack.up()).all).toContain("existing leads of the campaign were adopted");
  expect(emulator.state.leads).toHaveLength(2);
});

test("a number that a spreadsheet has changed, or with two readings: the row is named, and nothing is sent", async () => {
  const emulator = await service();
  const list = `columns: { phoneNumber: "phone" }, campaign: "Welcome calls", defaultCountry: "AT"`;
  const german = list.replace("AT", "DE");
  const changed = `new LeadSet("people", { ${list}, leads: [{ phone: "6641234567" }, { phone: "6641234567.0" }] });`;
  const stack = await stackOn(emulator, program(changed));
  for (const { code, all } of [await stack.preview(), await stack.up()]) {
    expect(code).not.toBe(0);
    expect(all).toContain(
      'row 2: column "phone" does not contain a possible phone number (it ends in .0: a program has read the column as numbers): write one number with +',
    );
  }
  stack.write(program(`new LeadSet("people", { ${german}, leads: [{ phone: 4915123456789 }] });`));
  expect((await stack.up()).all).toContain("two readings: write +49 or + before it, whichever is right");
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  stack.write(program(changed.replace(', { phone: "6641234567.0" }', "")));
  must(await stack.up());
  expect(emulator.state.leads).toMatchObject([{ phone_number: "+436641234567" }]);
});

test("the same list in two stacks: the second takes nobody unasked, and is protected once it has adopted them", async () => {
  const emulator = await service();
  const config = { "voicecall:listLag": "1ms" };
  const prod = await stackOn(emulator, TWO_ROWS, { config });
  must(await prod.up());
  const dev = await stackOn(emulator, TWO_ROWS, { config });
  expect(must(await dev.preview()).all).toContain(
    "applying this will fail, unless this run replaces the resource: the campaign already has 2 leads of the list (rows 1, 2); equal to their rows: 2",
  );
  expect((await dev.up()).code).not.toBe(0);
  must(await dev.destroy());
  expect(emulator.state.leads).toHaveLength(2);
  dev.write(TWO_ROWS.replace('"people", {', '"people", { onExisting: "adopt",'));
  expect(must(await dev.up()).all).toContain("existing leads of the campaign were adopted");
  expect((await dev.destroy()).all).toContain("is protected");
  must(await prod.preview("--expect-no-changes"));
  expect(emulator.state.leads).toHaveLength(2);
});

test("a new list that takes the leads of an old one in a targeted run: it says what would delete them, and its advice keeps them", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, TWO_ROWS, { config: { "voicecall:listLag": "1ms" } });
  must(await stack.up());
  stack.write(TWO_ROWS.replace('"people", {', '"customers", { onExisting: "adopt",'));
  const { all } = must(await stack.up("--target", "**::customers"));
  expect(all).toContain("do not delete that resource with --target");
  const { resources = [] } = (await stack.exportState()).deployment;
  const { urn } = resources.find(({ urn }) => urn.endsWith("::people"))!;
  must(await stack.run("state", "delete", urn, "--yes"));
  must(await stack.up());
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toHaveLength(2);
  expect(emulator.state.leads).toHaveLength(2);
});
