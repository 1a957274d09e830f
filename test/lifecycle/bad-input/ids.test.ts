/** Malformed ids, in state or passed to `get`, are rejected and never sent to the service. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "../../kinds/index.js";
import type { Outcome, Program } from "../../support/engine-part.js";
import { baseOf, formOf, kinds, program } from "./fields.js";
import { polluted, wording } from "./judge.js";
import { Ground } from "./play.js";

const IDS = [
  "",
  " ",
  "../x",
  "1/../2",
  "1?x=1",
  "1#",
  "%2e%2e",
  "%31",
  " 1",
  "1\n",
  "1\u0000",
  "0",
  "-1",
  "01",
  "1.0",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "undefined",
  "null",
  "__proto__",
  "constructor",
  "٣",
  "📞",
  "\u202E1",
  "\uD800",
  "9".repeat(16),
  "9".repeat(5000),
  "x".repeat(5000),
  "04da6b54-80e4-46f7-96ec-b56ff0331ba8",
];

let ground: Ground;
beforeAll(async () => void (ground = await Ground.open()));
afterAll(() => ground.close());

const mistakesIn = (id: string, errors: string[]): string[] => {
  const problems = errors.flatMap((error) => wording(error));
  if (errors.length === 0) problems.push("the id was accepted");
  for (const error of errors)
    if (!error.includes("must be a whole number above 0, as assigned by the service"))
      problems.push(error.slice(0, 300));
  return [...problems, ...polluted()].map((what) => `${JSON.stringify(id).slice(0, 100)}: ${what}`);
};

describe.each(kinds)("%s", (kind) => {
  beforeAll(() => ground.emulator.configure({ form: formOf(kind) }));

  test("`get` rejects each malformed id and sends nothing", async () => {
    const problems: string[] = [];
    const before = ground.emulator.requests().length;
    for (const id of IDS) {
      const error: unknown = await ground
        .engine()
        .get(kind, id)
        .then(
          () => undefined,
          (reason: unknown) => reason,
        );
      problems.push(...mistakesIn(id, error instanceof Error ? [error.message] : []));
    }
    expect(problems).toEqual([]);
    expect(ground.emulator.requests().length).toBe(before);
  });

  test("preview, up, refresh and destroy reject a malformed id in state", async () => {
    const engine = ground.engine();
    const declared = program(kind, baseOf(kind));
    expect((await engine.up(declared)).errors).toEqual([]);
    const [made] = [...engine.state.values()].map((stored) => structuredClone(stored));
    const changed: Program = program(kind, { ...baseOf(kind), ...fixtures[kind].change });
    const problems: string[] = [];
    const before = ground.emulator.requests().length;
    for (const id of IDS) {
      const runs: ((of: ReturnType<Ground["engine"]>) => Promise<Outcome>)[] = [
        (of) => of.preview(declared),
        (of) => of.preview(changed),
        (of) => of.up(changed),
        (of) => of.refresh(),
        (of) => of.destroy(),
      ];
      for (const run of runs) {
        const mine = ground.engine();
        mine.state.set("it", { ...structuredClone(made!), id });
        problems.push(...mistakesIn(id, (await run(mine)).errors));
      }
    }
    expect(problems.slice(0, 10)).toEqual([]);
    // The check of a resource looks up names before another call rejects the id.
    const sent = ground.emulator.requests().slice(before);
    const known = /^GET \/user\/(assistants\/(get|voices|languages|models)|campaigns)$/;
    expect(sent.map(({ method, path }) => `${method} ${path}`).filter((line) => !known.test(line))).toEqual(
      [],
    );
    expect((await engine.destroy()).errors).toEqual([]);
  });
});
