/** Runs the program in a preview, in which the SDK's classes write down what the engine does not tell. */
import { withLines } from "../base/private-folder.js";
import { exited, pulumi, type StackOptions } from "../base/pulumi.js";
import { EventReader, type ReadResource } from "./events.js";

export class PreviewFailed extends Error {}

/**
 * @param variable the environment variable with the file that the classes write to, a line of JSON for each note
 * @throws PreviewFailed
 */
export async function notedPreview<Note>(
  variable: string,
  options: StackOptions,
  env: Record<string, string> = {},
): Promise<{ notes: Note[]; resources: readonly ReadResource[]; others: EventReader["others"] }> {
  const reader = new EventReader();
  const { result, lines } = await withLines((file) =>
    pulumi(["preview", "--json", "--color", "never"], options, {
      env: { ...env, [variable]: file, PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" },
      onLine: (line) => void reader.add(line),
    }),
  );
  const { code, stderr } = result;
  const { resources, failures } = reader.end();
  if (code !== 0) {
    const why = failures.map(({ text }) => text).join("\n") || stderr.trim().slice(-2_000);
    throw new PreviewFailed(`run the program: pulumi preview ${exited(code)}. Nothing was changed.\n${why}`);
  }
  return { notes: lines.map((line) => JSON.parse(line) as Note), resources, others: reader.others };
}
