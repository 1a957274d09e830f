/**
 * A lead that is gone is reported and not created again. A lead's status is an action. Changes that the
 * service cannot make are reported.
 */
import { describe, expect } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import { UNKNOWN, type Program } from "../support/engine-part.js";
import { lead } from "../kinds/index.js";
import {
  type World,
  succeeded,
  unchanged,
  applied as appliedProgram,
  test,
  oneStep,
  world,
} from "../support/world.js";

type Props = Record<string, unknown>;

const program = (props: Props = {}): Program => ({ ada: { kind: "Lead", props: { ...lead, ...props } } });

const applied = (props: Props = {}, options: EmulatorOptions = {}): Promise<World> =>
  appliedProgram(program(props), options);

const outputs = ({ engine }: World): Props => engine.state.get("ada")!.outputs;

async function gone(props: Props = {}, options: EmulatorOptions = {}): Promise<World> {
  const here = await applied(props, options);
  here.emulator.state.leads.length = 0;
  here.clock.advance(60_000);
  const refresh = await here.engine.refresh();
  expect(refresh).toMatchObject({ errors: [], steps: [{ name: "ada", op: "same" }] });
  expect(refresh.lines.join("\n")).toMatch(/is gone from the service.*stays in state/);
  return here;
}

describe.each([
  ["a plain array", {}],
  ["pages", { leadsEnvelope: true }],
])("a lead that is gone, listed as %s", (_, options: EmulatorOptions) => {
  test("stays in state with gone: true, and is not created again automatically", async () => {
    const here = await gone({ status: "created", variables: { a: 1 } }, options);
    expect(outputs(here)).toMatchObject({ gone: true, variables: { a: 1 }, phoneNumber: lead.phoneNumber });
    for (let time = 0; time < 2; time += 1) {
      const up = await here.engine.up(program({ status: "created", variables: { a: 1 } }));
      expect(up).toMatchObject(unchanged);
    }
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.methods()).toEqual([]);
  });

  test("a change in the program sends nothing, with the reason", async () => {
    const here = await gone({}, options);
    const up = await here.engine.up(program({ variables: { a: 1 }, status: "completed" }));
    expect(up.errors).toEqual([]);
    expect(up.lines.join("\n")).toMatch(/is gone from the service\. It stays in state.*onGone/);
    expect(outputs(here)).toMatchObject({ gone: true });
    expect(here.methods()).toEqual([]);
  });

  test("onGone recreate creates it once, and deletes nothing", async () => {
    const here = await gone({}, options);
    const id = here.engine.state.get("ada")!.id;
    expect(await here.engine.preview(program({ onGone: "recreate" }))).toMatchObject({
      steps: [{ op: "replace" }],
    });
    expect(here.methods()).toEqual([]);
    expect(await here.engine.up(program({ onGone: "recreate" }))).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["POST"]);
    expect(outputs(here)).toMatchObject({ gone: false });
    expect(here.engine.state.get("ada")!.id).not.toBe(id);
    expect(await here.engine.up(program({ onGone: "recreate" }))).toMatchObject(unchanged);
    expect(here.methods()).toEqual([]);
  });

  test("onGone recreate is announced by the refresh that finds it gone", async () => {
    const here = await applied({ onGone: "recreate" }, options);
    here.emulator.state.leads.length = 0;
    here.clock.advance(60_000);
    const output = (await here.engine.refresh()).lines.join("\n");
    expect(output).toContain(
      'is gone from the service. The next `pulumi up` creates it again (onGone: "recreate").',
    );
    expect(output).not.toContain("not created again");
  });

  test("destroying it sends nothing", async () => {
    const here = await gone({}, options);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.methods()).toEqual([]);
    expect(here.engine.state.size).toBe(0);
  });

  test("when the service lists it again, it is no longer gone", async () => {
    const here = await applied({}, options);
    const rows = here.emulator.state.leads.splice(0);
    here.clock.advance(60_000);
    await here.engine.refresh();
    here.emulator.state.leads.push(...rows);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(outputs(here)).toMatchObject({ gone: false });
  });

  test("a listing that lags behind its creation does not make it gone", async () => {
    const here = await applied({}, { ...options, listLag: 6_000 });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(outputs(here)).toMatchObject({ gone: false });
  });
});

