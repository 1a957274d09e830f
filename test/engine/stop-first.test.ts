/** A program stops a campaign that runs and gives it new leads, with the documented `dependsOn`. */
import { expect, test } from "vitest";
import { must } from "../support/engine.js";
import { js, service, stackOn } from "../support/engine-world.js";

const program = js(`
const { LeadSet } = require("pulumi-voicecall");
const count = Number(process.env.ROWS);
const people = new LeadSet("people", {
  campaign: "Spring renewals",
  leads: Array.from({ length: count }, (_, n) => ({ Phone: "+12025550" + (100 + n), Name: "Person " + n })),
  columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } },
});
for (let n = 0; n < 20; n += 1) new MidCallTool("tool" + n, tool("tool_" + String.fromCharCode(97 + n)));
new CampaignState("spring", { campaign: "Spring renewals", state: process.env.STATE }, { dependsOn: [people] });
`);

const ORDER = "POST /user/campaigns/update-status";
const CREATE = "POST /user/lead";
const TOOL = "POST /user/tools";

test("the stop is sent before the new leads, and a start after them", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program, { env: { ROWS: "2", STATE: "started" } });
  let heard = 0;
  const writes = (): string[] => {
    const all = emulator.requests().slice(heard);
    heard += all.length;
    return all.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  };
  must(await stack.up());
  expect(writes().filter((line) => line !== TOOL)).toEqual([CREATE, CREATE, ORDER]);

  stack.setEnv({ ROWS: "20", STATE: "stopped" });
  expect(must(await stack.preview()).all).toMatch(
    /applying this stops the campaign, and sends it 18 new leads \(at 60 requests a minute: 18 seconds\).*pulumi up --target '\*\*:CampaignState::spring'/,
  );
  expect(writes()).toEqual([]);
  must(await stack.up());
  expect(writes()).toEqual([ORDER, ...Array.from({ length: 18 }, () => CREATE)]);
  must(await stack.run("preview", "--expect-no-changes"));
});
