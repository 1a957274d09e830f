import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MidCallTool } from "../../sdk/index.js";
import type { MidCallToolArgs } from "../../sdk/index.js";
import { mocked } from "./sdk-mocks.js";

const args: MidCallToolArgs = {
  name: "find_slots",
  description: "Finds the free slots.",
  endpoint: "https://tools.example.com/slots",
  method: "POST",
  schema: [],
};

beforeEach(async () => void (await mocked()));
afterEach(() => vi.unstubAllEnvs());

/** How many stack frames are recorded while Pulumi's SDK registers a resource. */
function framesDuringRegistration(): number {
  let frames = -1;
  const observe = (): undefined => void (frames = Error.stackTraceLimit);
  new MidCallTool("slots", args, { transformations: [observe] });
  return frames;
}

describe("stacks of a program", () => {
  test("are not recorded while a resource is registered", () => {
    expect(framesDuringRegistration()).toBe(0);
  });

  test("are recorded if PULUMI_DEBUG_PROMISE_LEAKS is set", () => {
    vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "true");
    expect(framesDuringRegistration()).toBeGreaterThan(0);
  });

  test("are recorded again after a resource", () => {
    const { stackTraceLimit } = Error;
    new MidCallTool("slots", args);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  test("name the line of a resource that Pulumi rejects", () => {
    const { stackTraceLimit } = Error;
    let rejection: unknown;
    try {
      new MidCallTool("", args);
    } catch (error) {
      rejection = error;
    }
    expect(rejection).toMatchObject({ message: expect.stringContaining("name argument") as string });
    expect((rejection as Error).stack).toContain("sdk-stacks.test.ts");
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});