describe("status is an action", () => {
  test("sent at creation by a second request", async ({ here }) => {
    expect(await here.engine.up(program({ status: "completed" }))).toMatchObject(succeeded);
    const [first, second, ...more] = here.writes();
    expect(first).toMatchObject({ method: "POST", body: { phone_number: lead.phoneNumber, campaign_id: 1 } });
    expect(first!.body).not.toHaveProperty("status");
    expect(second).toMatchObject({ method: "PUT", body: { status: "completed" } });
    expect(more).toEqual([]);
    expect(outputs(here)).toMatchObject({ status: "completed", currentStatus: "completed" });
  });

  test("sent again only when the program's value changes", async () => {
    const here = await applied({ status: "completed" });
    here.emulator.state.leads[0]!.status = "processing";
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(outputs(here)).toMatchObject({ status: "completed", currentStatus: "processing" });
    expect(await here.engine.up(program({ status: "completed" }))).toMatchObject(unchanged);
    expect(await here.engine.up(program({ status: "completed", variables: { a: 1 } }))).toMatchObject(
      succeeded,
    );
    expect(here.bodies()).toEqual([{ variables: { a: 1 } }]);
    const changed = await here.engine.up(program({ status: "created", variables: { a: 1 } }));
    expect(changed).toMatchObject(oneStep("update", "status"));
    expect(here.bodies()).toEqual([{ status: "created" }]);
    expect(outputs(here)).toMatchObject({ currentStatus: "created" });
  });

  test("removed from the program: nothing is sent", async () => {
    const here = await applied({ status: "completed" });
    expect(await here.engine.up(program())).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(here.emulator.state.leads[0]!.status).toBe("completed");
    expect(await here.engine.up(program())).toMatchObject(unchanged);
  });

  test("rejected at creation: the lead is in state, the next up sends only the action", async ({ here }) => {
    here.emulator.faults.add({ method: "PUT", path: "/user/leads", times: 1, fault: { status: 422 } });
    const up = await here.engine.up(program({ status: "completed" }));
    expect(up.errors).toHaveLength(1);
    expect(up.errors[0]).toContain("status");
    expect(here.methods()).toEqual(["POST", "PUT"]);
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.up(program({ status: "completed" }))).toMatchObject(succeeded);
    expect(here.writes().map(({ method, body }) => [method, body])).toEqual([
      ["PUT", { status: "completed" }],
    ]);
    expect(here.emulator.state.leads).toHaveLength(1);
  });
});

describe("variables are merged by the service", () => {
  test("only declared keys are compared, and only changed ones sent", async () => {
    const here = await applied({ variables: { a: 1, b: { c: 2 } } });
    Object.assign(here.emulator.state.leads[0]!.variables, { by_hand: 1 });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(outputs(here)["variables"]).toEqual({ a: 1, b: { c: 2 } });
    expect(await here.engine.up(program({ variables: { a: 1, b: { c: 3 }, d: null } }))).toMatchObject(
      succeeded,
    );
    expect(here.bodies()).toEqual([{ variables: { b: { c: 3 }, d: null } }]);
    expect(here.emulator.state.leads[0]!.variables).toEqual({ a: 1, b: { c: 3 }, d: null, by_hand: 1 });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("a removed variable: with keep, preview announces what stays", async () => {
    const here = await applied({ variables: { a: 1, b: 2, "c\u00a0d": 3 } });
    const preview = await here.engine.preview(program({ variables: { a: 1 } }));
    expect(preview.lines.join("\n")).toMatch(
      /the variables b, "c\\u00a0d" stay in the service.*onUnconvergent: "replace"/,
    );
    expect(await here.engine.up(program({ variables: { a: 1 } }))).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(here.emulator.state.leads[0]!.variables).toEqual({ a: 1, b: 2, "c\u00a0d": 3 });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.preview(program({ variables: { a: 1 } }))).toMatchObject({
      steps: [{ op: "same" }],
      lines: [],
    });
  });

  test("a removed variable: replace deletes the lead first and creates it again", async () => {
    const here = await applied({ variables: { a: 1, b: 2 } });
    const wanted = program({ variables: { a: 1 }, onUnconvergent: "replace" });
    expect(await here.engine.preview(wanted)).toMatchObject({
      errors: [],
      steps: [{ op: "replace" }],
      lines: [],
    });
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["DELETE", "POST"]);
    expect(here.emulator.state.leads.map(({ variables }) => variables)).toEqual([{ a: 1 }]);
  });

  test("unknown before apply: no claim about what stays", async () => {
    const here = await applied({ variables: { a: 1, b: 2 } });
    for (const variables of [UNKNOWN, { a: UNKNOWN, b: 2 }]) {
      const preview = await here.engine.preview(program({ variables }));
      expect(preview).toMatchObject({ errors: [], steps: [{ op: "update" }], lines: [] });
    }
  });
});

