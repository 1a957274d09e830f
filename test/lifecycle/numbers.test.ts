/** A phone number is never taken away from another assistant that answers its calls. */
import { describe, expect } from "vitest";
import { type Seed, defaultSeed } from "../../emulator/index.js";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { type Program, UNKNOWN } from "../support/engine-part.js";
import { assistant, type World, world, succeeded, test, oneStep, silent } from "../support/world.js";

type Props = Record<string, unknown>;

const FIRST = "+12025550101";
const SECOND = "+12025550102";
const CALLER_ID = "+12025550104";

const receiver = (name: string, props: Props = {}): Program[string] => ({
  kind: "Assistant",
  props: { ...assistant, name, callsDirection: "receive", ...props },
});
const maker = (name: string, props: Props = {}): Program[string] =>
  receiver(name, { callsDirection: "make", ...props });

const held = (more: Props = {}): Seed => ({
  ...defaultSeed(),
  assistants: [{ id: 50, name: "Reception", type: "inbound", phone_number_id: 1, ...more }],
});
const holders = ({ emulator }: World, id = 1): string[] =>
  emulator.state.assistants.filter((row) => row.phone_number_id === id).map(({ name }) => name);

describe("used by another assistant", () => {
  test.each<[string, Props]>([
    ["by its number", { phoneNumber: FIRST }],
    ["by its id", { phoneNumber: 1 }],
  ])("%s: a line in preview that names the assistant, an error at apply, nothing sent", async (_, props) => {
    const here = await world({ seed: held() });
    const program = { it: receiver("Support", props) };
    const preview = await here.engine.preview(program);
    expect(preview).toMatchObject(oneStep("create"));
    expect(preview.lines.join("\n")).toMatch(
      /"Support".*used by Assistant "Reception" \(id 50\)\. Applying this will fail, unless this run frees it\. .*run `pulumi up` without phoneNumber, then with it/,
    );
    const up = await here.engine.up(program);
    expect(up.errors).toHaveLength(1);
    expect(up.errors[0]).toMatch(
      /nothing was sent.*used by Assistant "Reception" \(id 50\)\. .*Unassign it there first/,
    );
    expect([...preview.lines, ...up.errors, ...up.lines].join("\n")).not.toContain(FIRST);
    expect(here.writes()).toEqual([]);
    expect(holders(here)).toEqual(["Reception"]);
    expect(here.engine.state.size).toBe(0);
  });

  test.each<[string, Props, Props]>([
    ["another number", { phoneNumber: SECOND }, { phoneNumber: FIRST }],
    ["its first number", {}, { phoneNumber: FIRST }],
    [
      "an outbound assistant that becomes inbound",
      { phoneNumber: FIRST, callsDirection: "make" },
      { phoneNumber: FIRST },
    ],
  ])("an update: %s", async (_, before, after) => {
    const here = await world({ seed: held() });
    expect(await here.engine.up({ it: receiver("Support", before) })).toMatchObject(succeeded);
    here.requests();
    const program = { it: receiver("Support", after) };
    expect((await here.engine.preview(program)).lines.join("\n")).toMatch(/used by Assistant "Reception"/);
    const up = await here.engine.up(program);
    expect(up.errors[0]).toMatch(/nothing was sent/);
    expect(here.writes()).toEqual([]);
  });

  test("by an assistant with the same name, beside which another is created: a line in preview", async () => {
    const here = await world({ seed: held({ name: "Support" }) });
    const program = { it: receiver("Support", { phoneNumber: FIRST, onExisting: "create" }) };
    expect((await here.engine.preview(program)).lines.join("\n")).toMatch(
      /used by Assistant "Support" \(id 50\)/,
    );
    expect((await here.engine.up(program)).errors.join("\n")).toMatch(
      /used by Assistant "Support" \(id 50\)/,
    );
    expect(here.writes()).toEqual([]);
  });

  test("by an assistant with the same name as one in state: a line in preview", async () => {
    const here = await world({ seed: held({ name: "Support" }) });
    const program = (more: Props): Program => ({
      it: receiver("Support", { onExisting: "create", ...more }),
    });
    expect(await here.engine.up(program({}))).toMatchObject(succeeded);
    here.requests();
    const after = program({ phoneNumber: FIRST });
    expect((await here.engine.preview(after)).lines.join("\n")).toMatch(
      /used by Assistant "Support" \(id 50\)/,
    );
    expect((await here.engine.up(after)).errors.join("\n")).toMatch(/used by Assistant "Support" \(id 50\)/);
    expect(here.writes()).toEqual([]);
  });

  test("released manually between preview and apply: accepted", async () => {
    const here = await world({ seed: held() });
    const program = { it: receiver("Support", { phoneNumber: FIRST }) };
    await here.engine.preview(program);
    here.emulator.state.assistants[0]!.phone_number_id = null;
    expect(await here.engine.up(program)).toMatchObject(silent);
    expect(holders(here)).toEqual(["Support"]);
  });

  test.each([0, 5_000])(
    "released earlier in the same apply: accepted; listing lag %d ms",
    async (listLag) => {
      const here = await world({ listLag });
      const first = {
        reception: receiver("Reception", { phoneNumber: FIRST }),
        support: receiver("Support"),
      };
      expect(await here.engine.up(first)).toMatchObject(succeeded);
      const second = {
        reception: receiver("Reception"),
        support: receiver("Support", { phoneNumber: FIRST }),
      };
      expect(await here.engine.up(second)).toMatchObject(succeeded);
      expect(holders(here)).toEqual(["Support"]);
      expect(await here.engine.up(second)).toMatchObject({
        errors: [],
        steps: [{ op: "same" }, { op: "same" }],
        lines: [],
      });
    },
  );

  const advice = /For a swap or a delete, run `pulumi up` without phoneNumber, then with it/;

  test("of an assistant that the run deletes: rejected, and possible in the two runs that the error describes", async ({
    here,
  }) => {
    await here.engine.up({ old: receiver("Reception", { phoneNumber: FIRST }) });
    const program = { it: receiver("Support", { phoneNumber: FIRST }) };
    expect((await here.engine.preview(program)).lines.join("\n")).toMatch(advice);
    expect((await here.engine.up(program)).errors.join("\n")).toMatch(advice);
    expect(holders(here)).toEqual(["Reception"]);

    expect(await here.engine.up({ it: receiver("Support") })).toMatchObject(succeeded);
    expect(holders(here)).toEqual([]);
    expect(await here.engine.up(program)).toMatchObject(silent);
    expect(holders(here)).toEqual(["Support"]);
  });

  test("exchanged by two: rejected, and possible in the two runs that the error describes", async ({
    here,
  }) => {
    const both = (one: Props, two: Props): Program => ({
      one: receiver("Reception", one),
      two: receiver("Support", two),
    });
    await here.engine.up(both({ phoneNumber: FIRST }, { phoneNumber: SECOND }));
    here.requests();
    const swapped = both({ phoneNumber: SECOND }, { phoneNumber: FIRST });
    expect((await here.engine.preview(swapped)).lines.join("\n")).toMatch(advice);
    expect((await here.engine.up(swapped)).errors.join("\n")).toMatch(advice);
    expect(here.writes()).toEqual([]);

    expect(await here.engine.up(both({}, { phoneNumber: FIRST }))).toMatchObject(succeeded);
    expect(await here.engine.up(swapped)).toMatchObject(silent);
    expect([holders(here, 1), holders(here, 2)]).toEqual([["Support"], ["Reception"]]);
    expect(await here.engine.preview(swapped)).toMatchObject({ steps: [{ op: "same" }, { op: "same" }] });
  });

  test("a deleted assistant uses no number", async () => {
    const here = await world({ seed: held({ deleted_at: "2026-01-01T00:00:00.000000Z" }) });
    expect(await here.engine.up({ it: receiver("Support", { phoneNumber: FIRST }) })).toMatchObject(silent);
  });
});

