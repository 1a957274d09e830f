/** `voicecall doctor` checks this machine and the program: clock, versions, `pulumi preview`. */
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { clockLine } from "../../cli/doctor/service.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";
import { doctor, type DoctorReport, version, withService } from "./doctor-run.js";

describe("the clock", () => {
  const now = Date.UTC(2030, 0, 1, 12);
  const at = (milliseconds: number): string => new Date(now + milliseconds).toUTCString();
  test.each([
    [0, "ready", undefined, "agree"],
    [-9_000, "ready", undefined, "agree"],
    [60_000, "could not tell", true, "60 s behind"],
    [-6 * 60_000, "not ready", undefined, "6 min ahead of"],
    [48 * 60_000, "not ready", undefined, "48 min behind"],
  ])("the service's clock is off by %i ms: %s", (skew, state, informative, found) => {
    const line = clockLine(at(skew), now + 500, 10_000);
    expect([line.state, line.informative]).toEqual([state, informative]);
    expect(line.found).toContain(found);
  });

  test("could not tell if the service sends no time", () => {
    expect(clockLine(undefined, now, 10_000)).toMatchObject({ state: "could not tell", informative: true });
  });

  test("of the service is read from its responses", async () => {
    const headers = { date: new Date(Date.now() - 3_600_000).toUTCString() };
    const { env } = await withService([
      { path: "/user/assistants/languages", fault: { status: 200, body: [], headers } },
    ]);
    const report = await doctor(env);
    expect([report.code, report.of("clock").state]).toEqual([2, "not ready"]);
    expect(report.of("clock").found).toContain("60 min ahead of");
  });
});

describe("versions and the program", () => {
  const config = { config: { stdout: "{}" } };
  const failing = (...messages: string[]): Record<string, Answered> => ({
    ...config,
    preview: {
      code: 1,
      stdout: JSON.stringify({ diagnostics: messages.map((message) => ({ message, severity: "error" })) }),
    },
  });

  test("a preview that succeeds: ready, with the versions of the program's packages", async () => {
    const { env } = await withService();
    const report = await doctor(env, { args: [], pulumi: { ...config, preview: { stdout: "{}" } } });
    expect([report.code, report.verdict, report.of("program").state]).toEqual([0, "ready", "ready"]);
    expect(report.of("version.sdk").found).toMatch(/^@pulumi\/pulumi 3\./);
    expect(report.of("version.pulumi").found).toBe("Pulumi CLI 3.255.0");
  });

  test("rejected resources: not ready, with a message for each and without the token", async () => {
    const { env, emulator } = await withService();
    const says = `error: pulumi-nodejs:dynamic/voicecall:Assistant resource 'support' has a problem: voice: the account has no voice "Sara"; ${emulator.token}\n`;
    const report = await doctor(env, { args: [], pulumi: failing(says) });
    expect([report.code, report.of("program").state]).toEqual([2, "not ready"]);
    expect(report.of("program").found).toBe(
      'Assistant "support": voice: the account has no voice "Sara"; [masked]',
    );
  });

  test("a message that is shortened within the token does not contain a part of the token", async () => {
    const { env, emulator } = await withService();
    const says = `${"x ".repeat(296)}${emulator.token} is the token of this account`;
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

  test("an old Pulumi CLI, or none at all: not ready", async () => {
    const { env } = await withService();
    const old = await doctor(env, { pulumi: { version: { stdout: "v3.253.9\n" } } });
    expect([old.code, old.of("version.pulumi").state]).toEqual([2, "not ready"]);
    const none = await voicecall(["doctor", "--json"], {
      cwd: fakePulumi({}).folder,
      env: { ...env, PATH: "/nowhere" },
    }).ended;
    expect(none.code).toBe(2);
    const { checks } = JSON.parse(none.stdout) as DoctorReport;
    expect(checks.find(({ id }) => id === "version.pulumi")).toMatchObject({ state: "not ready" });
    expect(checks.find(({ id }) => id === "version.provider")).toMatchObject({ state: "not ready" });
  });

  test("no program: a note, no failure", async () => {
    const { env } = await withService();
    const { code, stdout } = await voicecall(["doctor", "--json"], {
      cwd: tmpdir(),
      env: { ...env, PATH: fakePulumi(version).bin },
    }).ended;
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as DoctorReport).checks.at(-1)).toMatchObject({
      id: "program",
      informative: true,
    });
  });
});
