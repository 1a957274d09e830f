/** All calls in the life of a resource, with all output that users can see. */
import { expect } from "vitest";
import type { Kind } from "../../provider/catalog.js";
import type { Hosted } from "../../provider/runtime.js";
import { serviceOf } from "../kinds/index.js";
import type { Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { type World, world, succeeded } from "../support/world.js";

/** All texts of an error that the provider host may print or pass to the engine. */
export function printed(error: unknown): string {
  expect(error).toBeInstanceOf(Error);
  const { message, stack, reasons, cause } = error as Error & { reasons?: string[] };
  expect(stack).toBe("");
  expect(cause).toBeUndefined();
  return [`${String(error)}: ${String(stack)}`, message, ...(reasons ?? [])].join("\n");
}

interface LifeOutput {
  text: string;
  failed: number;
}

/** Makes all calls of a life cycle, each in a new provider host, even if some fail. Returns the output. */
export async function lifeCycle(
  here: World,
  kind: Kind,
  config: Record<string, string>,
  { id, outputs, props, change }: { id: string; outputs: Props; props: Props; change: Props },
): Promise<LifeOutput> {
  const output: string[] = [];
  let failed = 0;
  const attempt = async (run: (hosted: Hosted) => Promise<unknown>): Promise<void> => {
    const process = hostProcess(here.clock, here.engine.env);
    try {
      const response = await run(process.open(kind, config));
      const { failures = [] } = (response ?? {}) as { failures?: { property: string; reason: string }[] };
      for (const { property, reason } of failures) output.push(property, reason);
      failed += failures.length;
    } catch (error) {
      failed += 1;
      output.push(printed(error));
    }
    output.push(...process.lines);
  };
  await attempt((hosted) => hosted.check({}, props));
  await attempt((hosted) => hosted.create(props));
  await attempt((hosted) => hosted.diff(id, outputs, { ...props, ...change }));
  await attempt((hosted) => hosted.update(id, outputs, { ...props, ...change }));
  await attempt((hosted) => hosted.read(id, outputs));
  await attempt((hosted) => hosted.delete(id, outputs));
  return { text: output.join("\n"), failed };
}

export async function applied(
  kind: Kind,
  props: Props,
): Promise<{ here: World; state: { id: string; outputs: Props } }> {
  const here = await world(serviceOf(kind, { extraFields: ["new_setting"] }));
  expect(await here.engine.up({ it: { kind, props } })).toMatchObject(succeeded);
  here.clock.advance(60_000);
  return { here, state: here.engine.state.get("it")! };
}
