/**
 * Responses whose objects have a key that the provider does not know, or whose postCallSchema has added items.
 */
import { describe, expect, test } from "vitest";
import { catalog } from "../../provider/catalog.js";
import { declare } from "../../provider/declare.js";
import { openSession } from "../../provider/open-session.js";
import { parseSettings } from "../../provider/http/settings.js";
import { UNKNOWN_KEY, alteringTransport, withUnknownKeys } from "../support/altered.js";
import { fakeClock } from "../support/clock.js";
import { EnginePart, type Props } from "../support/engine-part.js";
import { type World, succeeded, unchanged, world } from "../support/world.js";
import { type Subject, aLead, anAssistant, declaring, madeElsewhere, midCallTool, strike, subjects } from "./subjects.js"; // prettier-ignore

const contacts = [{ phoneNumber: "+12025550150", variables: { a: 1 } }, { phoneNumber: "+12025550151" }];

const props = (subject: Subject): Props =>
  Object.fromEntries([
    ...Object.values(subject.samples).flatMap(({ beside = {} }) => Object.entries(beside)),
    ...Object.entries(subject.samples).map(([property, { first }]) => [property, first] as const),
    ...(subject === aLead ? [["secondaryContacts", contacts] as const] : []),
  ]);

async function running(subject: Subject, alter = withUnknownKeys): Promise<World> {
  const here = await world({ extraFields: ["new_setting"] });
  subject.prepare?.(here.emulator);
  here.engine.transport = alteringTransport(alter);
  return here;
}

describe.each(subjects)("$kind with every property", (subject) => {
  const program = declaring(subject, props(subject));

  test("is created, previewed and refreshed as without the keys, and state has none", async () => {
    const here = await running(subject);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(JSON.stringify([...here.engine.state])).not.toContain(UNKNOWN_KEY);
    // The first read stores outputs that only records contain.
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    const before = structuredClone(here.engine.state.get("it")!);
    here.engine.transport = undefined;
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.engine.state.get("it")).toEqual(before);
    here.engine.transport = alteringTransport(withUnknownKeys);
    here.requests();
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.engine.state.get("it")).toEqual(before);
    expect(await here.engine.up(program)).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });

  test("is adopted without a write, except for fields that no record shows", async () => {
    const here = await running(subject);
    await madeElsewhere(here, subject, props(subject));
    expect(
      await here.engine.up(declaring(subject, { ...props(subject), onExisting: "adopt" })),
    ).toMatchObject(succeeded);
    const never = ["use_min_interrupt_words", "end_call_tool", "new_setting", "hidden_setting"];
    for (const { body } of here.writes())
      expect(Object.keys(body as object).filter((key) => !never.includes(key))).toEqual([]);
  });

  test("is found again after a lost response to its create", async () => {
    const here = await running(subject);
    strike(here, "POST", subject.create, "cut-after", { times: 1 });
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.writes().filter(({ path }) => path === subject.create)).toHaveLength(1);
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
  });

  test("is exported as without the keys", async () => {
    const here = await running(subject);
    await madeElsewhere(here, subject, props(subject));
    const exported = async (engine: EnginePart) => {
      const settings = parseSettings(() => undefined, engine.env);
      const transport = engine.transport;
      const clock = fakeClock();
      const session = openSession(settings, {
        print: () => undefined,
        clock,
        ...(transport && { transport }),
      });
      const [record] = await catalog[subject.kind].records(session);
      return declare(subject.kind, session, record!, { full: true });
    };
    const plain = new EnginePart({ env: here.engine.env });
    expect(await exported(here.engine)).toEqual(await exported(plain));
  });

  test("is returned by get as without the keys", async () => {
    const here = await running(subject);
    const id = String(await madeElsewhere(here, subject, props(subject)));
    const plain = new EnginePart({ env: here.engine.env, clock: here.clock });
    expect(await here.engine.get(subject.kind, id)).toEqual(await plain.get(subject.kind, id));
  });
});

const lists = {
  headers: { subject: midCallTool, request: "headers" },
  schema: { subject: midCallTool, request: "schema" },
  postCallSchema: { subject: anAssistant, request: "post_call_schema" },
};

describe.each(Object.keys(lists) as (keyof typeof lists)[])("%s", (property) => {
  const { subject, request } = lists[property];
  const { first, second } = subject.samples[property]!;
  const [item] = second as Props[];

  async function applied(value: unknown): Promise<World> {
    const here = await running(subject);
    expect(await here.engine.up(declaring(subject, { [property]: value }))).toMatchObject(succeeded);
    here.requests();
    return here;
  }

  test("an update sends back the undeclared keys of declared items", async () => {
    const here = await applied(first);
    const bodies: string[] = [];
    const { send } = here.engine.transport!;
    here.engine.transport = {
      send: (sending) => {
        if (sending.method === "PUT") bodies.push(sending.body!);
        return send(sending);
      },
    };
    expect(await here.engine.up(declaring(subject, { [property]: second }))).toMatchObject(succeeded);
    const sent = (JSON.parse(bodies[0]!) as Props)[request] as Props[];
    expect(sent.map(({ name }) => name)).toEqual((second as Props[]).map(({ name }) => name));
    expect(sent[0]).toMatchObject({ [UNKNOWN_KEY]: { name: "x" } });
  });

  test("a changed declared key, a missing item and an extra item are drift", async () => {
    const here = await applied(first);
    const [row] = subject.rows(here.emulator).slice(-1);
    const live = row![request] as Props[];
    const changes: unknown[] = [
      [
        ...live.slice(0, -1),
        { ...live.at(-1), ...(property === "headers" ? { value: "other" } : { description: "Another." }) },
      ],
      live.slice(1),
      [...live, { ...item, name: "another" }],
    ];
    for (const changed of changes) {
      row![request] = changed;
      expect(await here.engine.refresh()).toMatchObject({ steps: [{ op: "update", fields: [property] }] });
      expect(JSON.stringify([...here.engine.state])).not.toContain(UNKNOWN_KEY);
      expect(await here.engine.up(declaring(subject, { [property]: first }))).toMatchObject({ errors: [], steps: [{ op: "update" }] }); // prettier-ignore
      expect(here.methods()).toEqual(["PUT"]);
    }
  });
});

