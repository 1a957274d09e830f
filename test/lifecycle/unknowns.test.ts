/** Values that are not known before apply, anywhere in a program, and previews without a token. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../provider/catalog.js";
import { type Seed, defaultSeed } from "../../emulator/index.js";
import { everyProperty, fieldsOf, fixtures, kinds, mapped, serviceOf } from "../kinds/index.js";
import { EnginePart, type Props, UNKNOWN } from "../support/engine-part.js";
import { crossing } from "../support/protocol.js";
import { hostProcess } from "../support/runtime.js";
import { inSoak } from "../support/soak.js";
import { assistant, tool, type World, world, silent, succeeded, unchanged } from "../support/world.js";
import { declaring, madeElsewhere, subjects } from "./subjects.js";

/** A value for every property of each kind. */
const full: Record<Kind, Props> = {
  ...mapped(everyProperty),
  Assistant: { ...everyProperty(fixtures.Assistant), tools: ["get_price", 101, "101"] },
};

test.each(kinds)("%s: every property of the table is in test/kinds", (kind) => {
  expect(Object.keys(full[kind]).sort()).toEqual(Object.keys(fieldsOf(kind)).sort());
});

type Path = (string | number)[];

/** The paths of all values inside a value. */
function paths(value: unknown, here: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return here.length > 0 ? [here] : [];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    paths(item, [...here, Array.isArray(value) ? Number(key) : key]),
  );
  return here.length > 0 ? [here, ...inner] : inner;
}

function withValue(props: Props, path: Path, value: unknown): Props {
  const copy = structuredClone(props);
  const last = path.at(-1)!;
  let at: unknown = copy;
  for (const key of path.slice(0, -1)) {
    at = (at as Record<string | number, unknown>)[key];
    // A value that contains this path is already replaced.
    if (typeof at !== "object" || at === null) return copy;
  }
  (at as Record<string | number, unknown>)[last] = value;
  return copy;
}

const seed: Seed = {
  ...defaultSeed(),
  tools: [
    { id: 101, name: "get_hours" },
    { id: 102, name: "get_price" },
  ],
};

/** A world after an apply of the kind, so that unknown values are compared with state. */
async function applied(kind: Kind): Promise<World> {
  const here = await world(serviceOf(kind, { seed, extraFields: ["new_setting"] }));
  const { onExisting: _, adoptId: __, ...props } = full[kind];
  expect(await here.engine.up({ it: { kind, props } })).toMatchObject(succeeded);
  here.requests();
  return here;
}

test.each(kinds)("%s: the check without secrets takes a placeholder for any value", async (kind) => {
  const away = new EnginePart({ env: {}, config: { "voicecall:offline": "always" } });
  for (const path of paths(full[kind]))
    for (const placeholder of ["offline", -404_404]) {
      const props = withValue(full[kind], path, placeholder);
      const { errors } = await away.preview({ it: { kind, props } });
      expect([path, placeholder, errors]).toEqual([path, placeholder, []]);
    }
});

describe.each(kinds)("%s with unknown values", (kind) => {
  const some = fc.uniqueArray(fc.constantFrom(...paths(full[kind])), {
    minLength: 1,
    maxLength: 6,
    selector: (path) => path.join("."),
  });
  const withUnknowns = some.map((chosen) =>
    chosen.reduce((props, path) => withValue(props, path, UNKNOWN), full[kind]),
  );

  test("any single one, and any mix of them: no preview fails or writes", async () => {
    const here = await applied(kind);
    const { adoptId: _, ...rest } = full[kind];
    const away = new EnginePart({ env: {} });
    const { id, outputs } = here.engine.state.get("it")!;
    const hosts = [here.engine, away].map(({ env }) => hostProcess(here.clock, env).open(kind));
    const holds = async (props: Props): Promise<void> => {
      for (const hosted of hosts) {
        for (const olds of [{}, { ...rest }]) {
          const { inputs, failures } = await hosted.check(olds, props);
          expect(failures).toEqual([]);
          crossing(inputs);
          crossing(await hosted.diff(id, outputs, { ...inputs, adoptId: Number(id) }));
          crossing(await hosted.diff(id, outputs, { ...inputs, adoptId: UNKNOWN }));
        }
      }
    };
    for (const path of paths(full[kind])) await holds(withValue(full[kind], path, UNKNOWN));
    await fc.assert(fc.asyncProperty(withUnknowns, holds), { numRuns: inSoak("inputs") ? 60 : 20 });
    expect(here.writes()).toEqual([]);
  });

  test("check returns the same bytes with and without a token, in any order of items", async () => {
    const here = await applied(kind);
    const online = hostProcess(here.clock, here.engine.env).open(kind);
    const offline = hostProcess(here.clock, {}).open(kind);
    const turned = Object.fromEntries(
      Object.entries(full[kind]).map(([key, value]) => [
        key,
        Array.isArray(value) && key !== "secondaryContacts" ? value.toReversed() : value,
      ]),
    );
    const answers = [
      await online.check({}, full[kind]),
      await offline.check({}, full[kind]),
      await online.check(full[kind], turned),
      await offline.check({}, turned),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).toBe(JSON.stringify(answers[0]));
  });

  test("null or a wrong type anywhere is a mistake or nothing, never a crash", async () => {
    const here = await applied(kind);
    const online = hostProcess(here.clock, here.engine.env).open(kind);
    const odd = fc.constantFrom<unknown>(null, "", "x", 0, -1, 1e300, true, [], [null], {}, { name: null }, [
      [],
    ]);
    const property = fc.asyncProperty(some, odd, async (chosen, value) => {
      const props = chosen.reduce((all, path) => withValue(all, path, value), full[kind]);
      const { inputs, failures } = await online.check({}, props);
      crossing({ inputs, failures });
      expect(failures.every(({ property, reason }) => property === "" && reason !== "")).toBe(true);
    });
    for (const path of paths(full[kind]))
      for (const value of [null, [null], "", {}]) await online.check({}, withValue(full[kind], path, value));
    await fc.assert(property, { numRuns: 100 });
    expect(here.writes()).toEqual([]);
  });
});

