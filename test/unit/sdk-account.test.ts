import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settingsTable } from "../../provider/http/settings-table.js";
import { parseSettings } from "../../provider/http/settings.js";
import { credentialKeys, policyKeys } from "../../sdk/generated/account.js";
import { Account, type AccountArgs, getVoices, MidCallTool } from "../../sdk/index.js";
import { mocked, settled, type Registered } from "./sdk-mocks.js";

let registered: Registered[];
beforeEach(async () => void (registered = await mocked()));
afterEach(() => pulumi.runtime.setAllConfig({}));

async function bagOf(args: AccountArgs): Promise<Record<string, unknown>> {
  await settled(new Account("account", args).urn);
  const { inputs, type } = registered[0]!;
  expect(type).toBe("pulumi:providers:pulumi-nodejs");
  return inputs;
}

describe("an account", () => {
  it("passes its settings as strings, in the namespace, marked as explicit", async () => {
    const bag = await bagOf({
      baseUrl: "https://voice.example.com",
      accessTokenEnv: "BERLIN_TOKEN",
      listLag: 5,
      timeout: "500ms",
      allowHttp: true,
      maxInFlight: pulumi.output(3),
      routes: { deleteLead: "none", updateTool: pulumi.output("PATCH /user/tools/{id}") },
      debug: undefined,
    });
    expect(bag).toEqual({
      "voicecall:explicit": "true",
      "voicecall:baseUrl": "https://voice.example.com",
      "voicecall:accessTokenEnv": "BERLIN_TOKEN",
      "voicecall:listLag": "5",
      "voicecall:timeout": "500ms",
      "voicecall:allowHttp": "true",
      "voicecall:maxInFlight": "3",
      "voicecall:routes": '{"deleteLead":"none","updateTool":"PATCH /user/tools/{id}"}',
    });
    const settings = parseSettings((key) => bag[`voicecall:${key}`] as string | undefined, {
      BERLIN_TOKEN: "t",
    });
    expect(settings).toMatchObject({ listLag: 5000, timeout: 500, allowHttp: true, maxInFlight: 3 });
    expect(settings.routes.deleteLead.available).toBe(false);
  });

  it("leaves out a setting whose output has no value", async () => {
    const nothing = pulumi.output<unknown>(null) as pulumi.Output<string>;
    const bag = await bagOf({ accessTokenEnv: nothing, baseUrl: nothing });
    expect(bag).toEqual({ "voicecall:explicit": "true" });
  });

  it("passes its fences, and keeps those of the stack if an output has no value", async () => {
    const callOnly = ["+12025550143", "+4930*"];
    expect(await bagOf({ callOnly, maxLeads: 5 })).toEqual({
      "voicecall:explicit": "true",
      "voicecall:callOnly": '["+12025550143","+4930*"]',
      "voicecall:maxLeads": "5",
    });
    pulumi.runtime.setAllConfig({ "voicecall:callOnly": "+1202555" });
    registered = await mocked();
    const nothing = pulumi.output<unknown>(null) as pulumi.Output<string>;
    expect(await bagOf({ callOnly: nothing })).toMatchObject({ "voicecall:callOnly": "+1202555" });
  });

  it.each(["acessToken", "__proto__", "constructor", "a\nb"])("rejects the unknown setting %j", (key) => {
    const args = Object.fromEntries([[key, "canary"]]) as AccountArgs;
    expect(() => new Account("account", args)).toThrow(/^\S+ is not a setting of an Account\./);
    expect(() => new Account("account", args)).not.toThrow(/canary/);
  });

  it("keeps the token secret", async () => {
    const account = new Account("account", { accessToken: "token-1" });
    const bag = account as unknown as Record<string, pulumi.Output<string>>;
    expect(await settled(bag["voicecall:accessToken"]!)).toMatchObject({ value: "token-1", secret: true });
  });

  it("takes missing policies from the stack, but neither base URL nor token", async () => {
    pulumi.runtime.setAllConfig({
      "voicecall:onConflict": "overwrite",
      "voicecall:listLag": "20s",
      "voicecall:baseUrl": "https://other.example.com",
      "voicecall:accessToken": "other",
      "voicecall:accessTokenEnv": "OTHER",
    });
    expect(await bagOf({ accessTokenEnv: "MINE", listLag: 1 })).toEqual({
      "voicecall:explicit": "true",
      "voicecall:accessTokenEnv": "MINE",
      "voicecall:onConflict": "overwrite",
      "voicecall:listLag": "1",
    });
  });

  it("knows every setting", () => {
    expect([...credentialKeys, ...policyKeys]).toEqual(settingsTable.map(({ key }) => key));
  });
});

