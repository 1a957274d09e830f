/** A program's `pulumi` command that answers what a test says: the tier `cli` runs without an engine. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeAfterTest } from "./after-test.js";

export interface Answered {
  code?: number;
  stdout?: string;
  stderr?: string;
}

export interface FakePulumi {
  /** Holds a Pulumi.yaml. */
  folder: string;
  /** To put before the PATH. */
  bin: string;
}

/** @param answers by the first one or two words of the command line, such as `preview` or `stack export` */
export function fakePulumi(answers: Record<string, Answered>): FakePulumi {
  const root = mkdtempSync(path.join(tmpdir(), "voicecall-cli-"));
  closeAfterTest({ close: () => rmSync(root, { recursive: true, force: true }) });
  const [folder, bin] = [path.join(root, "program"), path.join(root, "bin")];
  for (const each of [folder, bin]) mkdirSync(each);
  writeFileSync(path.join(folder, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  const script = `#!${process.execPath}
const answers = ${JSON.stringify(answers)};
const [first, second] = process.argv.slice(2);
const { code = 0, stdout = "", stderr = "" } =
  answers[first + " " + second] ?? answers[first] ?? { code: 9, stderr: "not asked for" };
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
`;
  writeFileSync(path.join(bin, "pulumi"), script);
  chmodSync(path.join(bin, "pulumi"), 0o755);
  return { folder, bin };
}
