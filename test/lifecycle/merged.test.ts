/**
 * `voicecall:merged`: an update overwrites exactly the manual changes that `voicecall pull` has merged. The marks come
 * from the command's own code.
 */
import { describe, expect, test } from "vitest";
import { compare } from "../../cli/drift/compare.js";
import { differingIn } from "../../cli/pull/merged.js";
import { anAssistant, declaring, fieldsOf, subjects } from "../kinds/index.js";
import { inSoak } from "../support/soak.js";
import { EnginePart, type Program, type Props } from "../support/engine-part.js";
import { type World, appliedLongAgo, predicted, succeeded, unchanged, world } from "../support/world.js";

/** What `voicecall pull` would record now. */
async function marks(here: World): Promise<Record<string, string>> {
  const { env, clock, state } = here.engine;
  const reader = new EnginePart({ env, clock });
  for (const [name, stored] of state) reader.state.set(name, stored);
  expect(await reader.refresh()).toMatchObject(succeeded);
  const resources = [...state].map(([name, { kind, id, ...old }]) => {
    const live = reader.state.get(name)!;
    const urn = `urn:pulumi:dev::program::${kind}::${name}`;
    return { urn, kind, op: "update", old: { id, ...old }, live, paths: [] };
  });
  const reading = { resources, failures: [], warnings: [], messages: [], complete: true };
  const program = { resources: new Map(), seen: new Map(), prompts: [], data: [] };
  const found = differingIn(await compare("dev", reading), reading, program, {});
  here.requests();
  return Object.fromEntries(found.flatMap((one) => one.marks));
}

const recorded = new WeakMap<World, Record<string, string>>();

const recordMerged = async (here: World): Promise<void> => void recorded.set(here, await marks(here));

/** The program as the SDK's classes pass it, with what is recorded. */
const withRecord = (here: World, all: Program): Program =>
  Object.fromEntries(
    Object.entries(all).map(([name, { kind, props }]) => [
      name,
      { kind, props: { ...(props as Props), ...(recorded.has(here) && { __merged: recorded.get(here) }) } },
    ]),
  );

const refusal = expect.stringContaining("the update would overwrite ");

/** Expects that the program cannot be applied, and that preview says so. */
async function isRefused(here: World, declared: Program): Promise<void> {
  const program = withRecord(here, declared);
  await here.engine.preview(program);
  expect(predicted(here)).toEqual([
    expect.stringMatching(/was changed manually: .* Applying this will fail/),
  ]);
  expect((await here.engine.up(program)).errors).toEqual([refusal]);
  expect(here.writes()).toEqual([]);
}