describe("settings in the stack configuration", () => {
  const make = () =>
    new MidCallTool("t", { name: "a", description: "b", endpoint: "https://a.example", method: "GET" });

  it.each([
    [{ "voicecal:onConflict": "warn" }, ["voicecal:onConflict", "voicecall:onConflict"]],
    [{ "voice-call:listLags": "5" }, ["voice-call:listLags", "voicecall:listLag"]],
    [
      { "project:onConflict": "warn", "project:onExisting": "create" },
      ["project:onConflict", "project:onExisting"],
    ],
    // A program may use these names for its own settings.
    [{ "project:baseUrl": "https://a.example", "project:onConflicts": "warn" }, []],
    [{ "other:onConflict": "warn", "aws:timeout": "5" }, []],
  ])("warns once about %j, which has no effect", (config, says) => {
    const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
    pulumi.runtime.setAllConfig(config, []);
    make();
    make();
    const texts = warn.mock.calls.map(([text]) => text);
    warn.mockRestore();
    expect(texts).toHaveLength(says.length === 0 ? 0 : Object.keys(config).length);
    for (const text of says) expect(texts.join("\n")).toContain(text);
    expect(texts.join("\n")).not.toContain('warn"');
  });

  it("rejects an unknown setting, with a suggestion", () => {
    pulumi.runtime.setAllConfig({ "voicecall:onConflicts": "warn", "other:onConflicts": "x" });
    expect(make).toThrow(
      'voicecall:onConflicts in the stack configuration is not a setting. Did you mean "onConflict"?',
    );
    expect(() => getVoices()).toThrow("voicecall:onConflicts");
  });

  it.each([
    ["allowHttp", "yes", "`false`, `true`. The default is false."],
    ["listLag", "5 minutes", "seconds such as `10`"],
    ["maxInFlight", "many", "a whole number from 1 to 100"],
  ])("rejects a wrong value of %s, and shows the value unless it is secret", (key, value, allowed) => {
    const full = `voicecall:${key}`;
    pulumi.runtime.setAllConfig({ [full]: value }, []);
    expect(make).toThrow(
      `${full} in the stack configuration is "${value}", which is not allowed. Allowed: ${allowed}`,
    );
    expect(() => getVoices()).toThrow(full);
    pulumi.runtime.setAllConfig({ [full]: value }, [full]);
    expect(make).toThrow(`${full} in the stack configuration has a value that is not allowed. Allowed: `);
    expect(make).not.toThrow(value);
  });

  it("accepts every default", () => {
    const defaults = settingsTable.map((row) => [`voicecall:${row.key}`, ` ${row.default} `] as const);
    pulumi.runtime.setAllConfig(Object.fromEntries(defaults.filter(([, value]) => value.trim() !== "")), []);
    expect(make).not.toThrow();
  });

  it.each([
    [[], 1],
    [["voicecall:accessToken"], 0],
  ])("with secret keys %j warns about a token in clear text %i times", (secrets, times) => {
    const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
    pulumi.runtime.setAllConfig({ "voicecall:accessToken": "canary-token" }, secrets);
    make();
    make();
    expect(warn).toHaveBeenCalledTimes(times);
    for (const [text] of warn.mock.calls) {
      expect(text).toContain("pulumi config set --secret voicecall:accessToken");
      expect(text).not.toContain("canary-token");
    }
    warn.mockRestore();
  });
});
