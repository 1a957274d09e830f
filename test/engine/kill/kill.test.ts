/**
 * Kills the command or the provider host before or after the service processes a request. Then runs the next
 * command, and follows the advice of its error, if any. `npm test` runs a few rows, and `npm run soak -- kills` runs all.
 */
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import type { CommandResult } from "../../support/commands.js";
import { must, type Stack } from "../../support/engine.js";
import { writes } from "../../support/engine-world.js";
import { NAMES, program } from "./program.js";
import { ROWS, type Request, type Row } from "./rows.js";
import { inSoak } from "../../support/soak.js";
import { MESSAGES, named } from "./messages.js";
import { killed } from "./strike.js";

const nameOf = ({ request, moment, victim }: Row): string =>
  `${request.during}: ${request.method} ${request.path}, ${moment}, ${victim}`;

const FEW = [
  "create: POST /user/lead, processed, command",
  "create: POST /user/campaigns/update-status, processed, host",
];
const rows = inSoak("kills") ? ROWS : ROWS.filter((row) => FEW.includes(nameOf(row)));

test("the rows of npm test are rows of the table", () => {
  const all = ROWS.map(nameOf);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(FEW));
});

test.each(rows.map((row) => [nameOf(row), row] as const))("%s", async (_name, row) => {
  const { emulator, stack, command, ended } = await killed(row);
  const { request, moment, victim } = row;
  if (victim === "command") {
    expect(command.signal).toBe("SIGKILL");
    must(await stack.run("cancel", "--yes"));
  } else if (moment !== "answered") {
    expect(command.code, command.all).toBe(1);
    expect(command.all).toContain(MESSAGES.eof);
  }

  const next = await (request.during === "destroy" ? stack.destroy() : stack.up());
  expectWarning(next, row);
  const stops = next.code !== 0;
  if (stops) await adopt(next, row.request, emulator, stack);
  const sends = emulator
    .requests()
    .slice(ended)
    .filter((sent) => sent.method === request.method && isOf(request.path, sent.path))
    .map(({ status }) => status);
  const followed = { stops, sends };
  expect(
    row.expected.map((outcome) => ({ stops: outcome.stops, sends: outcome.sends })),
    next.all,
  ).toContainEqual(followed);
  const outcome = row.expected.find((it) => it.stops === stops && it.sends.length === sends.length)!;
  if (inSoak("kills")) console.log(`${nameOf(row)}: ${outcome.says}`);

  if (request.during === "destroy") expectNothing(emulator);
  else await expectAllOnce(stack, emulator, request.during === "update" ? 1 : 0);
});

const isOf = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace("{id}", "\\d+")}$`).test(path);

/** The engine warns of a pending operation if the command was killed, but not if only the provider host was killed. */
function expectWarning(next: CommandResult, { request, moment, victim }: Row): void {
  if (victim === "host") expect(next.all).not.toMatch(/pending operations|interrupted while/);
  else if (moment !== "answered") expect(next.all).toContain(`, ${MESSAGES.interrupted[request.during]}`);
}

/** Follows the advice of the error: sets `adoptId`, and runs `pulumi up`. */
async function adopt(next: CommandResult, request: Request, emulator: Emulator, stack: Stack): Promise<void> {
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
async function expectAllOnce(stack: Stack, emulator: Emulator, variant: number): Promise<void> {
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

function expectNothing({ state: { tools, assistants, leads, campaigns } }: Emulator): void {
  expect([tools, assistants, leads]).toEqual([[], [], []]);
  expect(campaigns.find(({ id }) => id === 1)!.status).toBe("stopped");
}
