/**
 * A token from the environment goes to a remote base URL from a folder's configuration only if the user
 * agrees.
 */
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseSettings } from "../../provider/http/settings.js";
import { reasonNotToSend } from "../../cli/base/trust.js";
import { canaries } from "../support/canaries.js";
import { fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";
import { serve, type TestServer } from "../unit/http-support.js";

let server: TestServer;
/** A URL that leads to 127.0.0.1, but does not look like a loopback address. */
let elsewhere: string;

beforeEach(async () => {
  server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  elsewhere = server.url.replace("127.0.0.1", "0.0.0.0");
});
afterEach(() => server.close());

const received = () => [...new Set(server.seen.map(({ headers }) => headers.authorization))];

const commands: [name: string, args: string[], refused: number][] = [
  ["call", ["call", "--assistant", "Support", "--to", "+12025550143", "--yes"], 64],
  ["doctor", ["doctor", "--json"], 1],
  ["doctor --no-program", ["doctor", "--json", "--no-program"], 1],
  ["export", ["export", "out", "--json"], 64],
  ["drift --untracked", ["drift", "--untracked", "--json"], 1],
];

/** Runs a command in a folder with this stack configuration. */
async function run(args: string[], config: Record<string, string>, env: NodeJS.ProcessEnv = {}) {
  const values = Object.fromEntries(
    Object.entries({ allowHttp: "true", ...config }).map(([key, value]) => [`voicecall:${key}`, { value }]),
  );
  const { folder, bin } = fakePulumi({
    config: { stdout: JSON.stringify(values) },
    preview: { stdout: "{}" },
    refresh: { stdout: `${JSON.stringify({ summaryEvent: { result: "succeeded" } })}\n` },
    "stack history": { stdout: "[]" },
    "stack export": { stdout: JSON.stringify({ deployment: {} }) },
    stack: { stdout: "dev\n" },
  });
  const { code, all } = await voicecall(args, {
    cwd: folder,
    env: { ...env, PATH: `${bin}${path.delimiter}${process.env["PATH"]}` },
  }).ended;
  return { code, all };
}

test.each(commands)(
  "%s: a token from the environment goes to the base URL of a folder only with --trust-project",
  async (_, args, refused) => {
    const given = [{ baseUrl: elsewhere }, { VOICECALL_ACCESS_TOKEN: canaries.token }] as const;
    const { code, all } = await run(args, ...given);
    expect([code, server.seen], all).toEqual([refused, []]);
    expect(all).toContain(
      `the access token comes from the environment variable VOICECALL_ACCESS_TOKEN, but the base URL ${elsewhere} comes from the stack configuration voicecall:baseUrl`,
    );
    expect(all).toContain("if you trust this project, add --trust-project");

    const trusted = await run([...args, "--trust-project"], ...given);
    expect(received(), trusted.all).toEqual([`Bearer ${canaries.token}`]);
  },
);

test("drift --untracked: an account in state gets a token from the environment only with --trust-project", async () => {
  const account = (accessTokenEnv: string) => ({
    urn: "urn:pulumi:dev::x::pulumi:providers:pulumi-nodejs::other",
    id: "1",
    type: "pulumi:providers:pulumi-nodejs",
    custom: true,
    inputs: {
      "voicecall:explicit": "true",
      "voicecall:baseUrl": elsewhere,
      "voicecall:allowHttp": "true",
      "voicecall:accessTokenEnv": accessTokenEnv,
    },
  });
  for (const name of ["AWS_SECRET_ACCESS_KEY", "VOICECALL_ACCESS_TOKEN"]) {
    const { folder, bin } = fakePulumi({
      refresh: { stdout: `${JSON.stringify({ summaryEvent: { result: "succeeded" } })}\n` },
      "stack history": { stdout: "[]" },
      "stack export": { stdout: JSON.stringify({ deployment: { resources: [account(name)] } }) },
      stack: { stdout: "dev\n" },
    });
    const env = { [name]: canaries.token, PATH: `${bin}${path.delimiter}${process.env["PATH"]}` };
    const { code, all } = await voicecall(["drift", "--untracked"], { cwd: folder, env }).ended;
    expect([code, server.seen], all).toEqual([1, []]);
    expect(all).toMatch(
      /Account other: its objects were not listed: nothing was sent: .*add --trust-project/,
    );
    await voicecall(["drift", "--untracked", "--trust-project"], { cwd: folder, env }).ended;
    expect(received()).toEqual([`Bearer ${canaries.token}`]);
    server.seen.length = 0;
  }
});

test("a variable of another program is sent only with --trust-project, even to this machine", async () => {
  const [, args, refused] = commands[0]!;
  const given = [
    { baseUrl: server.url, accessTokenEnv: "AWS_SECRET_ACCESS_KEY" },
    { AWS_SECRET_ACCESS_KEY: canaries.token },
  ] as const;
  const { code, all } = await run(args, ...given);
  expect([code, server.seen], all).toEqual([refused, []]);
  expect(all).toContain("voicecall:accessTokenEnv would send the environment variable AWS_SECRET_ACCESS_KEY");
  expect(all).toContain("--trust-project");

  const trusted = await run([...args, "--trust-project"], ...given);
  expect(received(), trusted.all).toEqual([`Bearer ${canaries.token}`]);
});

describe("the question at a terminal", () => {
  const far = "https://voice.example.com";
  const token = canaries.token;

  /** Answers all questions with `answer`. Returns the questions, and why the token must not be sent. */
  async function answering(
    config: Record<string, string>,
    env: Record<string, string>,
    { answer = true, trustProject = false } = {},
  ) {
    const questions: string[] = [];
    const ask = (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    };
    const settings = parseSettings((key) => config[key], env);
    return { questions, refused: await reasonNotToSend(settings, { trustProject }, ask) };
  }

  test("asks whether the token may be sent, with its variable and the base URL; yes sends it, no is an error", async () => {
    const given = [{ baseUrl: far }, { VOICECALL_ACCESS_TOKEN: token }] as const;
    const question = `The access token comes from the environment variable VOICECALL_ACCESS_TOKEN, but the base URL ${far} comes from the stack configuration voicecall:baseUrl. Send the token to this URL?`;
    expect(await answering(...given)).toEqual({ questions: [question], refused: undefined });
    expect(await answering(...given, { answer: false })).toEqual({
      questions: [question],
      refused: expect.stringMatching(/^the access token .* and sending the token was not confirmed$/),
    });
    expect(await answering(...given, { trustProject: true })).toEqual({ questions: [], refused: undefined });
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      "the provider's variable, named in the folder",
      { baseUrl: far, accessTokenEnv: "VOICECALL_TOKEN_EU" },
      { VOICECALL_TOKEN_EU: token },
    ],
    ["a folder's token, the environment's base URL", { accessToken: token }, { VOICECALL_BASE_URL: far }],
  ])("also for %s", async (_, config, env) => {
    expect((await answering(config, env)).questions).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["both from the environment", {}, { VOICECALL_ACCESS_TOKEN: token, VOICECALL_BASE_URL: far }],
    [
      "both from the environment, same base URL in the folder",
      { baseUrl: far },
      { VOICECALL_ACCESS_TOKEN: token, VOICECALL_BASE_URL: far },
    ],
    ["both from the folder", { baseUrl: far, accessToken: token }, {}],
    ["an address of this machine", { baseUrl: "http://127.0.0.1:4010" }, { VOICECALL_ACCESS_TOKEN: token }],
    ["this machine by its name", { baseUrl: "http://localhost:4010" }, { VOICECALL_ACCESS_TOKEN: token }],
    [
      "a variable of this provider, for the environment's base URL",
      { accessTokenEnv: "VOICECALL_TOKEN_EU" },
      { VOICECALL_TOKEN_EU: token, VOICECALL_BASE_URL: far },
    ],
    ["an account of the program", { explicit: "true", baseUrl: far, accessToken: token }, {}],
    ["no token", { baseUrl: far }, {}],
    ["no base URL", {}, { VOICECALL_ACCESS_TOKEN: token }],
  ])("does not ask with %s", async (_, config, env) => {
    expect(await answering(config, env)).toEqual({ questions: [], refused: undefined });
  });

  test.each(["GITHUB_TOKEN", "voicecall_token", "MY_VOICECALL_TOKEN"])(
    "does not ask about the variable %s, which needs the option",
    async (name) => {
      for (const baseUrl of [far, "http://127.0.0.1:4010"]) {
        const given = [{ baseUrl, accessTokenEnv: name }, { [name]: token }] as const;
        expect(await answering(...given)).toEqual({ questions: [], refused: expect.stringContaining(name) });
        expect(await answering(...given, { trustProject: true })).toEqual({
          questions: [],
          refused: undefined,
        });
      }
    },
  );
});
