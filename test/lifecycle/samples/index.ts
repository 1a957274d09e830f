/** What engine tests still import from here; see test/kinds. */
import type { Sample } from "../../kinds/index.js";
import { subjects } from "../../kinds/index.js";
import type { World } from "../../support/world.js";

export type { Sample };

export const kinds = Object.fromEntries(
  subjects.map(({ kind, props, samples, rows, prepare }) => [
    kind,
    { base: props, samples, rows, prepare: async ({ emulator }: World) => prepare?.(emulator) },
  ]),
);