/** Expects that the program is applied, and that preview and apply say what they overwrite. */
async function isSent(here: World, declared: Program): Promise<unknown[]> {
  const program = withRecord(here, declared);
  const said = expect.stringMatching(
    /^\w+ .* \(id \d+\): overwriting a manual change that `voicecall pull` has merged: \w+ \(/,
  );
  const preview = await here.engine.preview(program);
  expect([predicted(here), preview.errors]).toEqual([[], []]);
  expect(preview.lines).toContainEqual(said);
  here.requests();
  const up = await here.engine.up(program);
  expect(up.errors).toEqual([]);
  expect(up.lines).toContainEqual(said);
  const bodies = here.bodies();
  expect(await here.engine.preview(program)).toMatchObject(unchanged);
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  return bodies;
}

const OLD = "Greet.\nBe brief.\nSay goodbye.";
const THEIRS = "Greet.\nBe kind.\nSay goodbye.";
const NEWER = "Greet.\nBe very kind.\nSay goodbye.";
const program = (systemPrompt: string, more: Props = {}) => declaring(anAssistant, { systemPrompt, ...more });
const row = ({ emulator }: World) => anAssistant.rows(emulator).at(-1)!;

describe("a prompt", () => {
  const resolved = [
    ["mine", "Greet.\nBe clear.\nSay goodbye."],
    ["a mix", "Greet.\nBe clear and kind.\nSay goodbye."],
    ["both lines", "Greet.\nBe clear.\nBe kind.\nSay goodbye."],
    ["neither", "Greet.\nSay goodbye."],
  ] as const;
  test.each(resolved)("resolved as %s: refused without a record, sent with it", async (_, text) => {
    const here = await appliedLongAgo(program(OLD));
    row(here)["system_prompt"] = THEIRS;
    await isRefused(here, program(text));
    await recordMerged(here);
    expect(await isSent(here, program(text))).toEqual([{ system_prompt: text }]);
  });

  test("resolved as theirs: nothing is sent, and nothing is said to be overwritten", async () => {
    const here = await appliedLongAgo(program(OLD));
    row(here)["system_prompt"] = THEIRS;
    await recordMerged(here);
    const up = await here.engine.up(withRecord(here, program(THEIRS)));
    expect([up.errors, up.lines.filter((line) => line.includes("overwriting")), here.writes()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test("a newer edit is refused, in preview and in the apply", async () => {
    const here = await appliedLongAgo(program(OLD));
    row(here)["system_prompt"] = THEIRS;
    await recordMerged(here);
    row(here)["system_prompt"] = NEWER;
    await isRefused(here, program(resolved[0][1]));
    await recordMerged(here);
    await isSent(here, program(resolved[0][1]));
  });

  test("after the apply, the record is dead: the same text by hand is a new change", async () => {
    const here = await appliedLongAgo(program(OLD));
    row(here)["system_prompt"] = THEIRS;
    await recordMerged(here);
    await isSent(here, program(resolved[0][1]));
    row(here)["system_prompt"] = THEIRS;
    await isRefused(here, program(resolved[1][1]));
  });

  test("the record is of one resource and one property", async () => {
    const here = await appliedLongAgo(program(OLD));
    row(here)["system_prompt"] = THEIRS;
    const [[key, hash], ...others] = Object.entries(await marks(here)) as [[string, string]];
    expect([key, others]).toEqual(["Assistant it.systemPrompt", []]);
    for (const other of [
      "Assistant other.systemPrompt",
      "Assistant it.initialMessage",
      "MidCallTool it.systemPrompt",
    ]) {
      recorded.set(here, { [other]: hash });
      await isRefused(here, program(resolved[0][1]));
    }
  });

  test("another manual change of the same object is refused", async () => {
    const here = await appliedLongAgo(program(OLD));
    row(here)["system_prompt"] = THEIRS;
    await recordMerged(here);
    row(here)["initial_message"] = "Moin!";
    await isRefused(here, program(resolved[0][1], { initialMessage: "Hi!" }));
    row(here)["initial_message"] = "Hello!";
    expect(await isSent(here, program(resolved[0][1]))).toEqual([{ system_prompt: resolved[0][1] }]);
  });
});

describe("an object", () => {
  const variables = (company: string, town: string) => program(OLD, { variables: { company, town } });

  test("each key has its own record", async () => {
    const here = await appliedLongAgo(variables("Acme", "Bonn"));
    const change = (more: object) => Object.assign(row(here)["variables"] as object, more);
    change({ company: "Bcme" });
    await recordMerged(here);
    expect(Object.keys(recorded.get(here)!)).toEqual(["Assistant it.variables.company"]);
    change({ town: "Köln" });
    await isRefused(here, variables("Ccme", "Kiel"));
    await recordMerged(here);
    expect(await isSent(here, variables("Ccme", "Kiel"))).toEqual([
      { variables: { company: "Ccme", town: "Kiel" } },
    ]);
  });
});

/** One of each form of value. `npm run soak -- fields` tests every field that can be changed manually. */
const SOME = [
  "voice",
  "tools",
  "postCallSchema",
  "extraFields",
  "timezone",
  "headers",
  "schema",
  "variables",
];

describe.each(subjects)("$kind", (subject) => {
  const samples = Object.entries(subject.samples)
    .filter(([, { byHand, refused }]) => byHand && !refused)
    .filter(([property]) => inSoak("fields") || SOME.includes(property));
  test.each(samples)("%s: if it is refused, the record lets it pass", async (property, sample) => {
    const declared = (value: unknown) => declaring(subject, { ...sample.beside, [property]: value });
    const here = await world({ extraFields: ["new_setting"] });
    subject.prepare?.(here.emulator);
    expect(await here.engine.up(declared(sample.first))).toMatchObject(succeeded);
    here.requests();
    Object.assign(subject.rows(here.emulator).at(-1)!, structuredClone(sample.byHand));
    const { errors } = await here.engine.up(declared(sample.second));
    if (errors.length === 0) return;
    expect(errors).toEqual([refusal]);
    // A short secret could be guessed from its hash.
    if (fieldsOf(subject.kind)[property]!.secret) return expect(await marks(here)).toEqual({});
    await recordMerged(here);
    expect(await isSent(here, declared(sample.second))).toHaveLength(1);
  });
});
