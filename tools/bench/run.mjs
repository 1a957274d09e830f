import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onExit } from "signal-exit";
import { checkOutcome } from "./checks.mjs";
import { startHosts } from "./host-start.mjs";
import { account, CHANGED_PROMPT } from "./objects.mjs";
import { CHANGED, DRIFTED, OPERATIONS } from "./operations.mjs";
import { cpuByPart, hostPeak } from "./results.mjs";
import { CONDITIONS, startService, total } from "./service.mjs";
import { openStack } from "./subjects.mjs";

/**
 * Measures all rounds of a cell. Calls `note` with the result of each command: its figures, or `error`. A failure
 * does not end the bench.
 */
export async function runCell(cell, programs, note) {
  for (let round = 1; round <= cell.rounds; round += 1) {
    // No goal needs more than one round with Terraform.
    const subjects = round === 1 ? cell.subjects : cell.subjects.filter((subject) => subject !== "terraform");
    await runRound({ ...cell, round, subjects }, programs, note);
  }
}

async function runRound(cell, programs, note) {
  const root = mkdtempSync(path.join(os.tmpdir(), "voicecall-bench-"));
  const removeFiles = () => rmSync(root, { recursive: true, force: true });
  const forget = onExit(removeFiles);
  const open = [];
  try {
    for (const subject of cell.subjects) {
      const entry = await openSubject(subject, { ...cell, root, programs, note });
      if (entry) open.push(entry);
    }
    const all = async (entry) => {
      for (const operation of Object.keys(OPERATIONS))
        await runOperation(operation, entry, { ...cell, note });
    };
    if (CONDITIONS[cell.condition].inParallel) return void (await Promise.all(open.map(all)));
    // The subjects take turns, so that other load on this machine affects all of them equally.
    for (const operation of Object.keys(OPERATIONS)) {
      for (const entry of open) await runOperation(operation, entry, { ...cell, note });
      if (operation === "create" && cell.hostStarts && cell.round === 1)
        await noteHostStarts(open, cell, note);
    }
  } finally {
    for (const { service } of open) await service.close();
    removeFiles();
    forget();
  }
}

async function openSubject(subject, { condition, size, round, root, programs, note }) {
  const folder = path.join(root, subject);
  mkdirSync(folder);
  const service = await startService(condition, size);
  try {
    const stack = await openStack(subject, programs, { folder, service, condition });
    stack.declare(account(size));
    return { subject, service, stack };
  } catch (error) {
    await service.close();
    note({ condition, size, round, subject, operation: "create", error: error.message });
    return undefined;
  }
}

async function runOperation(operation, entry, { condition, size, round, operations, note }) {
  const { subject, service, stack } = entry;
  const isWanted = operations.includes(operation);
  if (entry.failed || !(isWanted || isNeeded(operation, operations))) return;
  const record = { condition, size, round, subject, operation };
  let restore = () => {};
  try {
    if (subject !== "floor" && (operation === "refreshDrifted" || operation === "drift"))
      restore = service.changeManually(DRIFTED);
    if (operation === "changeOne") stack.declare(withChange(account(size)));
    service.begin();
    const result = await stack.run(operation);
    if (!result) return;
    const { routes, refused } = service.requests();
    checkOutcome(operation, { subject, size, result, service, stack });
    if (isWanted)
      note({
        ...record,
        ...{ wallSeconds: result.wallSeconds, cpuSeconds: result.cpuSeconds, runs: result.runs ?? 1 },
        ...{ hostPeakBytes: hostPeak(result.processes), parts: cpuByPart(result.processes) },
        ...{ stateBytes: stack.stateBytes(), routes, refused, requests: total({ routes }) },
      });
    service.beCalm();
    if (operation === "create") await stack.settle();
  } catch (error) {
    // Without the objects, nothing else can be measured.
    entry.failed = operation === "create";
    note({ ...record, error: error.message });
  } finally {
    restore();
  }
}

/** All other commands need the objects of `create`. */
const isNeeded = (operation, operations) =>
  operation === "create" && operations.some((wanted) => wanted !== "create");

function withChange({ tools, assistants }) {
  return {
    tools,
    assistants: assistants.map((assistant) =>
      assistant.name === CHANGED ? { ...assistant, systemPrompt: CHANGED_PROMPT } : assistant,
    ),
  };
}

async function noteHostStarts(open, { condition, size, round }, note) {
  const record = { condition, size, round, operation: "hostStart" };
  const hosts = open.filter(({ subject, failed }) => subject !== "terraform" && !failed);
  try {
    for (const [subject, figures] of Object.entries(await startHosts(hosts)))
      note({ ...record, subject, ...figures });
  } catch (error) {
    note({ ...record, subject: "ours", error: error.message });
  }
}
