import * as pulumi from "@pulumi/pulumi";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  Account,
  getAssistant,
  getLanguages,
  getMidCallTool,
  getModels,
  getPhoneNumbers,
  getVoices,
} from "../../sdk/index.js";
import type { AssistantRecord, MidCallToolRecord, Model, Voice } from "../../sdk/index.js";
import * as runtime from "../../sdk/runtime.js";
import { mocked, settled } from "./sdk-mocks.js";

const openRuntime = vi.spyOn(runtime, "openRuntime");

const service = {
  voices: vi.fn(async () => [{ id: 1, name: "Sarah", mode: "pipeline" }] as Voice[]),
  models: vi.fn(async () => [{ id: 1, name: "GPT-4o-mini" }] as Model[]),
  languages: vi.fn(async () => [{ id: 1, name: "English", iso2: "en" }]),
  phoneNumbers: vi.fn(async () => [
    { id: 1, phoneNumber: "+12025550101", countryCode: "US", typeLabel: "SIP", isAvailable: true },
  ]),
  assistant: vi.fn(async (name: string) => ({ id: 3, name, voiceId: 1 }) as AssistantRecord),
  midCallTool: vi.fn(async (name: string) => ({ id: 4, name }) as MidCallToolRecord),
  offline: false,
};

/** Installs a monitor without `mocks`, like that of a real engine. */
async function engine(preview = false): Promise<void> {
  await mocked({ preview });
  const hidden = { has: (monitor: object, key: string) => key !== "mocks" && key in monitor };
  const monitor = new Proxy(pulumi.runtime.getMonitor() as object, hidden);
  pulumi.runtime.setMockOptions(monitor, "project", "stack", preview);
}

beforeEach(async () => {
  vi.clearAllMocks();
  openRuntime.mockResolvedValue(service);
  await engine();
});
afterEach(() => pulumi.runtime.setAllConfig({}));
afterAll(() => openRuntime.mockRestore());

describe("a lookup", () => {
  it("returns what the provider finds", async () => {
    expect((await settled(getVoices({ mode: "pipeline" }))).value).toEqual(await service.voices());
    expect(service.voices).toHaveBeenCalledWith("pipeline");
    expect((await settled(getModels())).value).toEqual(await service.models());
    expect((await settled(getLanguages())).value).toEqual(await service.languages());
    expect((await settled(getPhoneNumbers({ type: "inbound" }))).value).toEqual(await service.phoneNumbers());
    expect(service.phoneNumbers).toHaveBeenCalledWith("inbound");
    const assistant = await settled(getAssistant({ name: pulumi.output("Support") }));
    expect(assistant.value).toEqual({ id: 3, name: "Support", voiceId: 1 });
    expect((await settled(getMidCallTool({ name: "get_hours" }))).value).toEqual({
      id: 4,
      name: "get_hours",
    });
  });

  it("looks up once for two equal calls, and again in another run", async () => {
    await Promise.all([
      settled(getVoices()),
      settled(getVoices()),
      settled(getVoices({ mode: "multimodal" })),
    ]);
    expect(service.voices).toHaveBeenCalledTimes(2);
    expect(openRuntime).toHaveBeenCalledTimes(1);
    await engine();
    await settled(getVoices());
    expect(service.voices).toHaveBeenCalledTimes(3);
  });

  it("returns a list of its own to each call", async () => {
    const [first, second] = await Promise.all([settled(getVoices()), settled(getVoices())]);
    first.value.length = 0;
    expect(second.value).toEqual(await service.voices());
  });

  it("uses the stack's settings, or those of the account that is passed", async () => {
    pulumi.runtime.setAllConfig({ "voicecall:accessToken": "stack", "voicecall:timeout": "5s" });
    const account = new Account("account", { accessToken: "account", baseUrl: "https://voice.example.com" });
    const voices = await settled(getVoices({}, { provider: account }));
    expect(voices.secret).toBe(false);
    await settled(getVoices());
    expect(openRuntime.mock.calls.map(([settings]) => settings)).toEqual([
      { explicit: "true", accessToken: "account", baseUrl: "https://voice.example.com", timeout: "5s" },
      { accessToken: "stack", timeout: "5s" },
    ]);
  });

  it("is unknown in a preview without a token", async () => {
    openRuntime.mockResolvedValue({ ...service, offline: true });
    await engine(true);
    const voices = getVoices();
    expect(await settled(voices)).toMatchObject({ known: false, value: undefined });
    const applied = vi.fn();
    await settled(voices.apply(applied));
    expect(applied).not.toHaveBeenCalled();
    expect((await settled(getAssistant({ name: "Support" }).id)).known).toBe(false);
    expect(service.voices).not.toHaveBeenCalled();
  });

  it("is an error without a token when it is not a preview", async () => {
    openRuntime.mockResolvedValue({ ...service, offline: true });
    await expect(settled(getVoices())).rejects.toThrow(
      /getVoices: there is no access token.*VOICECALL_ACCESS_TOKEN/,
    );
  });

  it("passes the provider's error on, without internals", async () => {
    service.voices.mockRejectedValueOnce(Object.assign(new Error("401"), { name: "VoicecallError" }));
    const failure = await settled(getVoices()).catch((error: unknown) => error);
    expect(pulumi.RunError.isInstance(failure)).toBe(true);
    expect((failure as Error).stack).toBe("401");
    openRuntime.mockRejectedValueOnce(Object.assign(new Error("two base URLs"), { name: "VoicecallError" }));
    await engine();
    await expect(settled(getModels())).rejects.toThrow("two base URLs");
  });
});

describe("under Pulumi's mocks", () => {
  const answers: Record<string, Record<string, unknown>> = {
    "voicecall:index:getVoices": { voices: [{ id: 9, name: "Mocked", mode: "pipeline" }] },
    "voicecall:index:getModels": { 0: { id: 8, name: "As an array" } },
    "voicecall:index:getAssistant": { id: 5, name: "Mocked" },
    "voicecall:index:getPhoneNumbers": { type: "inbound" },
  };

  it("gets its result from the mock, without a service", async () => {
    const requests: unknown[] = [];
    await mocked({
      call: ({ token, inputs }) => {
        requests.push([token, inputs]);
        return answers[token] ?? {};
      },
    });
    expect((await settled(getVoices({ mode: "pipeline" }))).value).toEqual([
      { id: 9, name: "Mocked", mode: "pipeline" },
    ]);
    expect((await settled(getModels())).value).toEqual([{ id: 8, name: "As an array" }]);
    expect((await settled(getLanguages())).value).toEqual([]);
    expect((await settled(getAssistant({ name: "Support" }).id)).value).toBe(5);
    await expect(settled(getPhoneNumbers({ type: "inbound" }))).rejects.toThrow(/must return { phoneNumbers/);
    expect(requests[0]).toEqual(["voicecall:index:getVoices", { mode: "pipeline" }]);
    expect(openRuntime).not.toHaveBeenCalled();
  });
});