describe("what is not a conflict", () => {
  test("its own number, even if other fields and its name change", async ({ here }) => {
    expect(await here.engine.up({ it: receiver("Support", { phoneNumber: FIRST }) })).toMatchObject(silent);
    for (const program of [
      { it: receiver("Support", { phoneNumber: 1 }) },
      { it: receiver("Support", { phoneNumber: FIRST, systemPrompt: "Other" }) },
      { it: receiver("Helpdesk", { phoneNumber: 1 }) },
    ]) {
      expect(await here.engine.preview(program)).toMatchObject(silent);
      expect(await here.engine.up(program)).toMatchObject(silent);
    }
    expect(holders(here)).toEqual(["Helpdesk"]);
  });

  test("its own number, which an outbound assistant also uses", async ({ here }) => {
    const program = (prompt: string): Program => ({
      it: receiver("Support", { phoneNumber: FIRST, systemPrompt: prompt }),
      sales: maker("Sales", { phoneNumber: FIRST }),
    });
    expect(await here.engine.up(program("One"))).toMatchObject(succeeded);
    const slept = here.clock.slept.length;
    expect(await here.engine.up(program("Two"))).toMatchObject(silent);
    expect(here.clock.slept.length).toBe(slept);
    expect(here.emulator.state.assistants.map(({ system_prompt }) => system_prompt)).toEqual(
      ["Two", "Two"].map((_, index) => (index === 0 ? "Two" : assistant.systemPrompt)),
    );
  });

  test.each(["2025", "2026"] as const)(
    "a number that was moved manually, if an update of another field does not send it; %s form",
    async (form) => {
      const here = await world({ form, seed: held({ phone_number_id: null }) });
      const base = form === "2026" ? assistantIn2026("pipeline").props : assistant;
      const props = { ...base, name: "Support", callsDirection: "receive", phoneNumber: FIRST };
      const program = (systemPrompt: string): Program => ({
        it: { kind: "Assistant", props: { ...props, systemPrompt } },
      });
      expect(await here.engine.up(program("One"))).toMatchObject(succeeded);
      const [reception, support] = here.emulator.state.assistants;
      support!.phone_number_id = null;
      reception!.phone_number_id = 1;
      here.clock.advance(3_600_000);
      here.requests();
      expect(await here.engine.up(program("Two"))).toMatchObject(succeeded);
      expect(here.bodies()).toEqual([{ system_prompt: "Two" }]);
      expect(holders(here)).toEqual(["Reception"]);
    },
  );

  test("the number of the assistant that is adopted and renamed", async () => {
    const here = await world({ seed: held() });
    const program = { it: receiver("Front desk", { phoneNumber: FIRST, adoptId: 50 }) };
    expect((await here.engine.preview(program)).lines.join()).not.toContain("will fail");
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(holders(here)).toEqual(["Front desk"]);
  });

  test("the number of an assistant that may be the one to adopt", async () => {
    const here = await world({ seed: held() });
    const program = { it: receiver("Front desk", { phoneNumber: FIRST, adoptId: UNKNOWN }) };
    expect(await here.engine.preview(program)).toMatchObject(silent);
  });

  test("in the 2026 form, a number that an outbound assistant uses", async () => {
    const here = await world({ form: "2026" });
    const { props } = assistantIn2026("pipeline");
    const using = (name: string, callsDirection: string): Program[string] => ({
      kind: "Assistant",
      props: { ...props, name, callsDirection, phoneNumber: FIRST },
    });
    const sales = { sales: using("Sales", "make") };
    expect(await here.engine.up(sales)).toMatchObject(succeeded);
    const both = { ...sales, support: using("Support", "receive") };
    expect(await here.engine.preview(both)).toMatchObject(silent);
    expect(await here.engine.up(both)).toMatchObject(succeeded);
    expect(holders(here)).toEqual(["Sales", "Support"]);
  });

  test("an outbound assistant is not checked", async () => {
    const here = await world({ seed: held() });
    const program = {
      it: maker("Sales", { phoneNumber: FIRST }),
      too: maker("More sales", { phoneNumber: CALLER_ID }),
    };
    expect(await here.engine.preview(program)).toMatchObject(silent);
    expect(await here.engine.up(program)).toMatchObject(silent);
    expect(holders(here)).toEqual(["Reception", "Sales"]);
  });

  test("a number that is not known before apply", async () => {
    const here = await world({ seed: held() });
    const program = { it: receiver("Support", { phoneNumber: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }) };
    expect(await here.engine.preview(program)).toMatchObject(silent);
  });
});

