import type { Emulator, EmulatorOptions, RecordedRequest } from "../../emulator/index.js";
import { closeAfterTest } from "./after-test.js";
import { type Stack, type StackOptions, createStack } from "./engine.js";
import { startService } from "./service.js";

/** A local service in this process. Closed after the test. */
export async function service(options: EmulatorOptions = {}): Promise<Emulator> {
  return closeAfterTest(await startService(options));
}

/** A stack of a real engine that uses the service. Removed after the test. */
export async function stackOn(
  emulator: Emulator,
  program: string,
  more: Partial<StackOptions> = {},
): Promise<Stack> {
  const stack = await createStack({ program, emulator, ...more });
  closeAfterTest({ close: () => stack.dispose() });
  return stack;
}

export const writes = (emulator: Emulator): RecordedRequest[] =>
  emulator.requests().filter(({ method }) => method !== "GET");

export const count = (emulator: Emulator, method: string, path: string): number =>
  emulator.requests().filter((request) => request.method === method && request.path === path).length;

/** Sends a request to the service without the provider, as a manual change. */
export async function byHand(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const response = await fetch(emulator.address + path, {
    method,
    headers: {
      authorization: `Bearer ${emulator.token}`,
      accept: "application/json",
      "content-type": "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

/** A program in plain JavaScript (CommonJS), with the imports and declarations that many tests use. */
export const js = (body: string): string =>
  `const pulumi = require("@pulumi/pulumi");
const { Account, Assistant, Campaign, CampaignState, Lead, MidCallTool, getAssistant, getLanguages, getMidCallTool, getModels, getPhoneNumbers, getVoices, prompt } = require("pulumi-voicecall");
const tool = (name, more) => ({ name, description: "A tool for tests.", endpoint: "https://tools.example.com/" + name, method: "GET", headers: [{ name: "Authorization", value: process.env.CANARY_HEADER }], ...more });
const support = { name: "Support", voice: "Sarah", language: "English", llmModel: "GPT-4o-mini", callsDirection: "make", engineType: "pipeline", timezone: "Europe/Berlin", initialMessage: "Hello!", systemPrompt: "You help." };
${body}`;

/**
 * The sorted steps of `preview --json`, such as "update support (name, tools)" with the inputs that differ.
 * Leaves out the stack and the providers.
 */
export async function steps(stack: Stack, ...extra: string[]): Promise<string[]> {
  const { steps: all = [] } = await stack.previewJson(...extra);
  const found = all
    .filter(({ urn }) => urn.includes("voicecall:"))
    .map(({ op, urn, diffReasons, detailedDiff }) => {
      const fields = [
        ...new Set(
          [...(diffReasons ?? []), ...Object.keys(detailedDiff ?? {})].map((path) => path.split(/[.[]/)[0]!),
        ),
      ];
      return `${op} ${urn.split("::").at(-1)!}${fields.length > 0 ? ` (${fields.sort().join(", ")})` : ""}`;
    });
  return found.sort();
}
