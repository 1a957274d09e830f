/** A 404 proves nothing. An object is gone only if a complete listing lacks it. */
import { describe, expect, test } from "vitest";
import { type World, succeeded, appliedLongAgo, oneStep } from "../support/world.js";
import {
  type Subject,
  aLead,
  anAssistant,
  declaring,
  midCallTool,
  only,
  strike,
  subjects,
} from "./subjects.js";

const applied = (subject: Subject): Promise<World> =>
  appliedLongAgo(declaring(subject, { [subject.field]: subject.first }));

const texts = ["Not Found", "Tool not found", "Assistant not found", "Lead not found", ""];

describe.each(subjects)("$kind", (subject) => {
  test.each(texts)("a delete with 404 %j of a listed object: an error, state stays", async (message) => {
    const here = await applied(subject);
    strike(here, "DELETE", subject.item, { status: 404, body: { message } });
    if (subject === midCallTool) strike(here, "GET", subject.item, { status: 404, body: { message } });
    const error = only(await here.engine.destroy());
    expect(error).toMatch(/404/);
    expect(error).toMatch(/still/);
    expect(here.engine.state.size).toBe(1);
    here.emulator.faults.clear();
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toEqual([]);
  });

  test.each(texts)("a delete with 404 %j of an unlisted object: success", async (message) => {
    const here = await applied(subject);
    subject.rows(here.emulator).length = 0;
    strike(here, "DELETE", subject.item, { status: 404, body: { message } });
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.engine.state.size).toBe(0);
  });

  test.each(["Not Found", "Tool not found"])("404 %j to every request: state stays", async (message) => {
    const here = await applied(subject);
    const before = structuredClone([...here.engine.state]);
    here.emulator.faults.add({ fault: { status: 404, body: { message } } });
    for (const run of [
      () => here.engine.refresh(),
      () => here.engine.destroy(),
      () => here.engine.up(declaring(subject, { [subject.field]: subject.second })),
    ]) {
      expect(only(await run())).toContain("404");
      expect([...here.engine.state]).toEqual(before);
    }
    here.emulator.faults.clear();
    expect(subject.rows(here.emulator)).toHaveLength(1);
  });

  test("an update with response 404 of a listed object: an error, and it stays in state", async () => {
    const here = await applied(subject);
    strike(here, "PUT", subject.item, { status: 404, body: { message: "Not Found" } });
    const change = declaring(subject, { [subject.field]: subject.second });
    expect(only(await here.engine.up(change))).toContain("still exists");
    here.emulator.faults.clear();
    expect(await here.engine.up(change)).toMatchObject(succeeded);
  });
});

test.each(["Tool not found", "Not Found"])(
  "a listed tool's read with 404 %j uses the listing",
  async (message) => {
    const here = await applied(midCallTool);
    strike(here, "GET", midCallTool.item, { status: 404, body: { message } });
    midCallTool.rows(here.emulator)[0]!["timeout"] = 12;
    expect(await here.engine.refresh()).toMatchObject(oneStep("update", "timeout"));
    expect(here.engine.state.get("it")!.outputs).toMatchObject({ timeout: 12 });
  },
);

test("a tool's read with response 404, and the listing fails: an error, and it stays in state", async () => {
  const here = await applied(midCallTool);
  strike(here, "GET", midCallTool.item, { status: 404, body: { message: "Tool not found" } });
  strike(here, "GET", midCallTool.list, { status: 500 });
  expect(only(await here.engine.refresh())).toContain("500");
  expect(here.engine.state.size).toBe(1);
});

test("a lead's 404 and an unreadable listing do not prove a deletion", async () => {
  const here = await applied(aLead);
  strike(here, "DELETE", aLead.item, { status: 404, body: { message: "Lead not found" } });
  strike(here, "GET", aLead.list, { status: 500 });
  expect(only(await here.engine.destroy())).toContain("404");
  expect(here.engine.state.size).toBe(1);
});

test("an assistant's 404 and an unreadable listing: could not tell, with both reasons", async () => {
  const here = await applied(anAssistant);
  strike(here, "DELETE", anAssistant.item, { status: 404, body: { message: "Assistant not found" } });
  strike(here, "GET", anAssistant.list, { status: 500 });
  expect(only(await here.engine.destroy())).toMatch(
    /404.*The lookup failed: .*500.*The object stays in state/,
  );
  expect(here.engine.state.size).toBe(1);
});
