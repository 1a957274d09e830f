/** Writes what `voicecall resume` has found to the state of the stack. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Bag } from "../../provider/facade.js";
import { inPrivateFolder } from "../base/private-folder.js";
import { type StackOptions, pulumi, pulumiOrFail } from "../base/pulumi.js";
import { asSecret, parsed } from "../base/stack-state.js";

/** What to write about a pending operation, by its place in the list. */
export interface Settled {
  readonly index: number;
  readonly record?: { readonly id: string; readonly outputs: Bag };
}

interface RawResource extends Bag {
  readonly urn: string;
  readonly id?: string;
  readonly inputs?: Bag;
  readonly outputs?: Bag;
  readonly additionalSecretOutputs?: readonly string[];
}

interface RawState extends Bag {
  readonly deployment: Bag & {
    readonly resources?: readonly RawResource[];
    readonly pending_operations?: readonly { readonly type: string; readonly resource: RawResource }[];
  };
}

/**
 * The state without pending operations: `pulumi stack import` keeps none.
 * @param text the exported state, in which secrets stay encrypted
 */
export function settledState(text: string, settled: readonly Settled[], now: string): RawState {
  const state = JSON.parse(text) as RawState;
  const { resources = [], pending_operations: pending = [] } = state.deployment;
  const all = [...resources];
  for (const { index, record } of settled) {
    const { type, resource } = pending[index]!;
    if (!record) continue;
    const place = all.findIndex((one) => one.urn === resource.urn && one["delete"] !== true);
    const old = all[place];
    const outputs = sealed(resource, record.outputs);
    if (old && type === "updating") {
      all[place] = { ...old, outputs: { ...old.outputs, ...outputs } };
      continue;
    }
    const own = { id: record.id, outputs: { ...outputs, ...resource.inputs }, created: now, modified: now };
    // After a replacement, the next apply deletes the old object, unless the killed one has.
    const replaced = old && old["pendingReplacement"] !== true ? [{ ...old, delete: true }] : [];
    all.splice(old ? place : all.length, 1, { ...resource, ...own }, ...replaced);
  }
  // `pulumi stack import` removes all pending operations, and says so for each that it finds.
  const { pending_operations: _, ...rest } = state.deployment;
  return { ...state, deployment: { ...rest, resources: all } };
}

/** An output with the name of an input has its value, so that a secret stays as it was encrypted. */
function sealed({ inputs = {}, additionalSecretOutputs = [] }: RawResource, outputs: Bag): Bag {
  const entries = Object.entries(outputs).map(([key, value]): [string, unknown] => {
    const own = additionalSecretOutputs.includes(key) ? asSecret(value) : value;
    return [key, inputs[key] ?? own];
  });
  return Object.fromEntries(entries);
}

/** @throws Error if state was written since it was exported, or if the stack is locked */
export async function writeState(
  options: StackOptions,
  exported: string,
  settled: readonly Settled[],
): Promise<void> {
  const now = await exportedState(options);
  if (parsed(now).manifest?.time !== parsed(exported).manifest?.time)
    throw new Error(
      "State has changed meanwhile: a run is at work. Nothing was written. Run this again when it has ended.",
    );
  const state = settledState(exported, settled, new Date().toISOString());
  await inPrivateFolder(async (folder) => {
    const file = path.join(folder, "state.json");
    writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
    const { code, stdout, stderr } = await pulumi(["stack", "import", "--file", file], options);
    if (code === 0) return;
    const output = stderr.trim() || stdout.trim();
    throw new Error(/locked|in progress/.test(output) ? LOCKED : output.slice(-2_000));
  });
}

const LOCKED =
  "Nothing was written, because the stack is locked: a run is at work, or was killed. If none is at work, add --cancel-lock, which runs `pulumi cancel` first.";

/** Where there is no lock, some backends fail. The import then shows whether that matters. */
export const cancel = (options: StackOptions): Promise<unknown> => pulumi(["cancel", "--yes"], options);

/** The state as the backend has it. Secrets stay encrypted. */
export const exportedState = (options: StackOptions): Promise<string> =>
  pulumiOrFail("read the state", ["stack", "export"], options);