test("an assistant that begins to receive calls is rejected if another one uses its undeclared number", async () => {
  const here = await world({ form: "2026" });
  const { props } = assistantIn2026("pipeline");
  const named = (name: string, more: Props): Program[string] => ({
    kind: "Assistant",
    props: { ...props, name, ...more },
  });
  const support = named("Support", { callsDirection: "receive", phoneNumber: FIRST });
  await here.engine.up({ support, sales: named("Sales", { callsDirection: "make" }) });
  here.emulator.state.assistants.find(({ name }) => name === "Sales")!.phone_number_id = 1;
  here.clock.advance(3_600_000);
  here.requests();
  const program = { support, sales: named("Sales", { callsDirection: "receive" }) };
  const held = 'its phone number is used by Assistant "Support"';
  expect((await here.engine.preview(program)).lines.join()).toContain(held);
  expect((await here.engine.up(program)).errors).toEqual([expect.stringContaining(held)]);
  expect(here.writes()).toEqual([]);
});

test("a number whose assignment was lost, and that another assistant has since received: a line in preview", async ({
  here,
}) => {
  expect(await here.engine.up({ it: receiver("Support") })).toMatchObject(succeeded);
  here.emulator.faults.add({ method: "PUT", fault: "cut-before", times: 4 });
  const program = { it: receiver("Support", { phoneNumber: FIRST }) };
  expect((await here.engine.up(program)).errors).toHaveLength(1);
  const { assistants } = here.emulator.state;
  assistants.push({ ...assistants[0]!, id: 50, name: "Reception", phone_number_id: 1 });
  const says = 'its phone number is used by Assistant "Reception"';
  expect((await here.engine.preview(program)).lines.join()).toContain(says);
});

test.each<[string, Props]>([
  ["by its number", { phoneNumber: CALLER_ID }],
  ["by its id", { phoneNumber: 4 }],
])("a Caller ID number for receive is an error in preview, %s", async (_, props) => {
  const here = await world();
  for (const run of [here.engine.preview, here.engine.up]) {
    const { errors } = await run({ it: receiver("Support", props) });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^phoneNumber: is a Caller ID number, which cannot receive calls/);
    expect(errors[0]).not.toContain(CALLER_ID);
  }
  expect(here.writes()).toEqual([]);
});

test("null releases the number, and so does removing the property", async () => {
  for (const props of [{ phoneNumber: null }, {}]) {
    const here = await world();
    await here.engine.up({ it: receiver("Support", { phoneNumber: FIRST }) });
    here.requests();
    expect(await here.engine.up({ it: receiver("Support", props) })).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ phone_number_id: null }]);
    expect(holders(here)).toEqual([]);
  }
});
