/** Which providers of a program use one account. */
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { typeToken } from "../../sdk/host.js";
import { Account } from "../../sdk/index.js";
import { assertOneProvider } from "../../sdk/one-provider.js";
import { mocked } from "./sdk-mocks.js";

const URL = "https://here.example.com/api";

beforeEach(async () => {
  vi.stubEnv("VOICECALL_BASE_URL", URL);
  vi.stubEnv("VOICECALL_ACCESS_TOKEN", "one");
  vi.stubEnv("OTHER_TOKEN", "other");
  await mocked();
  return () => vi.unstubAllEnvs();
});

type Provider = pulumi.ProviderResource | undefined;

let accounts = 0;
const account = (args: object = {}, opts?: pulumi.ResourceOptions): Account =>
  new Account(`account${(accounts += 1)}`, { accessTokenEnv: "VOICECALL_ACCESS_TOKEN", ...args }, opts);
const withToken = (accessToken: pulumi.Input<string>, args: object = {}): Account =>
  account({ accessTokenEnv: undefined, accessToken, ...args });

const used = (...providers: Provider[]): Promise<PromiseSettledResult<void>[]> =>
  Promise.allSettled(
    providers.map((provider, index) => assertOneProvider(`Lead "lead${index}"`, { provider })),
  );
const reasons = async (...providers: Provider[]): Promise<unknown[]> =>
  (await used(...providers)).map((one) => (one.status === "rejected" ? (one.reason as unknown) : "accepted"));

const ofChild = (provider: Account): Provider =>
  new pulumi.ComponentResource("tests:index:Site", "site", {}, { providers: [provider] }).getProvider(
    typeToken("Lead"),
  );

/** Known after some turns. */
const later = async (value: string): Promise<string> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  return value;
};

describe("two providers for one account: the resources of both are rejected with one error", () => {
  it.each<[words: string, providers: () => Provider[]]>([
    ["the default one and an Account", () => [undefined, account()]],
    ["two Accounts", () => [account(), account()]],
    ["one that a component passes on", () => [undefined, ofChild(account())]],
    ["tokens in two ways", () => [account(), withToken(pulumi.secret(" one "))]],
    [
      "another spelling of the base URL",
      () => [undefined, account({ baseUrl: "https://HERE.example.com:443/api/" })],
    ],
    ["a token that is known later", () => [withToken(later("one")), withToken(later("one"))]],
  ])("%s", async (_words, providers) => {
    const [first, second] = await reasons(...providers());
    expect(first).toBeInstanceOf(pulumi.RunError);
    expect(second).toBe(first);
  });

  it("names the first resource of each, and what to do; Pulumi adds nothing", async () => {
    const [error] = (await reasons(undefined, new Account("same", { accessToken: "one" }))) as Error[];
    const message =
      'Lead "lead0" (the default provider) and Lead "lead1" (Account "same") use one account, but no provider knows ' +
      "the resources of another one. Use one provider per account. If you rename resources too, move first, then " +
      "rename in the next run.";
    error!.message = `error serializing property "__provider": ${error!.message}`;
    expect(error!.message).toBe(message);
  });

  it("only the later ones of a program that has waited", async () => {
    expect(await reasons(undefined)).toEqual(["accepted"]);
    expect(await reasons(account())).toEqual([expect.any(pulumi.RunError)]);
  });

  it("only the resources of a provider whose token is known later, because to wait could be to wait for itself", async () => {
    let known!: (token: string) => void;
    const late = assertOneProvider("Lead", {
      provider: withToken(new Promise((resolve) => (known = resolve))),
    });
    await assertOneProvider("Lead", { provider: undefined });
    known("one");
    await expect(late).rejects.toThrow("Use one provider per account.");
  });
});

describe("accepted", () => {
  it.each<[words: string, providers: () => Provider[]]>([
    ["another token", () => [undefined, account({ accessTokenEnv: "OTHER_TOKEN" })]],
    ["another base URL", () => [undefined, account({ baseUrl: "https://there.example.com" })]],
    ["no token", () => [account({ accessTokenEnv: "UNSET" }), account({ accessTokenEnv: "UNSET" })]],
    ["secrets of a pull request from a fork", () => [withToken("offline"), withToken("offline")]],
    [
      "variables that only the provider has",
      () => [undefined, account({}, { envVarMappings: { OTHER_TOKEN: "VOICECALL_ACCESS_TOKEN" } })],
    ],
  ])("%s", async (_words, providers) => {
    expect(await reasons(...providers())).toEqual(["accepted", "accepted"]);
  });

  it("one Account for all resources", async () => {
    const one = account();
    expect(await reasons(one, one, ofChild(one))).toEqual(["accepted", "accepted", "accepted"]);
  });

  it("a token that the preview does not know", async () => {
    await mocked({ preview: true });
    expect(await reasons(undefined, withToken(pulumi.unknown as string))).toEqual(["accepted", "accepted"]);
  });

  it("providers of two programs in one process", async () => {
    expect(await reasons(undefined)).toEqual(["accepted"]);
    await mocked();
    expect(await reasons(account())).toEqual(["accepted"]);
  });
});
