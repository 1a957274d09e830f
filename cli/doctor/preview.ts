/**
 * Finds errors in the program, such as names that the account lacks, with `pulumi preview`. Changes neither the service
 * nor the stack.
 */
import { type Settings, WILL_FAIL, withoutToken } from "../../provider/facade.js";
import { reasonOf } from "../base/exit.js";
import { during } from "../base/output.js";
import { previewWith } from "../base/preview.js";
import { exited, type PulumiResult, type StackOptions } from "../base/pulumi.js";
import { couldNotTell, type Line, notReady, ready } from "./report.js";

interface Preview {
  diagnostics?: { urn?: string; message: string; severity: string }[];
}

const id = "program";
const longest = 600;
const most = 20;

export async function previewed(options: StackOptions, settings: Settings): Promise<Line> {
  const remedy =
    "run `pulumi preview` yourself; name the stack with --stack, or leave the program out with --no-program";
  const result = await during("pulumi preview …", () => strictPreview(options)).catch(reasonOf);
  if (typeof result === "string") return couldNotTell(id, result, remedy);
  const shown = (text: string): string => shortened(withoutToken(text, settings.accessToken));
  if (result.code === 0) return ready(id, "pulumi preview resolves every name and reports no errors");
  const found = problems(result.stdout).map(shown);
  if (found.length === 0) {
    const output = shown(oneLine(result.stderr || result.stdout));
    return couldNotTell(id, `pulumi preview ${exited(result.code)}: ${output}`, remedy);
  }
  const rest = found.length - most;
  const listed = [...found.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return notReady(id, listed.join("\n    "), "correct the program and run again");
}

/** With this setting, each warning that an apply will fail is an error. */
const strictPreview = (options: StackOptions): Promise<PulumiResult> =>
  previewWith("voicecall:willFail=error", options, {
    env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "false" },
  });

function problems(stdout: string): string[] {
  let preview: Preview;
  try {
    preview = JSON.parse(stdout) as Preview;
  } catch {
    return [];
  }
  return (preview.diagnostics ?? [])
    .filter(({ severity }) => severity === "error")
    .map(({ urn = "", message }) => {
      // Removes the sentence about voicecall:willFail, because `strictPreview` sets it, even if the user does not.
      const text = oneLine(message.replaceAll(` ${WILL_FAIL}`, "")).replace(/^error: /, "");
      const problem = /^pulumi-nodejs:dynamic\/voicecall:\w+ resource '[^']*' has a problem: /;
      const [, kind, name] = /pulumi-nodejs:dynamic\/voicecall:(\w+)::(.*)$/.exec(urn) ?? [];
      return kind === undefined ? named(text) : `${kind} "${name}": ${text.replace(problem, "")}`;
    })
    .filter((message) => message !== "" && !SUMMARY.test(message));
}

/** Summary lines of the engine. They report no error of their own. */
const SUMMARY = /^(?:preview failed|update failed)$/;

const named = (text: string): string =>
  text.replace(/^pulumi-nodejs:dynamic\/voicecall:(\w+) resource '([^']*)' has a problem: /, '$1 "$2": ');

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

/** The text must be masked already: a shortened token would not be recognized. */
const shortened = (line: string): string => (line.length > longest ? `${line.slice(0, longest - 1)}…` : line);