describe("secondary contacts", () => {
  const contacts = [{ phoneNumber: "+12025550150", variables: { a: 1 } }, { phoneNumber: "+12025550151" }];

  test("are created with the lead, and never drift", async ({ here }) => {
    await here.engine.up(program({ secondaryContacts: contacts }));
    expect(here.bodies()).toEqual([
      {
        campaign_id: 1,
        phone_number: lead.phoneNumber,
        secondary_contacts: [
          { phone_number: "+12025550150", variables: { a: 1 } },
          { phone_number: "+12025550151" },
        ],
      },
    ]);
    const [row] = here.emulator.state.leads;
    expect(outputs(here)["secondaryContactIds"]).toEqual(row!.secondary_contacts.map(({ id }) => id));
    row!.secondary_contacts.pop();
    expect((await here.engine.refresh()).lines).toEqual([
      expect.stringContaining("secondaryContacts differs in the service, and no update can change it."),
    ]);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.up(program({ secondaryContacts: contacts }))).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });

  test.each([
    ["changed", [{ phoneNumber: "+12025550152" }]],
    ["taken out", undefined],
  ])("%s: with keep, preview says that they stay", async (_, other) => {
    const here = await applied({ secondaryContacts: contacts });
    const wanted = program(other ? { secondaryContacts: other } : {});
    const preview = await here.engine.preview(wanted);
    expect(preview.lines.join("\n")).toMatch(
      /the secondary contacts stay as they were when the lead was created/,
    );
    expect(preview.lines.join("\n")).not.toContain("+1202");
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(here.emulator.state.leads[0]!.secondary_contacts).toHaveLength(2);
  });

  test("changed: replace deletes the lead first and creates it again", async () => {
    const here = await applied({ secondaryContacts: contacts, onUnconvergent: "replace" });
    const wanted = program({ secondaryContacts: [contacts[0]], onUnconvergent: "replace" });
    expect(await here.engine.up(wanted)).toMatchObject(oneStep("replace"));
    expect(here.methods()).toEqual(["DELETE", "POST"]);
    expect(here.emulator.state.leads[0]!.secondary_contacts).toHaveLength(1);
  });
});

describe("a second lead with the same number", () => {
  const both = (props: Props): Program => ({
    ...program(),
    twin: { kind: "Lead", props: { ...lead, ...props } },
  });

  test.each([
    ["rejected before sending", {}, /already manages the object with id/, 0],
    [
      "rejected before sending, even with allowDuplicate",
      { allowDuplicate: true },
      /already manages the object with id/,
      0,
    ],
    ["rejected by the service", { onExisting: "create" }, /A lead with this phone number already exists/, 1],
  ])("%s", async (_, props, says, sent) => {
    const here = await applied();
    here.engine.knowsUrns = false;
    const up = await here.engine.up(both(props));
    expect(up.errors).toHaveLength(1);
    expect(up.errors[0]).toMatch(says);
    expect(up.errors[0]).not.toContain(lead.phoneNumber);
    expect(here.methods()).toHaveLength(sent);
    expect(here.emulator.state.leads).toHaveLength(1);
    expect(here.engine.state.has("twin")).toBe(false);
  });

  test("created if both options allow it; they apply only at creation", async () => {
    const here = await applied();
    const wanted = both({ onExisting: "create", allowDuplicate: true });
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([
      { campaign_id: 1, phone_number: lead.phoneNumber, allow_dupplicate: true },
    ]);
    const later = await here.engine.up(both({ onExisting: "fail", allowDuplicate: false }));
    expect(later).toMatchObject({ errors: [], steps: [{ op: "same" }, { op: "same" }] });
    expect(here.writes()).toEqual([]);
  });
});

describe("a new lead of a campaign", () => {
  const preview = async (status: string): Promise<string> => {
    const here = await world();
    here.emulator.state.campaigns.find(({ id }) => id === 1)!.status = status;
    const { errors, lines } = await here.engine.preview(program());
    expect(errors).toEqual([]);
    return lines.join("\n");
  };

  test("that runs may be called: preview warns", async () => {
    expect(await preview("in-progress")).toContain(
      "its campaign is running, so new leads may be called right away.",
    );
  });

  test("that may run: preview warns", async () => {
    expect(await preview("queued")).toContain(
      'its campaign may be running (status "queued"), so new leads may be called right away.',
    );
  });

  test("that does not run: no warning", async () => {
    expect(await preview("stopped")).not.toContain("may be called");
  });

  test("that runs: an existing lead is not announced again", async () => {
    const here = await applied();
    here.emulator.state.campaigns.find(({ id }) => id === 1)!.status = "in-progress";
    expect((await here.engine.preview(program())).lines).toEqual([]);
  });
});
