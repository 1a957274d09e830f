/** The report as the text of a pull request. */
import { fitted, listSection } from "../drift/markdown.js";
import { stackOption } from "../base/shell.js";
import type { Pulled } from "./report.js";
import { sectionsOf, verdict } from "./text.js";

export function asMarkdown(report: Pulled, stack?: string, folder?: string): string {
  const sections = sectionsOf(report, false).map(({ title, lines }) => listSection(title, lines, true));
  return fitted(`${verdict(report)}\n`, sections, `voicecall pull --dry-run${stackOption(stack, folder)}`);
}
