/**
 * Kills the command or the provider host before or after the service processes a request. Then runs the next
 * command, and follows the advice of its error, if any. `npm test` runs a few rows, and `npm run soak -- kills` runs all.
 */
import { expect, test } from "vitest";
import type { CommandResult } from "../../support/commands.js";
import { must } from "../../support/engine.js";
import { adopt, expectAllOnce, expectNothing } from "./account.js";
import { ROWS, nameOf, type Row } from "./rows.js";
import { inSoak } from "../../support/soak.js";
import { MESSAGES } from "./messages.js";
import { killed } from "./strike.js";

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
