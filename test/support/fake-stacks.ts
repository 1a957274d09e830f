/**
 * A fake `pulumi` for many stacks, with outputs that a test sets. It is a shell script, because a hundred of
 * them must start in a second.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./after-test.js";

export interface StackAnswer {
  code?: number;
  stdout?: string;
  stderr?: string;
}

export type StackAnswers = Record<string, StackAnswer>;

export interface FakeStacks {
  /** The folder with the programs. */
  folder: string;
  /** An environment with the fake `pulumi` on its PATH. */
  env: Record<string, string>;
  /** Creates a program with these stacks. */
  program(name: string, stacks: string[]): string;
  /** The command and the stack of each call except `stack ls`, in the order in which they started. */
  commands(): string[];
  /** The largest number of commands that ran at the same time. */
  atOnce(): number;
}

/**
 * @param answers by command (`refresh`) and stack, such as `refresh client-a`; `refresh` alone is
 * for all other stacks
 */
export function fakeStacks(answers: StackAnswers): FakeStacks {
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
    program: (name, stacks) => {
      const program = path.join(folder!, name);
      mkdirSync(program);
      writeFileSync(path.join(program, "Pulumi.yaml"), `name: ${name}\nruntime: nodejs\n`);
      const listed = stacks.map((stack) => ({ name: stack, current: false }));
      writeFileSync(path.join(program, "stacks.json"), JSON.stringify(listed));
      return program;
    },
    commands: () =>
      lines().flatMap((line) => (line.startsWith("begin ") ? [line.slice("begin ".length)] : [])),
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

const HISTORY: StackAnswer = {
  stdout: JSON.stringify([{ kind: "update", result: "succeeded", startTime: "2026-11-21T19:21:27.000Z" }]),
};

function write(answersFolder: string, key: string, answer: StackAnswer): void {
  const { code = 0, stdout = "", stderr = "" } = answer;
  const file = path.join(answersFolder, key.replaceAll(" ", "-"));
  writeFileSync(`${file}.code`, String(code));
  writeFileSync(`${file}.stdout`, stdout);
  writeFileSync(`${file}.stderr`, stderr);
}

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
cat "$answer.stdout"
cat "$answer.stderr" >&2
echo "end $command $stack" >> '${log}'
exit "$(cat "$answer.code")"
`;
