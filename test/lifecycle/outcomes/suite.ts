/** One test for each cell of a kind, and the kind's page. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serviceOf } from "../../kinds/index.js";
import { inSoak } from "../../support/soak.js";
import { underErrorHook } from "./error-hook.js";
import { type Kind, anAssistant } from "./kinds.js";
import { broken, outcomeOf } from "./outcome.js";
import { type Cell, cellText, cellsIn, keyOf, page, snapshot } from "./page.js";
import { play } from "./play.js";
import { readingFaults } from "./reading-faults.js";
import { violations } from "./rules.js";
import { SENTENCES, faultsOf, saidIn, sentencesOn } from "./sentences.js";
import { Stage } from "./stage.js";
import { writeFaults } from "./write-faults.js";

const tables = [
  ["writes", writeFaults],
  ["readings", readingFaults],
] as const;

/** `npm run soak -- outcomes` plays all cells with an `onError` hook, too. */
const isHooked = ({ kind }: Kind, title: string): boolean =>
  inSoak("outcomes") || kind === "Lead" || (kind === "CampaignState" && CLASSES.includes(title));

/** In `npm test`, a kind plays all cells if it calls people. */
const isWhole = ({ kind }: Kind): boolean => inSoak("outcomes") || kind === "CampaignState";

/** The pages of these kinds have all rows. Those of the others have the rows that differ from an assistant's. */
const hasAllRows = ({ page: name, kind }: Kind): boolean =>
  name === anAssistant.page || kind === "CampaignState";

/** An assistant, with which the other kinds are compared, plays all faults in these requests. */
const OWN = ["create", "update", "delete", "preview", "refresh"];

/** In its other requests, it plays one fault of each class. The other kinds do so too, and play what differs from it. */
const CLASSES = [
  "401",
  "422 that quotes what was sent",
  "429, Retry-After in seconds",
  "500, not processed",
  "503, every time",
  "the connection is refused once",
  "cut after it was processed",
  "no response in time",
  "a web page",
  "success: false",
  "a field accepted and not kept",
  "the record vanishes just before",
];

const committed = ({ page: name }: Kind): Map<string, string> =>
  cellsIn(readFileSync(snapshot(name), "utf8"));

export function outcomesOf(kind: Kind): void {
  const whole = isWhole(kind);
  const usual = hasAllRows(kind) ? undefined : committed(anAssistant);
  const known = whole ? new Map<string, string>() : new Map([...(usual ?? []), ...committed(kind)]);
  const own = kind.page === anAssistant.page ? OWN : [];
  const isPlayed = (column: string, key: string, title: string): boolean =>
    whole ||
    own.includes(column) ||
    CLASSES.includes(title) ||
    known.get(key) === undefined ||
    (usual !== undefined && known.get(key) !== usual.get(key));
  const cells: Cell[] = [];
  const errors = new Set<string>();
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
        const striking = faults.filter(
          (fault) =>
            fault.strikes(column, kind) && isPlayed(column.title, keyOf({ column, fault }), fault.title),
        );
        expected += striking.length;
        test.each(striking.map((fault) => [fault.title, fault] as const))("%s", async (title, fault) => {
          const played = await play(stage, kind, column, fault);
          const outcome = outcomeOf(kind, column, played);
          cells.push({ column, fault, played, outcome });
          for (const error of played.errors) errors.add(error);
          if (!whole) expect(cellText(cells.at(-1)!)).toBe(known.get(keyOf({ column, fault })));
          expect([...violations(kind, column, played), ...broken(outcome, played)]).toEqual([]);
          if (isHooked(kind, title))
            expect(await underErrorHook(stage, kind, cells.at(-1)!, errors)).toEqual([]);
        });
      },
    );
  }

  test("its errors name the resource, what was attempted, and what to do", () => {
    expect([...errors].flatMap((error) => faultsOf(kind, error))).toEqual([]);
  });

  if (inSoak("outcomes"))
    test("snapshots/messages.md has its sentences, or gets the rows of these cells", () => {
      const listed = new Set(sentencesOn(readFileSync(SENTENCES, "utf8")));
      const lacking = cells.filter(({ played }) =>
        saidIn(played).some(({ sentences }) => sentences.some((sentence) => !listed.has(sentence))),
      );
      expect(lacking.map((cell) => [kind.page, cell.column.title, cell.fault.title].join(" | "))).toEqual([]);
    });

  if (!whole) return;
  test("the snapshot is up to date (npm run generate:faults)", async () => {
    expect(cells, "the page needs every cell: run the whole file").toHaveLength(expected);
    await expect(page(kind, cells, usual)).toMatchFileSnapshot(snapshot(kind.page));
  });
}
