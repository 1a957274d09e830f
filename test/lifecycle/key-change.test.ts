/**
 * An update that changes the key (a name, or a lead's campaign or phone number) looks for existing objects
 * first, like a create.
 */
import { describe, expect } from "vitest";
import { UNKNOWN, type Program, type Props } from "../support/engine-part.js";
import { canaries } from "../support/canaries.js";
import { type World, succeeded, appliedLongAgo, test, oneStep, silent } from "../support/world.js";
import { expectOffersSecond, madeElsewhere, strike, subjects } from "./subjects.js";
import { hostProcess } from "../support/runtime.js";

describe.each(subjects)("$kind", (subject) => {
  const { kind, props, key: property, keys } = subject;
  const [one, two, three] = keys;
  const { request, stored } = subject.samples[property]!;
  const record = Object.keys(stored)[0]!;
  const resource = (value: string, more: Props = {}): Program[string] => ({
    kind,
    props: { ...props, [property]: value, ...more },
  });
  const live = (here: World): unknown[] => subject.rows(here.emulator).map((row) => row[record]);

  test("a change to another object's key: a note in preview, an error at apply, no change", async () => {
    const here = await appliedLongAgo({ it: resource(one) });
    const id = await madeElsewhere(here, subject, { [property]: two });
    const preview = await here.engine.preview({ it: resource(two) });
    expect(preview).toMatchObject(oneStep("update"));
    expect(preview.lines).toEqual([
      expect.stringMatching(
        new RegExp(`another object .*\\(id ${id}\\)\\. Applying this will fail, unless `),
      ),
    ]);
    const before = structuredClone([...here.engine.state]);
    const up = await here.engine.up({ it: resource(two) });
    expect(up.errors).toEqual([
      expect.stringMatching(new RegExp(`nothing is sent.*another object has the new .* \\(id ${id}\\)`)),
    ]);
    expectOffersSecond(up.errors[0], kind);
    if (kind === "Lead") expect([...preview.lines, ...up.errors].join()).not.toContain(two);
    expect(here.writes()).toEqual([]);
    expect([...here.engine.state]).toEqual(before);
  });

  test("a change to the key of an existing object, with another change: nothing is sent", async () => {
    const here = await appliedLongAgo({ it: resource(one) });
    const id = await madeElsewhere(here, subject, { [property]: two });
    const { errors } = await here.engine.up({ it: resource(two, { [subject.field]: subject.second }) });
    expect(errors).toEqual([expect.stringContaining(`(id ${id})`)]);
    expect(here.writes()).toEqual([]);
  });

  test.each<[string, Props, Record<string, string>]>([
    ["the resource", { onExisting: "create" }, {}],
    ["the stack's configuration", {}, { "voicecall:onExisting": "create" }],
  ])('onExisting: "create" of %s allows it', async (_, more, config) => {
    const here = await appliedLongAgo({ it: resource(one) }, {}, config);
    await madeElsewhere(here, subject, { [property]: two });
    const program = { it: resource(two, more) };
    expect(await here.engine.preview(program)).toMatchObject(silent);
    expect(await here.engine.up(program)).toMatchObject(silent);
    expect(here.bodies()).toEqual([{ [request]: two }]);
    expect(live(here)).toEqual([two, two]);
  });

  test.each([0, 5_000])(
    "a change to a key that an earlier resource freed; listing lag %d ms",
    async (listLag) => {
      const here = await appliedLongAgo({ first: resource(one), second: resource(two) }, { listLag });
      const program = { first: resource(three), second: resource(one) };
      expect(await here.engine.preview(program)).toMatchObject(silent);
      expect(await here.engine.up(program)).toMatchObject(silent);
      expect(live(here)).toEqual([three, one]);
    },
  );

  test("a change to a key that a parallel update of the run frees", async () => {
    const here = await appliedLongAgo({ first: resource(one), second: resource(two) });
    const { env, state } = here.engine;
    const hosted = hostProcess(here.clock, env).open(kind);
    const update = (name: string, value: string): Promise<unknown> => {
      const { id, inputs, outputs } = state.get(name)!;
      return hosted.update(id, outputs, { ...inputs, [property]: value });
    };
    await Promise.all([update("second", one), update("first", three)]);
    expect(live(here)).toEqual([three, one]);
  });

  test("two resources get one key: a note in preview, and the second is rejected, at any lag", async () => {
    const here = await appliedLongAgo({ first: resource(one), second: resource(two) }, { listLag: 5_000 });
    const program = { first: resource(three), second: resource(three) };
    here.engine.knowsUrns = false;
    const preview = await here.engine.preview(program);
    expect(preview.errors).toEqual([]);
    expect(preview.lines).toEqual([
      expect.stringMatching(
        /another resource of this program will get the new .*\. Applying this will fail\. /,
      ),
    ]);
    const up = await here.engine.up(program);
    expect(up.errors).toEqual([
      expect.stringMatching(
        /nothing is sent.*this run has just given another object the new .* \(id \d+\)\. /,
      ),
    ]);
    expectOffersSecond(up.errors[0], kind);
    expect(live(here)).toEqual([three, two]);
  });

  test("a new resource and a changed one with one key: the second is rejected", async () => {
    for (const order of [
      ["first", "second"],
      ["second", "first"],
    ] as const) {
      const here = await appliedLongAgo({ first: resource(one) }, { listLag: 5_000 });
      const both: Program = { first: resource(three), second: resource(three) };
      const up = await here.engine.up(Object.fromEntries(order.map((name) => [name, both[name]!])));
      expect(up.errors).toEqual([expect.stringMatching(/nothing (is sent|is changed|was sent)/i)]);
      expect(live(here).filter((value) => value === three)).toHaveLength(1);
    }
  });

  test("a diff that the engine requests twice does not conflict with itself", async () => {
    const here = await appliedLongAgo({ first: resource(one) });
    const process = hostProcess(here.clock, here.engine.env);
    const hosted = process.open(kind);
    const { id, inputs, outputs } = here.engine.state.get("first")!;
    const checked = await hosted.check(inputs, { ...inputs, [property]: two });
    for (let time = 0; time < 2; time += 1) await hosted.diff(id, outputs, checked.inputs);
    expect(process.lines).toEqual([]);
  });

  test('swapped keys are rejected, unless both have onExisting: "create", as the error says', async () => {
    const here = await appliedLongAgo({ first: resource(one), second: resource(two) });
    const swapped = (more: Props = {}): Program => ({
      first: resource(two, more),
      second: resource(one, more),
    });
    const { lines } = await here.engine.preview(swapped());
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toMatch(/^update .*: nothing is sent.*\. Applying this will fail, unless .* another /);
    const up = await here.engine.up(swapped());
    expectOffersSecond(up.errors.join("\n"), kind);
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(swapped({ onExisting: "create" }))).toMatchObject(silent);
    expect(live(here)).toEqual([two, one]);
    expect(await here.engine.up(swapped())).toMatchObject({ steps: [{ op: "same" }, { op: "same" }] });
  });

  test("the key of a resource that the run deletes: rejected, and possible in the two runs that the error describes", async () => {
    const here = await appliedLongAgo({ first: resource(one), second: resource(two) });
    const up = await here.engine.up({ first: resource(two) });
    expect(up.errors.join("\n")).toContain("If this program frees it, apply that first");
    expect(live(here)).toEqual([one, two]);
    expect(await here.engine.up({ first: resource(one) })).toMatchObject(succeeded);
    expect(await here.engine.up({ first: resource(two) })).toMatchObject(silent);
    expect(live(here)).toEqual([two]);
  });

  test("the key is unchanged while another field changes: no further write", async () => {
    const here = await appliedLongAgo({ it: resource(one) });
    const changed = { it: resource(one, { [subject.field]: subject.second }) };
    expect(await here.engine.up(changed)).toMatchObject(silent);
    expect(here.bodies()).toEqual([subject.sent]);
  });

  test("a manual change to the key is reverted, unless another object has that key by then", async () => {
    const here = await appliedLongAgo({ it: resource(one) });
    const program = { it: resource(one) };
    subject.rows(here.emulator)[0]![record] = three;
    const id = await madeElsewhere(here, subject, { [property]: one });
    expect(await here.engine.refresh()).toMatchObject(silent);
    expect((await here.engine.preview(program)).lines.join("\n")).toContain(`(id ${id})`);
    expect((await here.engine.up(program)).errors.join("\n")).toContain(`(id ${id})`);
    subject.rows(here.emulator).pop();
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(live(here)).toEqual([one]);
  });

  test("an unsettled update looks for existing objects when it sends the key again", async () => {
    const here = await appliedLongAgo({ it: resource(one) });
    strike(here, "PUT", subject.item, { dropField: request }, { times: 1 });
    expect((await here.engine.up({ it: resource(two) })).errors.join()).toContain("did not keep it");
    const id = await madeElsewhere(here, subject, { [property]: two });
    expect((await here.engine.up({ it: resource(two) })).errors.join()).toContain(`(id ${id})`);
    expect(here.writes()).toEqual([]);
  });

  test("a change to a free key: without waiting; a preview without a token succeeds", async () => {
    const here = await appliedLongAgo({ it: resource(one) });
    const began = here.clock.now();
    expect(await here.engine.up({ it: resource(two) })).toMatchObject(silent);
    expect(here.clock.now()).toBe(began);
    here.engine.env = { VOICECALL_BASE_URL: here.engine.env["VOICECALL_BASE_URL"] };
    const { errors, lines } = await here.engine.preview({ it: resource(three) });
    expect(errors).toEqual([]);
    expect(lines).toEqual([expect.stringContaining("there is no access token")]);
  });

  test("no line about a key that the update takes: keys that are not known yet, a key that was set manually", async () => {
    const shared = { onExisting: "create", ...(kind === "Lead" && { allowDuplicate: true }) };
    const here = await appliedLongAgo({ first: resource(one, shared), second: resource(one, shared) });
    expect(await here.engine.preview({ first: resource(UNKNOWN), second: resource(UNKNOWN) })).toMatchObject(
      silent,
    );
    subject.rows(here.emulator)[0]![record] = three;
    const manual = { first: resource(three), second: resource(one) };
    const { errors, lines } = await here.engine.preview(manual);
    expect([errors, lines]).toEqual([[], [expect.stringContaining("already so in the service")]]);
  });

  describe("in one process", () => {
    async function process(...names: string[]) {
      const all = names.map((name, index) => [name, resource(keys[index]!)] as const);
      const here = await appliedLongAgo(Object.fromEntries(all));
      const hosted = hostProcess(here.clock, here.engine.env).open(kind);
      const update = (name: string, value: string) => {
        const { id, inputs, outputs } = here.engine.state.get(name)!;
        return hosted.update(id, outputs, { ...inputs, [property]: value });
      };
      return { here, hosted, update };
    }

    test("an update that a hook retries does not conflict with itself", async () => {
      const { here, update } = await process("first");
      strike(here, "PUT", subject.item, "cut-before", { times: 4 });
      await expect(update("first", three)).rejects.toThrow("may or may not have processed");
      here.emulator.faults.clear();
      await update("first", three);
      expect(live(here)).toEqual([three]);
    });

    test("the key of an object that the run has deleted is free", async () => {
      const { here, hosted, update } = await process("first", "second");
      const { outs } = await update("first", three);
      await hosted.delete(here.engine.state.get("first")!.id, outs);
      await update("second", three);
      expect(live(here)).toEqual([three]);
    });

    test("the key of an object that the run has deleted is free for a create too", async () => {
      const { here, hosted, update } = await process("first");
      const { id, inputs } = here.engine.state.get("first")!;
      const { outs } = await update("first", three);
      await hosted.delete(id, outs);
      await hosted.create({ ...inputs, [property]: three });
      expect(live(here)).toEqual([three]);
    });

    test("the key of a create with an unknown result is taken", async () => {
      const { here, hosted, update } = await process("first");
      strike(here, "POST", subject.create, "cut-before");
      const { inputs } = here.engine.state.get("first")!;
      await expect(hosted.create({ ...inputs, [property]: three })).rejects.toThrow("create");
      await expect(update("first", three)).rejects.toMatchObject({
        code: "exists",
        message: expect.stringMatching(
          /this run has just given another object the new .*\. Choose /,
        ) as string,
      });
      expect(live(here)).toEqual([one]);
    });
  });

  test("an adoption that would change the key: a note in preview, rejected at apply", async ({ here }) => {
    const first = await madeElsewhere(here, subject, { [property]: one });
    const second = await madeElsewhere(here, subject, { [property]: two });
    const program = (more: Props = {}): Program => ({ it: resource(two, { adoptId: first, ...more }) });
    const message = new RegExp(`adoptId is ${first}.*already has this .*\\(id ${second}\\)`);
    expect((await here.engine.preview(program())).lines.join("\n")).toMatch(message);
    expect((await here.engine.up(program())).errors.join("\n")).toMatch(message);
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(program({ onExisting: "create" }))).toMatchObject(succeeded);
    expect(live(here)).toEqual([two, two]);
  });
});

describe("a lead's campaign is a part of its key", () => {
  const resource = (campaign: string | number): Program[string] => ({
    kind: "Lead",
    props: { campaign, phoneNumber: canaries.phone },
  });

  test("moved into a campaign with this number: rejected; a different spelling: no change", async ({
    here,
  }) => {
    await here.engine.up({ it: resource("Spring renewals"), other: resource(2) });
    here.requests();
    const program = { it: resource(2), other: resource(2) };
    const preview = await here.engine.preview(program);
    expect(preview.lines.join("\n")).toMatch(/new campaign and phone number .*Applying this will fail/);
    expect((await here.engine.up(program)).errors.join("\n")).toMatch(/nothing is sent/);
    expect(await here.engine.up({ it: resource(1), other: resource(2) })).toMatchObject(silent);
    expect(here.writes()).toEqual([]);
  });
});
