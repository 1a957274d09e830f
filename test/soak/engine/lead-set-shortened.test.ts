/**
 * An apply of 60 rows is killed after 25 creates, and the list is then shortened to 10 rows. No state survives, so only
 * the campaign shows the other 15 people, whom it would call.
 */
import { inSoak } from "../../support/soak.js";
import { expect, test } from "vitest";
import type { RunningCommand } from "../../support/commands.js";
import { type Stack, must } from "../../support/engine.js";
import { count, js, service, stackOn } from "../../support/engine-world.js";
import { lifelines } from "../../support/lifelines.js";
import { kill } from "../../support/processes.js";

/** The lead that the engine reports only after the list is applied must not be counted or removed. */
const program = (more = ""): string =>
  js(`const { LeadSet } = require("pulumi-voicecall");
const people = new LeadSet("people", {
  campaign: "Spring renewals",
  leads: "leads.csv",
  columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } },${more}
});
new Lead("later", { campaign: people.campaignId, phoneNumber: "+12025550199" });`);

const list = (rows: number): string =>
  [
    "Phone,Name",
    ...Array.from({ length: rows }, (_, n) => `+120255501${String(n).padStart(2, "0")},P ${n}`),
  ].join("\n");

const IDS = "(ids 311, 312, 313, 314, 315 and 10 more)";

const deaths: Record<string, (command: RunningCommand, stack: Stack) => Promise<void>> = {
  "SIGKILL of the command": async (command) => command.signal("SIGKILL"),
  "SIGKILL of the host": async (_, stack) => {
    const hosts = stack.processes().filter((found) => found.command.includes("dynamic-provider"));
    expect(hosts).not.toEqual([]);
    for (const { pid } of hosts) kill(pid, "SIGKILL");
  },
  "two Ctrl-C": async (command) => {
    command.signal("SIGINT");
    await command.until(/received; cancelling/);
    command.signal("SIGINT");
    await command.ended;
  },
};

// `npm run soak -- kills` runs all.
test.each(inSoak("kills") ? Object.keys(deaths) : ["SIGKILL of the host"])(
  "after %s, preview and up name the leads that left the list, and exclusive removes them",
  async (death) => {
    let strike = (): Promise<void> => Promise.resolve();
    // The service calls `sleep` to delay a request. At that moment, the command or its host is killed.
    const emulator = await service({ clock: { now: () => Date.now(), sleep: () => strike() } });
    const hosts = await lifelines();
    const stack = await stackOn(emulator, program(), {
      config: { "voicecall:listLag": "200ms", "voicecall:maxInFlight": "1" },
      env: hosts.env,
    });
    stack.write("leads.csv", list(60));
    const creates = { method: "POST", path: "/user/lead", exact: true } as const;
    emulator.faults.add({ ...creates, nth: 25, when: "after", fault: { delayMs: 1 } });
    const command = stack.start("up", "--yes", "--skip-preview");
    strike = () => {
      // A host that outlives its command may send more requests before it notices.
      emulator.faults.add({ ...creates, fault: "cut-before" });
      return deaths[death]!(command, stack);
    };
    expect(await command.ended).not.toMatchObject({ code: 0 });
    await hosts.ended();
    emulator.faults.clear();
    expect(emulator.state.leads).toHaveLength(25);
    if (death === "SIGKILL of the command") must(await stack.run("cancel", "--yes"));

    stack.write("leads.csv", list(10));
    stack.setEnv({ VOICECALL_RESUME: "people" });
    const names = `the campaign has 15 leads that no list and no resource of this program names ${IDS}. They are called when it runs. Set exclusive: true to remove them.`;
    const uncertain = names.replace("15 leads", "up to 15 leads").replace("(ids", "(among ids");
    // The create of the later lead is still to come, so this preview cannot know which lead it has.
    expect(must(await stack.preview()).all).toMatch(warning(uncertain));
    expect(must(await stack.up()).all).toMatch(warning(uncertain));
    expect(count(emulator, "DELETE", "/user/lead")).toBe(0);
    expect(emulator.state.leads).toHaveLength(26);

    stack.write(program("\n  exclusive: true,"));
    const preview = must(await stack.preview());
    expect(preview.all).toMatch(
      warning(`exclusive: true will remove 15 leads that are not in the list ${IDS}.`),
    );
    expect(emulator.state.leads).toHaveLength(26);
    const up = must(await stack.up());
    expect(up.all).toContain(`exclusive: true removed 15 leads that were not in the list ${IDS}.`);
    expect(emulator.state.leads.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => 301 + n),
      326,
    ]);
    must(await stack.preview("--expect-no-changes"));
  },
);

const warning = (text: string): RegExp =>
  new RegExp(`warning: .*${text.replaceAll(/[().*]/g, String.raw`\$&`)}`);
