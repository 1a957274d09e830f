/** What the account must contain in the end. */
import { expect } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { must, type Stack } from "../../support/engine.js";
import { NAMES, program } from "./program.js";
import type { Request } from "./rows.js";
import { named } from "./messages.js";
import type { CommandResult } from "../../support/commands.js";
import { writes } from "../../support/engine-world.js";

/** Follows the advice of the error: sets `adoptId`, and runs `pulumi up`. */
export async function adopt(
  next: CommandResult,
  request: Request,
  emulator: Emulator,
  stack: Stack,
): Promise<void> {
  const name = NAMES[request.path as keyof typeof NAMES];
  expect(name, next.all).toBeDefined();
  const { tools, assistants, leads } = emulator.state;
  const objects = { weather: tools, support: assistants, ada: leads }[name];
  expect(objects.map(({ id }) => id)).toHaveLength(1);
  const { id } = objects[0]!;
  expect(next.all).toContain(named(id));
  stack.write(program(0, { [name]: id }));
  must(await stack.up());
  expect(writes(emulator).filter(({ method }) => method === "PUT")).toEqual([]);
}

/** The service matches the program. No object exists twice, and no campaign was started twice. */
export async function expectAllOnce(stack: Stack, emulator: Emulator, variant: number): Promise<void> {
  const { tools, assistants, leads, campaigns } = emulator.state;
  expect([tools.length, assistants.length, leads.length]).toEqual([1, 1, 1]);
  expect([tools[0]!.timeout, assistants[0]!.max_duration, leads[0]!.variables]).toEqual([
    10 + variant,
    60 + variant,
    { visits: variant },
  ]);
  expect(assistants[0]!.tool_ids).toEqual([tools[0]!.id]);
  expect(campaigns.find(({ id }) => id === 1)!.status).toBe("in-progress");
  const starts = emulator
    .requests()
    .filter(({ path, status }) => path.endsWith("update-status") && status === 200);
  expect(starts.length).toBeLessThanOrEqual(1);
  must(await stack.preview("--refresh", "--expect-no-changes"));
}

export function expectNothing({ state: { tools, assistants, leads, campaigns } }: Emulator): void {
  expect([tools, assistants, leads]).toEqual([[], [], []]);
  expect(campaigns.find(({ id }) => id === 1)!.status).toBe("stopped");
}
