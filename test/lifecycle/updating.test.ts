/**
 * An update sends only differences and the fields bound to them. It overwrites manual changes only if a
 * setting allows it.
 */
import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import type { Props } from "../support/engine-part.js";
import { type World, succeeded, unchanged, appliedLongAgo, oneStep, silent } from "../support/world.js";
import { type Subject, aLead, anAssistant, declaring, midCallTool, subjects } from "../kinds/index.js";
import { count, only, strike } from "./subjects.js";

const applied = (
  subject: Subject,
  props: Props = {},
  config: Record<string, string> = {},
  options: EmulatorOptions = {},
): Promise<World> => appliedLongAgo(declaring(subject, props), options, config);

describe.each(subjects)("$kind", (subject) => {
  const { field, first, second, sent, byHand, rows, item } = subject;
  const before = declaring(subject, { [field]: first });
  const after = declaring(subject, { [field]: second });
  const changedByHand = async (config?: Record<string, string>): Promise<World> => {
    const here = await applied(subject, { [field]: first }, config);
    Object.assign(rows(here.emulator)[0]!, structuredClone(byHand));
    return here;
  };

  test("a conflict: the error names the field and the two remedies, and nothing is sent", async () => {
    const here = await changedByHand();
    const stateBefore = structuredClone(here.engine.state.get("it"));
    const error = only(await here.engine.up(after));
    for (const part of [
      "nothing was sent, because the update would overwrite a manual change: ",
      `${field} (`,
      "npx voicecall pull",
      "pulumi up --refresh",
    ])
      expect(error).toContain(part);
    if (subject === aLead) expect(error).not.toContain("by hand");
    else expect(error).toMatch(/\((5 → 12|60 → 75)\)/);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")).toEqual(stateBefore);
  });

  test("after a refresh there is no conflict: up overwrites the change", async () => {
    const here = await changedByHand();
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([sent]);
  });

  test("onConflict warn: overwritten with a warning", async () => {
    const here = await changedByHand({ "voicecall:onConflict": "warn" });
    const up = await here.engine.up(after);
    expect(up.errors).toEqual([]);
    expect(up.lines.join()).toMatch(new RegExp(`overwriting a manual change: ${field}`));
    expect(here.bodies()).toEqual([sent]);
  });

  test("onConflict overwrite: overwritten silently", async () => {
    const here = await changedByHand({ "voicecall:onConflict": "overwrite" });
    expect(await here.engine.up(after)).toMatchObject(silent);
    expect(here.bodies()).toEqual([sent]);
  });

  test("the live value already equals the new one: no conflict, nothing is sent, and state has it", async () => {
    const here = await applied(subject, { [field]: first });
    Object.assign(rows(here.emulator)[0]!, { [Object.keys(byHand)[0]!]: second });
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")!.outputs[field]).toEqual(second);
    expect(await here.engine.preview(after)).toMatchObject(unchanged);
  });

  test("a newly declared field is not a conflict, whatever its live value", async () => {
    const here = await applied(subject);
    Object.assign(rows(here.emulator)[0]!, structuredClone(byHand));
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([sent]);
  });

  test("without a change in the program, manual changes are not even read", async () => {
    const here = await changedByHand();
    expect(await here.engine.up(before)).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });

  test("an update, and an update back to the old value", async () => {
    const here = await applied(subject, { [field]: first });
    for (const program of [after, before, after])
      expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.writes()).toHaveLength(3);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("a listing lag after the write: waits, and sends once", async () => {
    const here = await applied(subject, { [field]: first }, {}, { listLag: 6_000 });
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([sent]);
    expect(here.engine.state.get("it")!.outputs[field]).toEqual(second);
  });

  test.each<[string, Parameters<typeof strike>[3], number]>([
    ["401", { status: 401 }, 1],
    ["a redirect", "redirect", 1],
    ["403", { status: 403 }, 1],
    ["422", { status: 422 }, 1],
    ["429", { status: 429 }, 4],
  ])(
    "rejected with %s: an error, state stays, and the next `pulumi up` sends it again",
    async (_, fault, puts) => {
      const here = await applied(subject, { [field]: first });
      const stateBefore = structuredClone(here.engine.state.get("it"));
      strike(here, "PUT", item, fault, { when: "before" });
      only(await here.engine.up(after));
      expect(count(here.requests(), "PUT")).toBe(puts);
      expect(here.engine.state.get("it")).toEqual(stateBefore);
      here.emulator.faults.clear();
      expect(await here.engine.up(after)).toMatchObject(succeeded);
      expect(here.bodies()).toEqual([sent]);
    },
  );

  test("a PUT can be retried: after a cut and a 503, it is sent again", async () => {
    const here = await applied(subject, { [field]: first });
    strike(here, "PUT", item, "cut-after", { nth: 1 });
    strike(here, "PUT", item, { status: 503 }, { nth: 2 });
    expect(await here.engine.up(after)).toMatchObject(silent);
    expect(here.bodies()).toEqual([sent, sent, sent]);
  });
});

const replaceable = [midCallTool, anAssistant];

describe.each(replaceable)("$kind that is gone", (subject) => {
  const after = declaring(subject, { [subject.field]: subject.second });

  test.each(["absent", "deleted_at set"])(
    "%s: an error with the remedy, and nothing is sent",
    async (how) => {
      const here = await applied(subject, { [subject.field]: subject.first });
      if (how === "absent") subject.rows(here.emulator).length = 0;
      else if (subject === anAssistant)
        here.emulator.state.assistants[0]!.deleted_at = "2026-01-01T00:00:00.000000Z";
      else
        strike(here, "GET", subject.item, {
          status: 200,
          body: { id: 101, name: "x", deleted_at: "2026-01-01" },
        });
      expect(only(await here.engine.up(after))).toMatch(/no longer in the service.*pulumi up --refresh/);
      expect(here.writes()).toEqual([]);
      expect(here.engine.state.size).toBe(1);
      here.emulator.faults.clear();
      if (subject === midCallTool) subject.rows(here.emulator).length = 0;
      await here.engine.refresh();
      expect(await here.engine.up(after)).toMatchObject(oneStep("create"));
    },
  );

  const route = subject === midCallTool ? "updateTool" : "updateAssistant";

  test.each<[string, EmulatorOptions]>([
    ["405 or 404", { strict: true }],
    ["none", { routes: { [route]: "none" } }],
  ])("the assumed route is missing (%s): the error names the setting", async (_, options) => {
    const here = await applied(subject, { [subject.field]: subject.first }, {}, options);
    const stateBefore = structuredClone(here.engine.state.get("it"));
    const error = only(await here.engine.up(after));
    expect(error).toContain("voicecall:routes");
    expect(error).not.toContain("no longer in the service");
    expect(here.engine.state.get("it")).toEqual(stateBefore);
  });

  test("404 from the assumed route, and a documented read shows that the object is absent: gone", async () => {
    const here = await applied(subject, { [subject.field]: subject.first });
    const [record] = await shownRecords(here, subject);
    subject.rows(here.emulator).length = 0;
    const path = subject === midCallTool ? subject.item : subject.list;
    const body = subject === midCallTool ? record : subject.listing([record]);
    // The first read still returns the record of the object.
    strike(here, "GET", path, { status: 200, body }, { times: 1 });
    expect(only(await here.engine.up(after))).toContain("no longer in the service");
  });

  test('the route set to "none": an error that names the setting, nothing is sent', async () => {
    const here = await applied(
      subject,
      { [subject.field]: subject.first },
      { "voicecall:routes": JSON.stringify({ [route]: "none" }) },
    );
    expect(only(await here.engine.up(after))).toContain("voicecall:routes");
    expect(here.writes()).toEqual([]);
  });

  test("the route moved by the setting: sent there", async () => {
    const moved = `PATCH /user/v2/${route}/{id}`;
    const config = { "voicecall:routes": JSON.stringify({ [route]: moved }) };
    const here = await applied(subject, { [subject.field]: subject.first }, config, {
      routes: { [route]: moved },
    });
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    expect(here.writes()).toMatchObject([{ method: "PATCH", body: subject.sent }]);
  });
});

async function shownRecords(here: World, { list }: Subject): Promise<unknown[]> {
  const response = await fetch(here.emulator.address + list, {
    headers: {
      authorization: `Bearer ${here.emulator.token}`,
      accept: "application/json",
      "content-type": "application/json",
    },
  });
  const body = (await response.json()) as unknown[] | { data: unknown[] };
  return Array.isArray(body) ? body : body.data;
}

test.each<[Subject, Props]>([
  [midCallTool, { onDestroy: "detach" }],
  [aLead, { onGone: "recreate" }],
])(
  "$0.kind: a field that changes together with an option of the provider is sent",
  async (subject, option) => {
    const { field, first, second, sent } = subject;
    const here = await applied(subject, { [field]: first });
    const both = declaring(subject, { [field]: second, ...option });
    expect(await here.engine.up(both)).toMatchObject(
      oneStep("update", ...[field, ...Object.keys(option)].sort()),
    );
    expect(here.bodies()).toEqual([sent]);
    expect(here.engine.state.get("it")!.outputs).toMatchObject({ [field]: second, ...option });
  },
);
