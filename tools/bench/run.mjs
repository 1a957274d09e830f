import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onExit } from "signal-exit";
import { account, changedAccount } from "./account.mjs";
import { checkOutcome } from "./checks.mjs";
import { pulumiStack } from "./pulumi-stack.mjs";
import { startService } from "./service.mjs";
import { OPERATIONS } from "./table.mjs";
import { terraformStack } from "./terraform-stack.mjs";

/** Measures each operation with each subject, and passes each record to `note`. Throws at the first wrong result. */
export async function runRound({ size, subjects }, { engine, terraform }, note) {
  const root = mkdtempSync(path.join(os.tmpdir(), "voicecall-bench-"));
  const removeFiles = () => rmSync(root, { recursive: true, force: true });
  const forget = onExit(removeFiles);
  const entries = [];
  try {
    for (const subject of subjects) {
      const folder = path.join(root, subject);
      mkdirSync(folder);
      const service = await startService(size);
      const entry = { subject, service };
      entries.push(entry);
      entry.stack = await (subject === "terraform"
        ? terraformStack(terraform, { folder, service })
        : pulumiStack(engine, { subject, folder, service }));
      entry.stack.declare(account(size));
    }
    // The subjects take turns, so that other load on this machine affects all of them equally.
    for (const operation of Object.keys(OPERATIONS))
      for (const entry of entries) note({ size, operation, ...(await runOperation(operation, entry, size)) });
  } finally {
    for (const { service } of entries) await service.close();
    removeFiles();
    forget();
  }
}

async function runOperation(operation, { subject, service, stack }, size) {
  const restore = operation === "drift" && subject !== "floor" ? service.changeManually() : () => undefined;
  if (operation === "change") stack.declare(changedAccount(size));
  service.begin();
  const result = await stack.run(operation);
  const requests = service.requests();
  checkOutcome(operation, { subject, size, result, service, stack });
  restore();
  if (operation === "create") await stack.settle?.();
  return { subject, wallSeconds: result.wallSeconds, cpuSeconds: result.cpuSeconds, requests };
}