describe("items that the service adds to postCallSchema", () => {
  const added = [
    { name: "status", type: "bool", description: "Whether the goal was reached." },
    { name: "summary", type: "string", description: "A summary." },
  ];
  const addItems = (body: unknown): unknown => {
    const { data, ...envelope } = body as { data?: unknown };
    if (!Array.isArray(data)) return body;
    const rows = data.map((row: { post_call_schema: { name: string }[] }) => {
      const names = row.post_call_schema.map(({ name }) => name);
      const missing = added.filter(({ name }) => !names.includes(name));
      return { ...row, post_call_schema: [...missing, ...row.post_call_schema] };
    });
    return { ...envelope, data: rows };
  };
  const outcome = { name: "outcome", type: "string", description: "How it went." };
  const programOf = (...items: object[]) => declaring(anAssistant, { postCallSchema: items });

  async function applied(...items: object[]): Promise<World> {
    const here = await running(anAssistant, addItems);
    expect(await here.engine.up(programOf(...items))).toMatchObject(succeeded);
    here.requests();
    return here;
  }

  test.each([[[]], [[outcome]]])("are not differences beside %j", async (items) => {
    const here = await applied(...items);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.engine.state.get("it")!.inputs["postCallSchema"]).toEqual(items);
    expect(await here.engine.up(programOf(...items))).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });

  test("are sent back by an update", async () => {
    const here = await applied(outcome);
    const other = { ...outcome, description: "How it ended." };
    expect(await here.engine.up(programOf(other))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ post_call_schema: [other, ...added] }]);
  });

  test("stay when the program no longer declares a schema", async () => {
    const here = await applied(outcome);
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ post_call_schema: added }]);
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(unchanged);
  });

  test("are compared and changed like other items when they are declared", async () => {
    const ownSummary = { ...added[1]!, description: "Our own summary." };
    const here = await applied(outcome, ownSummary);
    const [row] = anAssistant.rows(here.emulator).slice(-1);
    row!["post_call_schema"] = [outcome, added[1]];
    expect(await here.engine.refresh()).toMatchObject({ steps: [{ fields: ["postCallSchema"] }] });
    expect(await here.engine.up(programOf(outcome, ownSummary))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ post_call_schema: [outcome, ownSummary, added[0]] }]);
  });

  test("stay when they are no longer declared, and preview says so", async () => {
    const here = await applied(outcome, added[1]!);
    const { lines } = await here.engine.preview(programOf(outcome));
    expect(lines.join("\n")).toMatch(
      /keys or items of postCallSchema that are no longer declared are left as they are in the service/,
    );
    expect(await here.engine.up(programOf(outcome))).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });
});

test("an item that the service also adds stays when postCallSchema is removed, and preview says so", async () => {
  const ownStatus = { name: "status", type: "string", description: "Our own status." };
  const here = await world();
  expect(await here.engine.up(declaring(anAssistant, { postCallSchema: [ownStatus] }))).toMatchObject(
    succeeded,
  );
  const { lines } = await here.engine.preview(declaring(anAssistant));
  expect(lines.join("\n")).toMatch(
    /items of postCallSchema that are no longer declared are left as they are in the service/,
  );
});

test("a manual change to an extra field is not overwritten, and not sent again", async () => {
  const here = await world({ extraFields: ["new_setting"] });
  const program = (value: string) => declaring(anAssistant, { extraFields: { new_setting: value } });
  expect(await here.engine.up(program("a"))).toMatchObject(succeeded);
  anAssistant.rows(here.emulator).at(-1)!["new_setting"] = "b";
  here.requests();
  const { errors } = await here.engine.up(program("c"));
  expect(errors).toEqual([expect.stringContaining("would overwrite a manual change: extraFields")]);
  expect(await here.engine.up(program("b"))).toMatchObject(succeeded);
  expect(here.writes()).toEqual([]);
});

test("an extra field that is no longer declared keeps its live value, and preview says so", async () => {
  const here = await world({ extraFields: ["new_setting", "other_setting"] });
  const program = (extraFields: Props) => declaring(anAssistant, { extraFields });
  const both = program({ new_setting: "a", other_setting: "b" });
  expect(await here.engine.up(both)).toMatchObject(succeeded);
  here.requests();
  const one = program({ new_setting: "a" });
  expect((await here.engine.preview(one)).lines.join("\n")).toMatch(
    /keys or items of extraFields that are no longer declared are left as they are in the service/,
  );
  expect(await here.engine.up(one)).toMatchObject(succeeded);
  expect(here.writes()).toEqual([]);
  expect(await here.engine.preview(one)).toMatchObject({ ...unchanged, lines: [] });
});
