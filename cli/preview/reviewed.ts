/** Runs `pulumi preview`, and reviews what the apply would do. */
import { withLines } from "../base/private-folder.js";
import { type StackOptions, pulumi } from "../base/pulumi.js";
import { refreshWarnings } from "../base/refresh.js";
import { withMessages } from "../drift/messages.js";
import { type Review, reviewOf } from "./review.js";

/** Exit codes of the engine after it has seen all resources. 7: changes despite --expect-no-changes. */
const WHOLE: readonly (number | null)[] = [0, 7];

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
  return { review: reviewOf(lines, preview.messages, WHOLE.includes(code), warnings), code, stderr };
}
