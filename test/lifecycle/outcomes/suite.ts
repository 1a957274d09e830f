/** One test for each cell of a kind, and the kind's page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serviceOf } from "../../kinds/index.js";
import { inSoak } from "../../support/soak.js";
import { underErrorHook } from "./error-hook.js";
import type { Kind } from "./kinds.js";
import { broken, outcomeOf } from "./outcome.js";
import { type Cell, page, snapshot } from "./page.js";
import { play } from "./play.js";
import { readingFaults } from "./reading-faults.js";
import { violations } from "./rules.js";
import { Stage } from "./stage.js";
import { writeFaults } from "./write-faults.js";

const tables = [
  ["writes", writeFaults],
  ["readings", readingFaults],
] as const;

/** `npm run soak -- outcomes` plays the cells of the other kinds with an `onError` hook, too. */
const isHooked = ({ kind }: Kind): boolean => inSoak("outcomes") || ["Lead", "CampaignState"].includes(kind);

export function outcomesOf(kind: Kind): void {
  const cells: Cell[] = [];
  let expected = 0;
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open({ form: kind.form, ...(kind.fixture && serviceOf(kind.fixture.kind)) });
  });
  afterAll(() => stage.close());

  for (const [table, faults] of tables) {
    describe.each(kind[table].map((column) => [column.title, column] as const))(
      `${kind.kind}, ${table}: %s`,
      (_, column) => {
        const striking = faults.filter((fault) => fault.strikes(column, kind));
        expected += striking.length;
        test.each(striking.map((fault) => [fault.title, fault] as const))("%s", async (_title, fault) => {
          const played = await play(stage, kind, column, fault);
          const outcome = outcomeOf(column, played);
          cells.push({ column, fault, played, outcome });
          expect([...violations(kind, column, played), ...broken(outcome, played)]).toEqual([]);
          if (isHooked(kind)) expect(await underErrorHook(stage, kind, cells.at(-1)!)).toEqual([]);
        });
      },
    );
  }

  test("the snapshot is up to date (npm run generate:faults)", async () => {
    expect(cells, "the page needs every cell: run the whole file").toHaveLength(expected);
    await expect(page(kind, cells)).toMatchFileSnapshot(snapshot(kind.page));
  });
}
