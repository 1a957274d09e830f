/** Whether the object is the one in state, or was changed: the id may now belong to another object, or a listing may fail. */
import { describe, expect } from "vitest";
import { succeeded, appliedLongAgo, test } from "../support/world.js";
import { declaring, subjects } from "../kinds/index.js";
import { only } from "./subjects.js";

const other = "belongs to another object";

describe.each(subjects)("$kind", (subject) => {
  const { rows } = subject;

  test("nothing is sent: update, refresh and destroy fail, and preview says so", async () => {
    const here = await appliedLongAgo(declaring(subject));
    const before = structuredClone(here.engine.state.get("it")!);
    Object.assign(rows(here.emulator)[0]!, { created_at: "2020-01-01T00:00:00.000000Z" });
    expect((await here.engine.preview(declaring(subject, subject.change))).lines.join()).toContain(other);
    expect(only(await here.engine.up(declaring(subject, subject.change)))).toContain(other);
    expect(only(await here.engine.refresh())).toContain(other);
    expect(only(await here.engine.destroy())).toContain(other);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")).toEqual(before);
  });

  test("a preview that cannot read the listing says that manual changes were not looked for", async () => {
    const here = await appliedLongAgo(declaring(subject));
    here.emulator.faults.add({ method: "GET", path: subject.list, fault: { status: 500 } });
    const { lines } = await here.engine.preview(declaring(subject, subject.change));
    expect(lines.join("\n")).toMatch(/^.+: manual changes were not looked for: .*Run again later\.$/m);
  });

  test("the same time in another time zone is the same object; an object of the same day is another one", async () => {
    const here = await appliedLongAgo(declaring(subject));
    const [row] = rows(here.emulator);
    const later = (ms: number): string => new Date(Date.parse(String(row!["created_at"])) + ms).toISOString();
    const [shifted, another] = [later(5.5 * 3_600_000), later(70_000)];
    row!["created_at"] = shifted;
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    row!["created_at"] = another;
    expect(only(await here.engine.destroy())).toContain(other);
  });

  test("the same time in another format is the same object", async () => {
    const here = await appliedLongAgo(declaring(subject));
    const [row] = rows(here.emulator);
    Object.assign(row!, { created_at: String(row!["created_at"]).slice(0, 19).replace("T", " ") });
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });
});
