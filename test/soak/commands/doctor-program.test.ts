/** `voicecall doctor` checks the program with `pulumi preview`. */
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import type { Answered } from "../../support/fake-pulumi.js";
import { voicecall } from "../../support/voicecall.js";
import { doctor, type DoctorReport, withService } from "../../cli/doctor-run.js";

const SUPPORT = "urn:pulumi:dev::it::pulumi-nodejs:dynamic/voicecall:Assistant::support";

describe("the program", () => {
  const config = { config: { stdout: "{}" } };
  const failing = (...messages: string[]): Record<string, Answered> => ({
    ...config,
    preview: {
      code: 1,
      events: messages.map((message) => ({ diagnosticEvent: { urn: SUPPORT, message, severity: "error" } })),
    },
  });

  test("a preview that succeeds: ready", async () => {
    const { env } = await withService();
    const report = await doctor(env, { args: [], pulumi: { ...config, preview: { stdout: "{}" } } });
    expect([report.code, report.verdict, report.of("program").state]).toEqual([0, "ready", "ready"]);
  });

  test("a read-only file of the stack is no obstacle", async () => {
    const { env } = await withService();
    const pulumi = { ...config, "stack --show-name": { stdout: "dev\n" }, preview: { stdout: "{}" } };
    const report = await doctor(env, { args: [], pulumi, files: { "Pulumi.dev.yaml": 0o444 } });
    expect([report.of("program").found, report.code]).toEqual([expect.stringContaining("no errors"), 0]);
  });

  test.each([
    ["PULUMI_OPTION_REFRESH", { PULUMI_OPTION_REFRESH: "true" }, "name: it\nruntime: nodejs\n"],
    ["options.refresh in Pulumi.yaml", {}, "name: it\nruntime: nodejs\noptions: { refresh: always }\n"],
  ])("%s takes away the protection of manual changes: a note, no failure", async (setting, more, project) => {
    const { env } = await withService();
    const pulumi = { ...config, preview: { stdout: "{}" } };
    const report = await doctor({ ...env, ...more }, { args: [], pulumi, project });
    expect([report.code, report.of("refresh")]).toMatchObject([
      0,
      {
        informative: true,
        found: expect.stringMatching(`^${setting} refreshes before each preview`) as string,
      },
    ]);
  });

  test("rejected resources: not ready, with a message for each and without the token", async () => {
    const { env, emulator } = await withService();
    const says = `voice: the account has no voice "Sara"; ${emulator.token}\n`;
    const report = await doctor(env, { args: [], pulumi: failing(says) });
    expect([report.code, report.of("program").state]).toEqual([2, "not ready"]);
    expect(report.of("program").found).toBe(
      'Assistant support: voice: the account has no voice "Sara"; [masked]',
    );
  });

  test("a mistake that many resources share is one line, and hides no other mistake", async () => {
    const { env } = await withService();
    const events = Array.from({ length: 39 }, (_, n) => ({
      diagnosticEvent: {
        urn: `${SUPPORT}${n}`,
        message:
          n === 38 ? "the token is another account's" : 'campaign: the account has no campaign "Spring"',
        severity: "error",
      },
    }));
    const report = await doctor(env, { args: [], pulumi: { ...config, preview: { code: 1, events } } });
    expect(report.of("program").found.split("\n    ")).toEqual([
      'Assistant support0 and 37 more: campaign: the account has no campaign "Spring"',
      "Assistant support38: the token is another account's",
    ]);
  });

  test("a message that is shortened within the token does not contain a part of the token", async () => {
    const { env, emulator } = await withService();
    const says = `x${"x ".repeat(286)}${emulator.token} is the token of this account`;
    const report = await doctor(env, { args: [], pulumi: failing(says) });
    expect(report.of("program").found).toMatch(/x \[masked…$/);
  });

  test("a preview that fails for another reason: could not tell, exit 1", async () => {
    const { env, emulator } = await withService();
    const pulumi = { ...config, preview: { code: 255, stderr: `error: passphrase\n${emulator.token}` } };
    const report = await doctor(env, { args: [], pulumi });
    expect([report.code, report.of("program").state]).toEqual([1, "could not tell"]);
    expect(report.of("program").found).toBe(
      "pulumi preview exited with code 255: error: passphrase [masked]",
    );
  });

  test("no stack: could not tell, and the account is still checked", async () => {
    const { env } = await withService();
    const pulumi = { config: { code: 255, stderr: "error: no stack selected" }, preview: { code: 255 } };
    const report = await doctor(env, { args: [], pulumi });
    expect([report.code, report.of("stack").state, report.of("token").state]).toEqual([
      1,
      "could not tell",
      "ready",
    ]);
    expect(report.of("stack").found).toContain("no stack selected");
  });

  test("no program: a note, no failure", async () => {
    const { env } = await withService();
    const { code, stdout } = await voicecall(["doctor", "--json"], {
      cwd: tmpdir(),
      env,
    }).ended;
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as DoctorReport).checks.at(-1)).toMatchObject({
      id: "program",
      informative: true,
    });
  });
});
