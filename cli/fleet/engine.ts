/** Runs `pulumi preview` or `pulumi up` on one stack, and reads the result from the engine's events. */
import { isDeepStrictEqual } from "node:util";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { type Diagnostic, type Metadata, parsed, reasonFor, withEvents } from "../drift/events.js";
import { exited, type StackOptions } from "../pulumi.js";
import type { Change, StackResult } from "./report.js";

export type Run = Pick<StackResult, "changes" | "outputs" | "starts" | "warnings" | "errors">;

const OPERATIONS = ["create", "update", "replace", "delete", "import"] as const;
const STACK = "pulumi:pulumi:Stack";

/** A line that says only that there are errors. */
const SUMMARY =
  /^(?:(?:preview|update) failed|(?:Error: )?the preview found mistakes, shown on their resources\.)$/;

/** @returns the result, with at least one error if the run failed */
export async function run(command: "preview" | "up", options: StackOptions): Promise<Run> {
  const reader = new RunReader(command === "preview");
  const args = command === "preview" ? ["preview"] : ["up", "--yes", "--skip-preview"];
  const { result, messages } = await withEvents(args, options, (line) => reader.add(line));
  const found = reader.end();
  const starts = messages
    ? messages.flatMap(({ starts, text }) => (starts ? [text] : []))
    : reader.mayStart
      ? [UNREADABLE]
      : [];
  const { code } = result;
  if (code === 0 && reader.isComplete) return { ...found, starts, errors: [] };
  const unsaid = { text: `pulumi ${command} ${exited(code)}. ${reasonFor(result)}`.trim() };
  return { ...found, starts, errors: found.errors.length > 0 ? found.errors : [unsaid] };
}

const UNREADABLE =
  "Applying this may START a campaign: the program's version of pulumi-voicecall does not announce starts in a form that this command can read. Install the version of this command in the program's folder.";

class RunReader {
  readonly #changes = new Map<string, Change>();
  readonly #warnings: Run["warnings"] = [];
  readonly #errors: Run["errors"] = [];
  readonly #isPreview: boolean;
  #outputs = false;
  isComplete = false;
  /**
   * Whether a resource of this package changes, except by a delete. If none does, missing messages mean nothing: the
   * provider may not have run.
   */
  mayStart = false;

  constructor(isPreview: boolean) {
    this.#isPreview = isPreview;
  }

  add(line: string): void {
    const found = parsed(line);
    const planned = found?.resourcePreEvent?.metadata;
    const done = found?.resOutputsEvent?.metadata;
    // An apply has made a change only when the engine reports the outputs of the change.
    const change = this.#isPreview ? planned : done;
    if (change) this.#change(change);
    if (done?.type === STACK)
      this.#outputs = !isDeepStrictEqual(done.old?.outputs ?? {}, done.new?.outputs ?? {});
    if (found?.diagnosticEvent) this.#diagnostic(found.diagnosticEvent);
    if (found?.summaryEvent) this.isComplete = true;
  }

  end(): Omit<Run, "starts"> {
    const changes = [...this.#changes.values()];
    return { changes, outputs: this.#outputs, warnings: this.#warnings, errors: this.#errors };
  }

  #change({ op, urn, type, detailedDiff, diffs }: Metadata): void {
    const known = OPERATIONS.find((one) => one === op);
    if (known === undefined || type === STACK) return;
    const paths = [...Object.keys(detailedDiff ?? {}), ...(diffs ?? [])];
    const fields = [...new Set(paths.map((path) => path.split(/[.[]/)[0]!))].filter(isPublic).sort();
    // The preview of a delete does not call the provider, and a delete starts nothing.
    if (type.startsWith(TYPE_PREFIX) && known !== "delete") this.mayStart = true;
    this.#changes.set(urn, { op: known, kind: type.split(/[:/]/).at(-1)!, name: nameOf(urn), fields });
  }

  #diagnostic({ urn, message, severity }: Diagnostic): void {
    const text = message.trim();
    const about =
      urn === undefined || urn === "" || urn.includes(`::${STACK}::`) ? {} : { name: nameOf(urn) };
    if (text === "" || SUMMARY.test(text)) return;
    if (severity === "error") this.#errors.push({ ...about, text });
    if (severity === "warning") this.#warnings.push({ ...about, text });
  }
}

const isPublic = (property: string): boolean => !property.startsWith("__");

const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");
