/** `voicecall doctor` names the form of the service, and each lookup that fails. */
import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../../emulator/index.js";
import { doctor, withService } from "../../cli/doctor-run.js";

describe("the form of the service", () => {
  test.each([
    ["2025", "2025: voices have a mode"],
    ["2026", "2026: voices have a gender or a language, and no mode, and models have a code"],
  ] as const)("%s: shown with its signs", async (form, found) => {
    const { env } = await withService([], { form });
    const report = await doctor(env);
    expect([report.code, report.of("form")]).toEqual([0, { id: "form", state: "ready", found }]);
  });

  test("contradictory signs of the form: not ready", async () => {
    const body = [{ id: 1, name: "GPT Realtime", code: "gpt-realtime" }];
    const { env } = await withService([{ path: "/user/assistants/models", fault: { status: 200, body } }]);
    const report = await doctor(env);
    expect([report.code, report.of("form").state]).toEqual([2, "not ready"]);
    expect(report.of("form").found).toMatch(/voices have a mode \(2025\); models have a code \(2026\)/);
  });
});

describe("lookups", () => {
  test("a missing route: only its line is not ready", async () => {
    const { env } = await withService([
      { path: "/user/assistants/voices", fault: { status: 404, body: "no" } },
    ]);
    const report = await doctor(env);
    expect([report.code, report.of("look-up.voices").state, report.of("token").state]).toEqual([
      2,
      "not ready",
      "ready",
    ]);
    expect(report.of("look-up.voices").found).toContain("the base URL or the route is wrong");
    expect(report.checks.filter(({ state }) => state === "not ready")).toHaveLength(1);
  });

  test("a temporary failure: could not tell, exit 1", async () => {
    const { env } = await withService([{ path: "/user/leads", fault: { status: 500 } }]);
    const report = await doctor(env);
    expect([report.code, report.verdict]).toEqual([1, "could not tell"]);
    expect(report.of("look-up.leads")).toMatchObject({ state: "could not tell", todo: "run again" });
  });
});

describe("the listing of campaigns, on an assumed route", () => {
  const missing = 'pulumi config set voicecall:routes \'{"listCampaigns":"GET /YOUR/PATH"}\'';

  test("is missing: not ready, with the setting to change", async () => {
    const { env } = await withService([], { strict: true });
    const report = await doctor(env);
    expect([report.code, report.of("look-up.campaigns").state]).toEqual([2, "not ready"]);
    expect(report.of("look-up.campaigns").found).toContain(missing);
  });

  test("with --stack, suggested commands name that stack", async () => {
    const { env } = await withService([], { strict: true });
    const config = { stdout: JSON.stringify({ "voicecall:accessToken": { value: "local-token" } }) };
    const report = await doctor(env, { args: ["--no-program", "--stack", "prod"], pulumi: { config } });
    expect(report.of("settings").todo).toMatch(
      /`pulumi config set --secret voicecall:accessToken --stack prod`$/,
    );
    expect(report.of("look-up.campaigns").found).toContain(`${missing} --stack prod`);
    const unset = await doctor({}, { args: ["--no-program", "--stack", "prod"], pulumi: { config } });
    expect(unset.of("configuration").todo).toContain(
      "`pulumi config set voicecall:baseUrl <url> --stack prod`",
    );
  });

  test("the suggested setting keeps the routes that are already set", async () => {
    const { env } = await withService([], { strict: true });
    const set = { updateAssistant: "none", deleteTool: "POST /user/tools/{id}/delete" };
    const config = { "voicecall:routes": { value: JSON.stringify(set) } };
    const pulumi = { config: { stdout: JSON.stringify(config) } };
    const report = await doctor(env, { args: ["--no-program", "--stack", "dev"], pulumi });
    for (const part of ['"updateAssistant":"none"', '"deleteTool":"POST /user/tools/{id}/delete"'])
      expect(report.of("look-up.campaigns").found).toContain(part);
  });

  test("is turned off by voicecall:routes: ready", async () => {
    const { env } = await withService([], { strict: true });
    const config = { "voicecall:routes": { value: JSON.stringify({ listCampaigns: "none" }) } };
    const pulumi = { config: { stdout: JSON.stringify(config) } };
    const report = await doctor(env, { args: ["--no-program", "--stack", "dev"], pulumi });
    expect([report.code, report.verdict]).toEqual([0, "ready"]);
    expect(report.of("look-up.campaigns").found).toContain("switched off by voicecall:routes");
  });

  test.each<[string, FaultRule["fault"], string, number]>([
    ["fails for a moment", { status: 500 }, "could not tell", 1],
    ["cannot be read", { status: 200, body: "hello" }, "not ready", 2],
    ["rejects the token", { status: 401 }, "not ready", 2],
    ["returns a web page", "html", "not ready", 2],
  ])("%s", async (_, fault, state, code) => {
    const { env } = await withService([{ path: "/user/campaigns", fault }]);
    const report = await doctor(env);
    expect([report.code, report.of("look-up.campaigns").state]).toEqual([code, state]);
  });
});
