import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { closeAfterTest } from "../support/after-test.js";
import { byHand } from "../support/engine-world.js";
import { fakePulumi } from "../support/fake-pulumi.js";
import { serviceForTest } from "../support/service.js";
import { voicecall } from "../support/voicecall.js";

function file(...rows: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "leads-plan-"));
  closeAfterTest({ close: async () => rmSync(folder, { recursive: true }) });
  const file = path.join(folder, "leads.csv");
  writeFileSync(file, ["Phone,Name,Visits", ...rows].join("\n"));
  return file;
}

const plan = (name: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  voicecall(["leads", "plan", name, "--phone", "Phone", ...args], { cwd: tmpdir(), env }).ended;

test("without a campaign: the rows are checked, and nothing is sent", async () => {
  const bad = file("+12025550101,Ada,1", "2025550102,Bob,2", "+12025550103,Cyd,many", "12,Dee,1");
  const args = ["--country", "US", "--variable", "visits=Visits:number"];
  const result = await plan(bad, args);
  expect(result.code).toBe(2);
  expect(result.stdout).toContain("2 rows with a phone number to call.\nRejected rows (2):");
  expect(result.stdout).toContain('line 4: column "Visits" does not contain a number');
  expect(result.stdout).toContain('line 5: column "Phone" does not contain a possible phone number');
  expect(result.all).not.toMatch(/202555|Ada/);
  const json = await plan(bad, [...args, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, rows: 2, refused: [{ line: 4 }, { line: 5 }] });
});

test("numbers that no numbering plan has are counted, and two readings are refused", async () => {
  const list = file("+4910115,Ada,1", "+436641234567,Bob,2", "4915123456789,Cyd,3");
  const text = await plan(list, ["--country", "DE"]);
  expect(text.stdout).toContain('line 4: column "Phone" contains a phone number with two readings');
  expect(text.stdout).toContain("not in use by any known numbering plan: 1 (line 2)");
  const json = await plan(list, ["--country", "DE", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ rows: 2, notes: [expect.stringContaining("1 (line 2)")] });
});

test("--all names every rejected line, with the hint that its cell needs", async () => {
  const changed = ["12025550101.0", "1.2E+10", "tel:+12025550101", "+1202\u200e5550101"];
  const list = file(...Array.from({ length: 28 }, (_, n) => `${changed[n % 4]!},Ada,1`));
  const few = await plan(list, []);
  expect(few.stdout).toContain("Rejected rows (28; --all names every line):");
  expect(few.stdout).toMatch(/lines 2, 6, 10, 14, 18 and 2 more: .*\(it ends in \.0: /);
  const { code, stdout } = await plan(list, ["--all"]);
  expect([code, stdout.split("\n").slice(1, -1)]).toEqual([
    2,
    [
      "Rejected rows (28):",
      expect.stringMatching(/^ {2}lines 2, 6, 10, 14, 18, 22, 26: .* \(it ends in \.0: a program has read/),
      expect.stringMatching(/^ {2}lines 3, 7, 11, 15, 19, 23, 27: .* \(a spreadsheet has shortened it/),
      expect.stringMatching(/^ {2}lines 4, 8, 12, 16, 20, 24, 28: .* \(it begins with tel:/),
      expect.stringMatching(/^ {2}lines 5, 9, 13, 17, 21, 25, 29: .*: remove U\+200E LEFT-TO-RIGHT MARK/),
    ],
  ]);
});

test("values that nobody meant are a note, by variable and line", async () => {
  const none =
    "NaN NULL #N/A =VLOOKUP(A1;B:C;2) #REF! n/a #NV #N/D #\u00a1REF! #### Err:508 [object\u00a0Object]".split(
      " ",
    );
  const marred =
    "J\u00c3\u00bcrgen \u00c3\u2030mile O\u00e2\u20ac\u2122Brien O&#39;Brien A&amp;B M\ufffdller \u00c5\u201aukasz".split(
      " ",
    );
  const good = "Ada Nullmann #1 #spring S\u00c3O\u00a0Jo\u00e3o\u2026 \u00c5\u00c4\u201d R&D Err;".split(" ");
  const list = file(...[...none, ...marred, ...good].map((name, n) => `+120255501${10 + n},"${name}",1`));
  const { code, stdout } = await plan(list, ["--variable", "customer_name=Name"]);
  expect([code, stdout.split("\n").slice(1, -1)]).toEqual([
    0,
    [
      'values of "customer_name" such as NULL, #N/A, a formula, &amp; for & or Ã¼ for ü, which an assistant would say: 19 (lines 2, 3, 4, 5, 6 and 14 more). Empty or correct these cells, or export the list again as UTF-8.',
    ],
  ]);
});

test("with a campaign: the rows are compared with its leads, without a write", async () => {
  const emulator = await serviceForTest({});
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const good = file("+12025550101,Ada,1", "+12025550102,Bob,2");
  const result = await plan(good, ["--campaign", "Spring renewals"], env);
  expect([result.code, result.stdout]).toEqual([
    0,
    `${good}: 2 rows with a phone number to call.\n2 leads will be created (lines 2, 3).\n`,
  ]);
  expect(emulator.requests().map(({ method }) => method)).not.toContain("POST");
});

test("with --json, the notes and failures are those of the text", async () => {
  const emulator = await serviceForTest({});
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const differing = { campaign_id: 3, phone_number: "+12025550101", variables: { city: "Cluj" } };
  await byHand(emulator, "POST", "/user/lead", differing);
  await byHand(emulator, "POST", "/user/lead", { campaign_id: 3, phone_number: "+12025550103" });
  const list = file("+12025550101,Ada,1", "+12025550102,Bob,2", "+12025550103,Cy,3");
  const args = ["--campaign", "Appointment reminders"];
  const [text, json] = [await plan(list, args, env), await plan(list, [...args, "--json"], env)];
  expect([text.code, json.code]).toEqual([2, 2]);
  const { notes, failures } = JSON.parse(json.stdout) as { notes: string[]; failures: string[] };
  expect(notes.join("\n")).toContain("new leads may be called right away");
  expect(text.all).not.toContain("--target");
  expect(failures).toEqual([
    expect.stringContaining(
      "the campaign already has 2 leads of the list (lines 2, 4); equal to their rows: 1",
    ),
  ]);
  for (const one of [...notes, ...failures]) expect(text.stdout).toContain(one);
});

test.each<[Record<string, string>, string]>([
  [
    { "voicecall:callOnly": "+12025550101" },
    "voicecall:callOnly does not allow 1 number, so nobody is called: line 3 (+1…). Remove them, or use a stack that may call them.",
  ],
  [
    { "voicecall:maxLeads": "1" },
    "the campaign would have 2 leads, and voicecall:maxLeads allows 1. Remove leads, or raise the setting.",
  ],
])("a list that the stack must not call: %o", async (config, says) => {
  const emulator = await serviceForTest({});
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const entries = Object.entries(config).map(([key, value]) => [key, { value }]);
  const { folder, bin } = fakePulumi({ config: { stdout: JSON.stringify(Object.fromEntries(entries)) } });
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  const list = file("+12025550101,Ada,1", "+12025550260,Bob,2");
  const result = await plan(list, ["--campaign", "1", "--cwd", folder], { ...env, PATH });
  expect([result.code, result.stdout]).toEqual([
    2,
    expect.stringContaining(`Applying this list would fail: ${says}`),
  ]);
});

test("an invalid country is a usage error, and an unreadable file is named", async () => {
  expect((await plan(file(), ["--country", "us"])).code).toBe(64);
  expect(await plan("nowhere.csv", [])).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "error: The file nowhere.csv cannot be read (ENOENT).\n",
  });
  expect((await plan(tmpdir(), [])).stderr).toContain("cannot be read (EISDIR)");
  const list = file("+12025550101,Ada,1");
  expect((await plan(list, ["--variable", "city=Town"])).all).toContain(
    `The file ${list} cannot be used: it has no column "Town". Its columns are `,
  );
});
