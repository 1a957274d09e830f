/** Values of a live object that this version does not know, such as a new word of the service. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "../../provider/catalog.js";
import { type Declared, Undeclarable, declare } from "../../provider/declare.js";
import { parseSettings } from "../../provider/http/settings.js";
import { openSession } from "../../provider/open-session.js";
import { declaring, fieldsOf, serviceOf } from "../kinds/index.js";
import { alteringTransport } from "../support/altered.js";
import { type World, appliedLongAgo, succeeded } from "../support/world.js";
import { type Subject, subjects } from "./subjects.js";

type Raw = Record<string, unknown>;

const values = ["smart_turn", "12", "yes", 1e9, true, {}, ["x"], [{ a: 1 }]];

/** Advice for a program's author. */
const ADVICE = /quotes|config\.|Did you mean|Pulumi\.<|get[A-Z]\w+\(|pass the|give the|is required$|declare/;

/** Changes a key of each record with this id. */
const showing = (id: number, key: string, value: unknown) => {
  const visit = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== "object" || one === null) return one;
    const { data, ...record } = one as Raw;
    const inside = data === undefined ? {} : { data: visit(data) };
    return { ...record, ...inside, ...(record["id"] === id && "created_at" in record && { [key]: value }) };
  };
  return alteringTransport(visit);
};

/** Exports the last object of the kind with these values in its record. */
async function exporter(here: World, { kind }: Subject): Promise<(changes: Raw) => Promise<Exported>> {
  const settings = parseSettings(() => undefined, here.engine.env);
  const session = openSession(settings, { clock: here.clock, print: () => undefined });
  const [record] = (await catalog[kind].records(session)).slice(-1);
  return (changes) => declare(kind, session, { ...record!, ...changes }, { full: true });
}

type Exported = Declared | Undeclarable;

const reasonsIn = (result: Exported): readonly string[] =>
  result instanceof Undeclarable ? [result.reason] : result.notes;

const cases = (["2025", "2026"] as const).flatMap((form) =>
  subjects.map((subject) => [subject.kind, form, subject] as const),
);

describe.each(cases)("%s, %s form", (kind, form, subject) => {
  const table = Object.entries(fieldsOf(kind, form, "pipeline")).filter(
    ([, { record }]) => record !== undefined && record !== "*",
  );

  test("export leaves out an optional field with an unknown value, and says why without advice", async () => {
    const here = await appliedLongAgo(declaring(subject), serviceOf(kind, { form }));
    const exported = await exporter(here, subject);
    for (const [property, { record, required }] of table)
      for (const value of values) {
        const result = await exported({ [record!]: value });
        const what = `${property}: ${JSON.stringify(value)}`;
        for (const reason of reasonsIn(result)) expect(reason, what).not.toMatch(ADVICE);
        if (!required) expect(result, what).not.toBeInstanceOf(Undeclarable);
      }
  });

  test("a read shows an unknown word as it is", async () => {
    for (const [property, { record, type }] of table) {
      if (!(type instanceof z.ZodEnum)) continue;
      const { first = type.options[0], beside } = subject.samples[property] ?? {};
      const program = declaring(subject, { [property]: first, ...beside });
      const here = await appliedLongAgo(program, serviceOf(kind, { form }));
      const before = here.engine.state.get("it")!;
      here.engine.transport = showing(Number(before.id), record!, "smart_turn");
      expect(await here.engine.refresh(), property).toMatchObject(succeeded);
      expect(here.engine.state.get("it")!.inputs).toEqual({ ...before.inputs, [property]: "smart_turn" });
    }
  });
});
