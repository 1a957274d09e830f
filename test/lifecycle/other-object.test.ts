/** Whether the object is the one in state, or was changed: the id may now belong to another object, or a listing may fail. */
import { describe, expect } from "vitest";
import type { Program } from "../support/engine-part.js";
import { succeeded, appliedLongAgo, lead, test } from "../support/world.js";
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

  test.for([
    ["only the day", (time: string) => time.slice(0, 10)],
    ["no seconds", (time: string) => time.slice(0, 16)],
    ["the day before the month", () => "02/01/2026 03:04:05"],
  ] as const)("a creation time with %s proves no other object", async ([, shown]) => {
    const here = await appliedLongAgo(declaring(subject));
    const [row] = rows(here.emulator);
    row!["created_at"] = shown(String(row!["created_at"]));
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });
});

test("a listing that cannot be read is tried once, whatever the number of deletes", async () => {
  const numbers = ["+12025550101", "+12025550102", "+12025550103"];
  const leads = numbers.map((phoneNumber) => [
    phoneNumber,
    { kind: "Lead", props: { ...lead, phoneNumber } },
  ]);
  const here = await appliedLongAgo(Object.fromEntries(leads) as Program);
  here.requests();
  here.emulator.faults.add({
    method: "GET",
    path: "/user/leads",
    times: 99,
    fault: { status: 403, body: {} },
  });
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(here.requests().filter((line) => line.startsWith("GET"))).toHaveLength(1);
  expect(here.emulator.state.leads).toEqual([]);
});
