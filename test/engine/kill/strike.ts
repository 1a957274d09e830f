import type { Emulator } from "../../../emulator/index.js";
import type { CommandResult } from "../../support/commands.js";
import { onceAnswered } from "../../support/answered.js";
import { type Stack, must } from "../../support/engine.js";
import { service, stackOn } from "../../support/engine-world.js";
import { lifelines } from "../../support/lifelines.js";
import { kill } from "../../support/processes.js";
import { program } from "./program.js";
import type { Moment, Row } from "./rows.js";

/** A stack whose command or provider host was killed, at the moment that the row names. */
export interface Killed {
  emulator: Emulator;
  stack: Stack;
  command: CommandResult;
  /** The number of requests before the command. */
  before: number;
  /** The number of requests when all processes of the command have ended. */
  ended: number;
}

export async function killed({ request, moment, victim }: Omit<Row, "expected">): Promise<Killed> {
  const { method, path, during, readBack = "" } = request;
  let strike: () => void = () => undefined;
  // The service calls `sleep` to delay the request. At that moment, the command or the provider host is killed.
  const clock = { now: () => Date.now(), sleep: async () => strike() };
  const emulator = await service({ clock });
  // Only a draft was certainly never started.
  emulator.state.campaigns[0]!.status = "draft";
  const hosts = await lifelines();
  const stack = await stackOn(emulator, program(0), {
    config: { "voicecall:listLag": "200ms" },
    env: hosts.env,
  });
  if (during !== "create") {
    must(await stack.up());
    await hosts.ended();
  }
  if (during === "update") stack.write(program(1));

  const before = emulator.requests().length;
  const where = { method, path, exact: true };
  const hold = { times: 1, fault: { delayMs: 1 } };
  const arm: Record<Moment, () => void> = {
    before: () => {
      emulator.faults.add({ ...where, ...hold, when: "before" });
      // Cuts the delayed request, so that the service does not process it. Also cuts every retry, because a provider
      // host may retry before it notices that its command is dead.
      emulator.faults.add({ ...where, fault: "cut-before" });
    },
    processed: () => void emulator.faults.add({ ...where, ...hold, when: "after" }),
    answered: () => onceAnswered(emulator, method, path, () => strike()),
    "read-back": () =>
      onceAnswered(emulator, method, path, () => {
        emulator.faults.add({ method: "GET", path: readBack, exact: true, ...hold, when: "arrival" });
      }),
  };
  arm[moment]();

  let struck = 0;
  const command = stack.start(during === "destroy" ? "destroy" : "up", "--yes", "--skip-preview");
  strike = () => {
    struck += 1;
    if (victim === "command") command.signal("SIGKILL");
    // After its last response, the engine may have ended the provider host before the kill.
    else for (const host of hostsOf(stack, moment === "answered")) kill(host, "SIGKILL");
  };
  const result = await command.ended;
  // A provider host exits a moment after its command was killed.
  await hosts.ended();
  emulator.faults.clear();
  if (struck !== 1) throw new Error(`The process was killed ${struck} times instead of once:\n${result.all}`);
  return { emulator, stack, command: result, before, ended: emulator.requests().length };
}

export function hostsOf(stack: Stack, mayBeNone: boolean): number[] {
  const found = stack.processes().filter(({ command }) => command.includes("dynamic-provider"));
  if (found.length === 0 && !mayBeNone) throw new Error("There is no provider host to kill.");
  return found.map(({ pid }) => pid);
}
