/**
 * A fake `pulumi` with outputs that a test sets, for tiers without an engine. It is a shell script, because commands call
 * it several times, and Node would need a tenth of a second for each call.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./after-test.js";

export interface Answered {
  code?: number;
  stdout?: string;
  stderr?: string;
  /** Written to the file that an environment variable names, as the program would. */
  notes?: { variable: string; text: string };
  /** For the file of `--event-log`. */
  events?: readonly object[];
  /** For the file of VOICECALL_MESSAGES_FILE. */
  messages?: readonly object[];
}

export interface FakePulumi {
  /** A folder with a Pulumi.yaml. */
  folder: string;
  /** A folder to put first on PATH. */
  bin: string;
  /** The command lines of all calls so far. */
  commandLines(): string[];
  /** What the last `stack import` has read. */
  imported(): string;
}

/**
 * @param answers outputs, by the first words of the command line, such as `preview` or `stack export`; the longest
 * match is used
 */
export function fakePulumi(answers: Record<string, Answered>): FakePulumi {
  const root = temporaryFolder();
  const [folder, bin] = [path.join(root, "program"), path.join(root, "bin")];
  for (const each of [folder, bin]) mkdirSync(each);
  writeFileSync(path.join(folder, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  const log = path.join(root, "asked");
  writeFileSync(path.join(bin, "pulumi"), script(root, log, answers));
  chmodSync(path.join(bin, "pulumi"), 0o755);
  const commandLines = (): string[] =>
    existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  const imported = (): string => readFileSync(path.join(root, "imported"), "utf8");
  return { folder, bin, commandLines, imported };
}

/** The shell script, which prints files that contain the outputs. */
function script(root: string, log: string, answers: Record<string, Answered>): string {
  const missing: Answered = { code: 9, stderr: "this fake has no output for the command" };
  const byLength = Object.entries(answers).sort(([one], [other]) => other.length - one.length);
  const cases = [...byLength, ["", missing] as const].map(([words, answer], index) => {
    const file = path.join(root, `answer-${index}`);
    const { code = 0, stdout = "", stderr = "", events, messages, notes } = answer;
    for (const [name, text] of Object.entries({ stdout, stderr, notes: notes?.text ?? "" }))
      writeFileSync(`${file}.${name}`, text);
    for (const [name, objects] of Object.entries({ events, messages }))
      if (objects)
        writeFileSync(`${file}.${name}`, objects.map((one) => `${JSON.stringify(one)}\n`).join(""));
    const commands = [
      `answer=${quoted(file)}; code=${code}`,
      ...(notes ? [`/bin/cat "$answer.notes" >"$${notes.variable}"`] : []),
    ];
    return `${words === "" ? "" : quoted(`${words} `)}*) ${commands.join("; ")} ;;`;
  });
  return `#!/bin/sh
line="$*"
printf '%s\\n' "$line" >>${quoted(log)}
before=""
for word in "$@"; do
  case "$before" in
    --event-log) events="$word" ;;
    --file) /bin/cat "$word" >${quoted(path.join(root, "imported"))} ;;
    --config-file) file="$word" ;;
    "$file") [ "$word" = --config ] && config="$file" ;;
  esac
  before="$word"
done
# As the CLI fails for users other than root.
if [ -n "$config" ] && [ -z "$(/usr/bin/find "$config" -perm -200)" ]; then echo "permission denied" >&2; exit 1; fi
case "$line " in
${cases.join("\n")}
esac
if [ -f "$answer.events" ]; then /bin/cat "$answer.events" >"$events"; fi
if [ -f "$answer.messages" ]; then /bin/cat "$answer.messages" >"$VOICECALL_MESSAGES_FILE"; fi
# Without the variable, the CLI prints a single JSON document instead of a stream.
case "$line/$PULUMI_ENABLE_STREAMING_JSON_PREVIEW" in
  *"--preview-only "*--json*/true) /bin/cat "$answer.stdout" ;;
  *"--preview-only "*--json*) printf '{"steps":[]}' ;;
  *) /bin/cat "$answer.stdout" ;;
esac
/bin/cat "$answer.stderr" >&2
exit "$code"
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
