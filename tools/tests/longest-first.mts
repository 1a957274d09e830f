// The order in which vitest hands out files: the longest first, so that none of them is left to run alone at the end.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Measured; what is not here takes less than any of these. */
const LONG = [
  "lifecycle/model.test.ts",
  "engine/options.test.ts",
  "engine/tools.test.ts",
  "engine/export.test.ts",
  "engine/kill/kill.test.ts",
  "engine/accounts.test.ts",
  "engine/main.test.ts",
  "engine/requests.test.ts",
  "engine/examples.test.ts",
  "engine/drift.test.ts",
  "engine/secrets.test.ts",
  "engine/cancel.test.ts",
  "engine/rollback.test.ts",
  "engine/engine.test.ts",
  "engine/moved.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}`));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
