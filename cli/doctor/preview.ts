/**
 * Finds errors in the program, such as names that the account lacks, with `pulumi preview`. Changes neither the service
 * nor the stack.
 */
import { type Settings, withoutToken } from "../../provider/facade.js";
import { grouped } from "../../provider/base/grouped.js";
import { reasonOf } from "../base/exit.js";
import { during } from "../base/output.js";
import { exited, type StackOptions } from "../base/pulumi.js";
import { reviewed } from "../preview/reviewed.js";
import { couldNotTell, type Line, notReady, ready } from "./report.js";

const id = "program";
const longest = 600;
const most = 20;

export async function previewed(options: StackOptions, settings: Settings): Promise<Line> {
  const remedy = "correct that, run `pulumi preview` yourself, or leave the program out with --no-program";
  const ran = await during("pulumi preview …", () => reviewed([], options)).catch(reasonOf);
  if (typeof ran === "string") return couldNotTell(id, ran, remedy);
  const shown = (text: string): string => shortened(withoutToken(text, settings.accessToken));
  const found = ran.review.failures.map(shown);
  if (found.length > 0) {
    const all = [...grouped(found, (text) => text.slice(text.indexOf(": ") + 2))].map(oneLine);
    const rest = all.length - most;
    const listed = [...all.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])];
    return notReady(id, listed.join("\n    "), "correct this and run again");
  }
  if (ran.code === 0) return ready(id, "pulumi preview resolves every name and reports no errors");
  const output = shown(ran.stderr.replace(/[\p{Cc}\s]+/gu, " ").trim());
  return couldNotTell(id, `pulumi preview ${exited(ran.code)}: ${output}`, remedy);
}

/** A mistake that many resources share hides no other. */
const oneLine = ([what, [first = "", ...others]]: [string, string[]]): string =>
  others.length === 0 ? first : `${first.slice(0, -what.length - 2)} and ${others.length} more: ${what}`;

/** The text must be masked already: a shortened token would not be recognized. */
const shortened = (line: string): string => (line.length > longest ? `${line.slice(0, longest - 1)}…` : line);
