import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Runs with a new folder that only the current user can read, because its files may contain secrets. Then removes it. */
export async function inPrivateFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "voicecall-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs with a file to which other processes may write, and returns the lines that they have written. */
export const withLines = <T>(
  run: (file: string) => Promise<T>,
): Promise<{ result: T; lines: readonly string[] }> =>
  inPrivateFolder(async (folder) => {
    const file = path.join(folder, "lines");
    const result = await run(file);
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    return { result, lines: text.split("\n").filter(Boolean) };
  });
