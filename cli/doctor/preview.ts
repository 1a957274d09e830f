/** Finds errors in the program, such as names that the account lacks, with `pulumi preview`. Writes nothing. */
import { type Settings, redactor } from "../../provider/facade.js";
import { reasonOf } from "../exit.js";
import { during } from "../output.js";
import { exited, pulumi, type StackOptions } from "../pulumi.js";
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
  const running = during("pulumi preview …", () =>
    pulumi(["preview", "--json"], options, { env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "false" } }),
  );
  const result = await running.catch(reasonOf);
  if (typeof result === "string") return couldNotTell(id, result, remedy);
  const conceal = redactor({ strict: [settings.accessToken] });
  if (result.code === 0) return ready(id, "pulumi preview resolves every name and reports no errors");
  const found = problems(result.stdout).map(conceal);
  if (found.length === 0) {
    const output = conceal(oneLine(result.stderr || result.stdout));
    return couldNotTell(id, `pulumi preview ${exited(result.code)}: ${output}`, remedy);
  }
  const rest = found.length - most;
  const listed = [...found.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return notReady(id, listed.join("\n    "), "correct the program and run again");
}

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
      const text = oneLine(message).replace(/^error: /, "");
      const problem = /^pulumi-nodejs:dynamic\/voicecall:\w+ resource '[^']*' has a problem: /;
      const [, kind, name] = /pulumi-nodejs:dynamic\/voicecall:(\w+)::(.*)$/.exec(urn) ?? [];
      return kind === undefined ? named(text) : `${kind} "${name}": ${text.replace(problem, "")}`;
    })
    .filter((message) => message !== "" && !SUMMARY.test(message));
}

/** Summary lines of the engine and of this package. They report no error of their own. */
const SUMMARY =
  /^(?:preview failed|update failed|(?:Error: )?the preview found mistakes, shown on their resources\.)$/;

const named = (text: string): string =>
  text.replace(/^pulumi-nodejs:dynamic\/voicecall:(\w+) resource '([^']*)' has a problem: /, '$1 "$2": ');

function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
