/** Two objects with one key, as two commands that run at the same time make them, are named in every run. */
import { describe, expect, test } from "vitest";
import type { Props } from "../support/engine-part.js";
import { declaring, everySubject, serviceOf } from "../kinds/index.js";
import { type World, appliedLongAgo, silent, unchanged } from "../support/world.js";
import { only, strike } from "./subjects.js";

describe.each(everySubject.filter(({ kind }) => kind !== "Campaign"))("$kind", (subject) => {
  async function twins(more: Props = {}): Promise<{ here: World; note: unknown; other: number }> {
    const here = await appliedLongAgo(declaring(subject, more), serviceOf(subject.kind));
    const [mine] = subject.rows(here.emulator);
    const other = Number(mine!["id"]) + 50;
    (subject.rows(here.emulator) as object[]).push({ ...mine, id: other });
    const note = expect.stringMatching(
      new RegExp(
        `the account has another object with this .* \\(id ${other}\\)\\. Delete the one that you do not need`,
      ),
    );
    return { here, note, other };
  }

  test("preview, up and refresh name the other object", async () => {
    const { here, note } = await twins();
    const lines = expect.arrayContaining([note]) as string[];
    expect(await here.engine.preview(declaring(subject))).toMatchObject({ ...unchanged, lines });
    expect(await here.engine.up(declaring(subject))).toMatchObject({ ...unchanged, lines });
    expect(await here.engine.refresh()).toMatchObject({ ...unchanged, lines });
    expect(here.writes()).toEqual([]);
  });

  test('with onExisting: "create", two objects are intended', async () => {
    const { here } = await twins({ onExisting: "create" });
    expect(await here.engine.preview(declaring(subject, { onExisting: "create" }))).toMatchObject(silent);
    expect(await here.engine.refresh()).toMatchObject({ errors: [], lines: [] });
  });

  test("an id that no listing shows is not taken as a created object", async () => {
    const here = await appliedLongAgo({}, serviceOf(subject.kind));
    strike(here, "POST", subject.create, {
      status: 201,
      body: {
        message: "created",
        data: { ...subject.rows(here.emulator)[0], ...subject.props, id: 999, name: "it" },
      },
    });
    expect(only(await here.engine.up(declaring(subject)))).toMatch(
      /the object was created, but the listing does not show it yet/,
    );
    expect(subject.rows(here.emulator)).toEqual([]);
  });
});
