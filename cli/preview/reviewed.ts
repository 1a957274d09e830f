/** Runs `pulumi preview`, and reviews what the apply would do. */
import { withLines } from "../base/private-folder.js";
import { type StackOptions, pulumi } from "../base/pulumi.js";
import { refreshWarnings } from "../base/refresh.js";
import { withMessages } from "../drift/messages.js";
import { configOf } from "../base/stack-config.js";
import { type IsFenced, type Review, reviewOf } from "./review.js";
import { mayDelete, parseSettings } from "../../provider/facade.js";

/** Exit codes of the engine after it has seen all resources. 7: changes despite --expect-no-changes. */
const WHOLE: readonly (number | null)[] = [0, 7];

/** What `voicecall:deletions` of the run, of an account or of the stack forbids. */
async function fenceOf(options: StackOptions): Promise<IsFenced> {
  const ofStack = (await configOf(options))["voicecall:deletions"]?.value;
  return (kind, account) => {
    const text = typeof account === "string" ? account : ofStack;
    const settings = parseSettings((key) => (key === "deletions" ? text : undefined), {
      VOICECALL_DELETIONS: process.env["VOICECALL_DELETIONS"],
    });
    return !mayDelete(settings, kind);
  };
}

export async function reviewed(
  args: readonly string[],
  options: StackOptions,
  onText: (text: string) => void = () => undefined,
): Promise<{ review: Review; code: number | null; stderr: string }> {
  const warnings = refreshWarnings(options);
  // The engine writes secrets in clear to this log.
  const { result: preview, lines } = await withLines((log) =>
    withMessages((env) =>
      pulumi(["preview", "--diff", "--color", "never", "--event-log", log, ...args], options, {
        // Without the variable, the CLI has no --event-log. Pulumi's Automation API sets it too.
        env: { ...env, PULUMI_DEBUG_COMMANDS: "true" },
        evenInterrupted: true,
        onText,
      }),
    ),
  );
  const { code, stderr } = preview.result;
  const review = (isFenced?: IsFenced) =>
    reviewOf(lines, preview.messages, WHOLE.includes(code), warnings, isFenced);
  const first = review();
  return { review: first.deletions.length === 0 ? first : review(await fenceOf(options)), code, stderr };
}