describe.each(subjects)("$kind, which already exists, with an unknown option", (subject) => {
  const { key, keys } = subject;

  test.each(["adoptId", "onExisting"])("%s: preview predicts nothing", async (option) => {
    const here = await world();
    await madeElsewhere(here, subject);
    expect(await here.engine.preview(declaring(subject, { [option]: UNKNOWN }))).toMatchObject(silent);
  });

  test("onExisting of another object that gets its key: preview predicts nothing", async () => {
    const here = await world();
    await madeElsewhere(here, subject, { [key]: keys[0] });
    expect(await here.engine.up(declaring(subject, { [key]: keys[1] }))).toMatchObject(succeeded);
    const program = declaring(subject, { [key]: keys[0], onExisting: UNKNOWN });
    expect(await here.engine.preview(program)).toMatchObject(silent);
  });
});

describe("without a token", () => {
  const program = Object.fromEntries(kinds.map((kind) => [kind, { kind, props: full[kind] }]));
  const url = { VOICECALL_BASE_URL: "http://127.0.0.1:9" };

  test("preview notes once that names were not looked up, and continues", async () => {
    for (const env of [url, {}, { ...url, VOICECALL_ACCESS_TOKEN: "" }]) {
      const preview = await new EnginePart({ env }).preview({
        ...program,
        more: { kind: "Assistant", props: { ...assistant, name: "More", voice: "Nobody" } },
      });
      expect(preview.errors).toEqual([]);
      expect(preview.steps.map(({ op }) => op)).toEqual([...kinds, "more"].map(() => "create"));
      const notes = preview.lines.filter((line) => line.includes("looked up"));
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(/^Names were not looked up.*VOICECALL_ACCESS_TOKEN.*voicecall:accessToken/);
    }
  });

  test("recorded resources show no difference, without a base URL", async () => {
    for (const kind of kinds) {
      const here = await applied(kind);
      const { onExisting: _, adoptId: __, ...props } = full[kind];
      const away = new EnginePart({ env: {} });
      away.state.set("it", structuredClone(here.engine.state.get("it")!));
      expect(await away.preview({ it: { kind, props } })).toMatchObject(unchanged);
    }
  });

  test.each(kinds)("%s: apply, refresh and delete fail with the settings to add", async (kind) => {
    const here = await applied(kind);
    const away = new EnginePart({ env: url });
    const says =
      /there is no access token; set the environment variable VOICECALL_ACCESS_TOKEN, or run `pulumi config set --secret voicecall:accessToken`/;
    expect((await away.up({ it: { kind, props: full[kind] } })).errors[0]).toMatch(says);
    expect(away.state.size).toBe(0);
    away.state.set("it", structuredClone(here.engine.state.get("it")!));
    const { adoptId: _, ...rest } = full[kind];
    const changed = { it: { kind, props: { ...rest, ...fixtures[kind].change } } };
    expect((await away.up(changed)).errors[0]).toMatch(says);
    expect((await away.refresh()).errors[0]).toMatch(says);
    expect((await away.destroy()).errors[0]).toMatch(says);
    expect(away.state.size).toBe(1);
    expect(here.requests()).toEqual([]);
  });

  test('voicecall:offline "never" makes a preview without a token an error', async () => {
    const engine = new EnginePart({ env: url, config: { "voicecall:offline": "never" } });
    const { errors, lines } = await engine.preview({ it: { kind: "MidCallTool", props: tool } });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /No access token is set, and voicecall:offline is "never": set the environment variable/,
    );
    expect(lines).toEqual([]);
  });
});
