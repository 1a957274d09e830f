/** An object can have only one resource: two would silently undo each other's changes. */
import { describe, expect, test } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { expectOffersSecond, subjects } from "./subjects.js";
import { world, succeeded } from "../support/world.js";

describe.each(subjects)("$kind", (subject) => {
  const { kind, props } = subject;
  const resource = (more: Props = {}) => ({ kind, props: { ...props, ...more } });

  async function applied() {
    const here = await world();
    expect(await here.engine.up({ first: resource() })).toMatchObject(succeeded);
    const [row] = subject.rows(here.emulator);
    here.requests();
    return { here, id: row!["id"] as number };
  }

  test.each<[string, (id: number) => Props]>([
    ["adoptId", (id) => ({ adoptId: id })],
    ["onExisting: adopt", () => ({ onExisting: "adopt" })],
  ])("%s of an earlier resource's object: a note in preview, rejected at up", async (_name, more) => {
    const { here, id } = await applied();
    const program: Program = {
      first: resource(),
      second: resource({ ...more(id), [subject.field]: subject.second }),
    };
    here.engine.knowsUrns = false;
    const preview = await here.engine.preview(program);
    expect(preview.lines.join("\n")).toMatch(
      /already manages the object with id .*Applying this will fail, unless/,
    );
    const up = await here.engine.up(program);
    expect(up.errors.join("\n")).toMatch(/already manages the object with id/);
    expectOffersSecond(up.errors.join("\n"), subject.kind);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.has("second")).toBe(false);
  });

  test("adoptId of a later resource's object: preview fails", async () => {
    const { here, id } = await applied();
    const program: Program = { second: resource({ adoptId: id }), first: resource() };
    const preview = await here.engine.preview(program);
    expect(preview.errors.join("\n")).toMatch(
      /another resource of this program will adopt the object of this resource/,
    );
    expect(here.writes()).toEqual([]);
  });

  test("no advice to adopt an object that another resource of the program manages", async () => {
    const { here } = await applied();
    here.engine.knowsUrns = false;
    const preview = await here.engine.preview({ first: resource(), second: resource() });
    expect(preview.lines.join("\n")).toMatch(/already manages the object with id/);
    expect(preview.lines.join("\n")).not.toContain("adoptId:");
  });

  test.each<[string, Props]>([
    ["is unchanged", {}],
    ["is updated", { [subject.field]: subject.second }],
  ])("imported twice, one entry removed: the object is kept if the other one %s", async (_, more) => {
    const { here, id } = await applied();
    const { state } = here.engine;
    state.set("second", structuredClone(state.get("first")!));
    const up = await here.engine.up({ second: resource(more) });
    expect(up.errors).toEqual([]);
    expect(up.lines.join("\n")).toContain(
      "was not deleted: another resource of this program manages the same object",
    );
    expect([...state.keys()]).toEqual(["second"]);
    expect(subject.rows(here.emulator).map((row) => row["id"])).toEqual([id]);
    expect(here.methods()).not.toContain("DELETE");

    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toEqual([]);
  });

  test("a renamed resource adopts its object, also after a refresh", async () => {
    const { here, id } = await applied();
    await here.engine.refresh();
    const up = await here.engine.up({ renamed: resource({ adoptId: id }) });
    expect(up.errors).toEqual([]);
    expect([...here.engine.state.keys()]).toEqual(["renamed"]);
    expect(subject.rows(here.emulator).map((row) => row["id"])).toEqual([id]);
  });
});
