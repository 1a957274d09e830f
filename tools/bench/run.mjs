import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onExit } from "signal-exit";
import { watchLoad } from "./load.mjs";
import { PARTS } from "./parts/all.mjs";

/** Measures one round of a block, which is one size of a part. Resolves to what the page says about it. */
export async function measureRound(block, programs, note) {
  const started = performance.now();
  const load = watchLoad();
  let cpu = 0;
  let failure;
  try {
    await runRound(block, programs, (record) => {
      cpu += record.figures.cpu;
      note(record);
    });
  } catch (error) {
    failure = error.message;
  }
  return { ...load(cpu), seconds: (performance.now() - started) / 1000, failure };
}

async function runRound({ part, size, subjects, round }, programs, note) {
  const root = mkdtempSync(path.join(os.tmpdir(), "voicecall-bench-"));
  const removeFiles = () => rmSync(root, { recursive: true, force: true });
  const forget = onExit(removeFiles);
  const entries = [];
  const closers = [];
  const later = (close) => closers.push(close);
  try {
    for (const subject of subjects) {
      const folder = path.join(root, subject);
      mkdirSync(folder);
      entries.push({ subject, ...(await PARTS[part].open({ subject, size, folder, later }, programs)) });
    }
    // The subjects take turns, so that other load on this machine affects all of them equally.
    for (const operation of Object.keys(PARTS[part].operations))
      for (const { subject, run } of entries) {
        const { figures, requests } = (await run(operation)) ?? {};
        if (figures) note({ part, size, operation, subject, round, figures: { ...figures, requests } });
      }
  } finally {
    for (const close of closers) await close();
    removeFiles();
    forget();
  }
}
