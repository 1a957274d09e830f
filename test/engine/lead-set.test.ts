import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { isValidPhoneNumber } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { reportSchema } from "../../cli/drift/report.js";
import { temporaryFolder } from "../support/after-test.js";
import { type Stack, must } from "../support/engine.js";
import { js, service, stackOn } from "../support/engine-world.js";
import { lifelines } from "../support/lifelines.js";

/** `npm run soak -- leads` creates 10,000 leads and kills the command three times. */
const COUNT = Number(process.env["LEADS"] ?? 30);
const KILLS = COUNT > 1000 ? 3 : 1;
const MINUTES = 60_000;

/** All numbers are reserved for fiction: 555-0100 to 555-0199 in each area code in use. */
const AREAS = Array.from({ length: 600 }, (_, index) => 201 + index).filter((area) =>
  isValidPhoneNumber(`+1${area}5550100`),
);
const program = js(`
const { LeadSet } = require("pulumi-voicecall");
const areas = ${JSON.stringify(AREAS)};
function* people() {
  for (let n = 0; n < ${COUNT}; n += 1)
    yield { Phone: \`\${areas[Math.floor(n / 100)]}5550\${100 + (n % 100)}\`, Name: "Person " + n };
}
exports.count = new LeadSet("people", {
  campaign: "Spring renewals",
  leads: people(),
  columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } },
  defaultCountry: "US",
}).leadCount;
`);

const outputsOf = async (stack: Stack): Promise<Record<string, unknown>> => {
  const { resources = [] } = (await stack.exportState()).deployment;
  return resources.find(({ urn }) => urn.endsWith("::people"))!.outputs!;
};

/** All data that the engine has stored: state, backups and history. */
const storedText = (stack: Stack): string =>
  readdirSync(path.join(stack.folder, "../state"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
    .join("\n");

const PERSONAL = /\d{3}55501\d\d|Person/;

test(
  "a LeadSet of an iterable creates each lead once, even after a kill, and stores no personal data in clear text",
  { timeout: 60 * MINUTES },
  async () => {
    let strike: () => void = () => undefined;
    // The service calls `sleep` to delay a request. At that moment, the command is killed.
    const clock = { now: () => Date.now(), sleep: async () => strike() };
    const emulator = await service({ clock });
    const hosts = await lifelines();
    const temporary = temporaryFolder();
    const lists = (): string[] =>
      readdirSync(temporary, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
    const stack = await stackOn(emulator, program, {
      config: { "voicecall:listLag": "200ms" },
      env: { ...hosts.env, TMPDIR: temporary },
    });
    const preview = must(await stack.preview());
    expect(preview.all).toContain(
      `has ${COUNT} valid rows: ${COUNT} leads will be created (rows 1, 2, 3, 4, 5`,
    );

    const creates = { method: "POST", path: "/user/lead" } as const;
    let createdLeads = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const nth = 2 + Math.floor((Math.random() * COUNT) / (KILLS + 1));
      emulator.faults.add({ ...creates, nth, fault: { delayMs: 1 } });
      // Cuts the requests that a provider host may still send before it notices that its command is dead.
      emulator.faults.add({ ...creates, nth: nth + 1, times: COUNT, fault: "cut-before" });
      const command = stack.start("up", "--yes", "--skip-preview");
      let privateList: unknown[] = [];
      strike = () => {
        const [file = ""] = lists();
        const modes = [path.dirname(file), file].map(
          (name) => statSync(path.join(temporary, name)).mode & 0o777,
        );
        privateList = [...modes, readFileSync(path.join(temporary, file), "utf8").split("\n").length];
        command.signal("SIGKILL");
      };
      await command.ended;
      await hosts.ended();
      expect(privateList).toEqual([0o700, 0o600, COUNT]);
      expect(storedText(stack)).not.toMatch(PERSONAL);
      emulator.faults.clear();
      expect(emulator.state.leads.length, `killed at create ${nth}`).toBeGreaterThan(createdLeads);
      createdLeads = emulator.state.leads.length;
      expect(createdLeads).toBeLessThan(COUNT);
      must(await stack.run("cancel", "--yes"));
      stack.setEnv({ VOICECALL_RESUME: undefined });
      const refused = must(await stack.preview());
      expect(refused.all).toContain(
        `will fail, unless this run replaces the resource: the campaign already has ${createdLeads} lead`,
      );
      expect(refused.all).toContain("set VOICECALL_RESUME=people for one run");
      stack.setEnv({ VOICECALL_RESUME: "people" });
    }
    const up = must(await stack.up());
    expect(up.all).toContain(
      `existing leads of the campaign were adopted (each has exactly the values of its row): ${createdLeads}`,
    );
    const numbers = emulator.state.leads.map(({ phone_number: number }) => number);
    expect([numbers.length, new Set(numbers).size]).toEqual([COUNT, COUNT]);

    expect(up.all).not.toMatch(PERSONAL);
    expect(lists()).toEqual([]);
    const stored = storedText(stack);
    expect(stored).toContain("Spring renewals");
    expect(stored).not.toMatch(PERSONAL);
    expect(stored).not.toContain("voicecall-leads");
    const outputs = await outputsOf(stack);
    expect(outputs).toMatchObject({ leadCount: COUNT, __leads: { ciphertext: expect.any(String) } });
    const { ciphertext } = outputs["__leads"] as { ciphertext: string };
    expect(ciphertext.length + String(outputs["__ids"]).length).toBeLessThan(100 * COUNT);
    must(await stack.preview("--expect-no-changes"));
    must(await stack.asLive());
    const { stdout } = await stack.voicecall("drift", "--untracked", "--json");
    const { drift, errors, untracked = [] } = reportSchema.parse(JSON.parse(stdout));
    expect([drift, errors, untracked.filter(({ kind }) => kind === "Lead")]).toEqual([[], [], []]);
    must(await stack.destroy());
    expect(emulator.state.leads).toEqual([]);
    expect(hosts.peakBytes()).toBeGreaterThan(0);
    expect(hosts.peakBytes() / 2 ** 20, "peak memory of the host, in MiB").toBeLessThan(250);
  },
);
