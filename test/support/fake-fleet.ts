/**
 * A fake `pulumi` for many stacks, with outputs that a test sets. It is a shell script, because a hundred of
 * them must start in a second.
 */
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./after-test.js";

export interface FleetAnswer {
  code?: number;
  stdout?: string;
  stderr?: string;
  /**
   * Messages that the command's provider hosts report as data. Null if the command starts no provider host, so that
   * nothing writes the message file.
   */
  messages?: object[] | null;
  /** The command runs until it receives SIGINT, and then ends with this result. */
  untilInterrupted?: true;
}

export type FleetAnswers = Record<string, FleetAnswer>;

export interface FakeFleet {
  /** The folder with the programs. */
  folder: string;
  /** An environment with the fake `pulumi` on its PATH. */
  env: Record<string, string>;
  /** Creates a program with these stacks. `settingsOnly` are stacks with only a settings file. */
  program(name: string, stacks: string[], settingsOnly?: string[]): string;
  /** The command and the stack of each call except `stack ls`, in the order in which they started. */
  commands(): string[];
  /** Resolves when this command waits for an interrupt. */
  waits(command: string): Promise<void>;
  /** The largest number of commands that ran at the same time. */
  atOnce(): number;
}

/**
 * @param answers by command (`preview`, `up`, `refresh`) and stack, such as `preview client-a`; `preview` alone is
 * for all other stacks
 */
export function fakeFleet(answers: FleetAnswers): FakeFleet {
  const root = temporaryFolder();
  const [folder, bin, answersFolder] = ["programs", "bin", "answers"].map((name) => path.join(root, name));
  for (const each of [folder!, bin!, answersFolder!]) mkdirSync(each);
  const log = path.join(root, "asked");
  for (const [key, answer] of Object.entries({ "stack history": HISTORY, ...answers }))
    write(answersFolder!, key, answer);
  writeFileSync(path.join(bin!, "pulumi"), script({ answersFolder: answersFolder!, log }));
  chmodSync(path.join(bin!, "pulumi"), 0o755);
  const lines = (): string[] => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []);
  return {
    folder: folder!,
    env: { PATH: `${bin!}${path.delimiter}${process.env["PATH"]}` },
    program: (name, stacks, settingsOnly = []) => {
      const program = path.join(folder!, name);
      mkdirSync(program);
      writeFileSync(path.join(program, "Pulumi.yaml"), `name: ${name}\nruntime: nodejs\n`);
      for (const stack of [...stacks, ...settingsOnly])
        writeFileSync(path.join(program, `Pulumi.${path.basename(stack)}.yaml`), "");
      const listed = stacks.map((stack) => ({ name: stack, current: false }));
      writeFileSync(path.join(program, "stacks.json"), JSON.stringify(listed));
      return program;
    },
    commands: () =>
      lines().flatMap((line) => (line.startsWith("begin ") ? [line.slice("begin ".length)] : [])),
    waits: async (command) => {
      const watcher = watch(root);
      while (!lines().includes(`waits ${command}`)) await once(watcher, "change");
      watcher.close();
    },
    atOnce: () => {
      let [now, most] = [0, 0];
      for (const line of lines()) {
        now += line.startsWith("begin ") ? 1 : line.startsWith("end ") ? -1 : 0;
        most = Math.max(most, now);
      }
      return most;
    },
  };
}

const HISTORY: FleetAnswer = {
  stdout: JSON.stringify([{ kind: "update", result: "succeeded", startTime: "2026-11-21T19:21:27.000Z" }]),
};

function write(answersFolder: string, key: string, answer: FleetAnswer): void {
  const { code = 0, stdout = "", stderr = "", messages = [], untilInterrupted } = answer;
  const file = path.join(answersFolder, key.replaceAll(" ", "-"));
  writeFileSync(`${file}.code`, String(code));
  writeFileSync(`${file}.stdout`, stdout);
  writeFileSync(`${file}.stderr`, stderr);
  if (messages) writeFileSync(`${file}.messages`, messages.map((one) => `${JSON.stringify(one)}\n`).join(""));
  if (untilInterrupted) writeFileSync(`${file}.waits`, "");
}

/** A Node program that replaces the shell, because a shell would run a trap only after its child has ended. */
const UNTIL_INTERRUPTED = `
const { appendFileSync, readFileSync } = require("node:fs");
const [answer, log, asked] = process.argv.slice(1);
const wait = setInterval(() => {}, 2 ** 30);
process.on("SIGINT", () => {
  for (const stream of ["stdout", "stderr"]) process[stream].write(readFileSync(answer + "." + stream));
  appendFileSync(log, "end " + asked + "\\n");
  process.exitCode = Number(readFileSync(answer + ".code"));
  clearInterval(wait);
});
appendFileSync(log, "waits " + asked + "\\n");
`;

const script = ({ answersFolder, log }: { answersFolder: string; log: string }): string => `#!/bin/sh
command="$1"
[ "$1 $2" = "stack ls" ] && exec cat stacks.json
[ "$1" = stack ] && command="stack-$2"
before=""
for word in "$@"; do
  [ "$before" = --stack ] && stack="$word"
  before="$word"
done
echo "begin $command $stack" >> '${log}'
answer='${answersFolder}'/"$command-$stack"
[ -f "$answer.code" ] || answer='${answersFolder}'/"$command"
[ -f "$answer.waits" ] && exec '${process.execPath}' -e '${UNTIL_INTERRUPTED}' "$answer" '${log}' "$command $stack"
[ -f "$answer.messages" ] && [ -n "$VOICECALL_MESSAGES_FILE" ] && cat "$answer.messages" >> "$VOICECALL_MESSAGES_FILE"
cat "$answer.stdout"
cat "$answer.stderr" >&2
echo "end $command $stack" >> '${log}'
exit "$(cat "$answer.code")"
`;
