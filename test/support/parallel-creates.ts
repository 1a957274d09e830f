/** Creates resources as the engine does: one check at a time, and as many parallel creates as `--parallel` allows. */
import { type Declared, type Program, type Props, crossing } from "./engine-part.js";
import { hostProcess } from "./runtime.js";
import type { World } from "./world.js";

/**
 * Creates all resources of a program in one host process, and adds them to the engine's state.
 * @param parallel default: the engine's default on a machine with two cores
 */
export async function createInParallel(
  { clock, engine }: World,
  program: Program,
  parallel = 8,
): Promise<string[]> {
  const host = hostProcess(clock, engine.env);
  const outputs = new Map<string, Props>();
  const running = new Set<Promise<void>>();
  const errors: string[] = [];

  const create = async (name: string, { kind }: Declared, inputs: Props): Promise<void> => {
    const { id, outs } = await host.open(kind, engine.config).create(crossing(inputs));
    const text = { __provider: `text of ${kind}` };
    const stored = { inputs: { ...inputs, ...text }, outputs: { ...crossing(outs), ...text } };
    engine.state.set(name, { kind, id, ...stored, initErrors: [] });
    outputs.set(name, { ...outs, id });
  };

  /** The inputs of a resource. If they need outputs of other resources, waits for the running creates first. */
  const propsOf = async ({ props }: Declared): Promise<Props> => {
    if (typeof props !== "function") return props;
    const missing: string[] = [];
    const found = props((other) => outputs.get(other) ?? (missing.push(other), {}));
    if (missing.length === 0) return found;
    await Promise.all(running);
    return props((other) => outputs.get(other)!);
  };

  for (const [name, declared] of Object.entries(program)) {
    const hosted = host.open(declared.kind, engine.config);
    const { inputs, failures } = await hosted.check({}, crossing(await propsOf(declared)));
    errors.push(...failures.map(({ reason }) => reason));
    if (failures.length > 0) continue;
    while (running.size >= parallel) await Promise.race(running);
    const run = create(name, declared, inputs)
      .catch((error: unknown) => void errors.push(String(error)))
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
  return errors;
}
