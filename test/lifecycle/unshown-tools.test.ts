/** A service whose records do not show an assistant's attached tools. */
import { describe, expect, test } from "vitest";
import { type Seed, defaultSeed } from "../../emulator/index.js";
import { assistantAdditions } from "../../cli/export/assistant.js";
import { notReadableIn } from "../../provider/core/run/state.js";
import { openSession } from "../../provider/open-session.js";
import { parseSettings } from "../../provider/http/settings.js";
import { alteringTransport } from "../support/altered.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, assistant, lead, succeeded, tool, unchanged, world } from "../support/world.js";
import { only } from "./subjects.js";

type Shows = (row: Props) => Props;

const without = (key: string, row: Props): Props =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== key));

const endCall = [{ type: "end_call", data: { description: "Goodbye." } }];
const hiding: Record<string, Shows> = {
  "without the key": (row) => without("tools", row),
  "with built-in tools only": (row) => ({ ...row, tools: endCall }),
  "with an empty list": (row) => ({ ...row, tools: [] }),
};

async function running(shows: Shows, seed: Seed = defaultSeed()): Promise<World> {
  const here = await world({ seed });
  here.engine.transport = alteringTransport((body, path) => {
    if (path !== "/user/assistants/get") return body;
    const { data, ...page } = body as { data: Props[] };
    return { ...page, data: data.map(shows) };
  });
  return here;
}

const weather = { kind: "MidCallTool", props: tool };
const bot = (props: Props): Program[string] => ({ kind: "Assistant", props: { ...assistant, ...props } });
const attaching: Program = {
  weather,
  bot: { kind: "Assistant", props: (of) => ({ ...assistant, tools: [of("weather")["id"]] }) },
};

async function applied(shows: Shows, program = attaching): Promise<World> {
  const here = await running(shows);
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.clock.advance(3_600_000);
  here.requests();
  return here;
}

const attached = ({ emulator }: World): unknown => emulator.state.assistants.at(-1)!.tool_ids;

describe.each(Object.entries(hiding))("a record %s", (_, shows) => {
  test("attached tools are neither differences nor drift; state says that they were not compared", async () => {
    const here = await applied(shows);
    expect(attached(here)).toEqual([101]);
    expect(await here.engine.preview(attaching)).toMatchObject({
      errors: [],
      steps: [{ op: "same" }, { op: "same" }],
    });
    expect(await here.engine.refresh()).toMatchObject({
      errors: [],
      steps: [{ op: "same" }, { op: "same" }],
    });
    expect(here.engine.state.get("bot")!.outputs).toMatchObject({ __notReadable: ["tools"], toolIds: [101] });
    expect(await here.engine.up(attaching)).toMatchObject({
      errors: [],
      steps: [{ op: "same" }, { op: "same" }],
    });
    expect(here.writes()).toEqual([]);
  });

  test.each([[{ tools: [] }], [{}]])("tools that the program changes to %j are detached", async (props) => {
    const here = await applied(shows);
    const program = { weather, bot: bot(props) };
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ tool_ids: [] }]);
    expect(attached(here)).toEqual([]);
    expect(await here.engine.up(program)).toMatchObject({
      errors: [],
      steps: [{ op: "same" }, { op: "same" }],
    });
  });

  test("other changes leave the attached tools alone", async () => {
    const here = await applied(shows);
    const program: Program = {
      weather,
      bot: {
        kind: "Assistant",
        props: (of) => ({ ...assistant, tools: [of("weather")["id"]], maxCallDuration: 77 }),
      },
    };
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ max_call_duration: 77 }]);
  });

  test("adopting sends the declared tools, because nothing shows the live ones", async () => {
    const here = await applied(shows);
    here.engine.state.delete("bot");
    const adopting: Program = {
      weather,
      bot: {
        kind: "Assistant",
        props: (of) => ({ ...assistant, tools: [of("weather")["id"]], onExisting: "adopt" }),
      },
    };
    expect(await here.engine.up(adopting)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ tool_ids: [101] }]);
  });

  test("a tool is not deleted while it cannot be checked whether an assistant uses it", async () => {
    const here = await applied(shows);
    const keepsBot = { bot: bot({ tools: [101] }) };
    expect(only(await here.engine.up(keepsBot))).toMatch(
      /nothing was deleted, because the service does not show which tools are attached to Assistant "Support" \(id 201\)\..*onDestroy: "detach"/,
    );
    expect(here.writes()).toEqual([]);
    expect(here.emulator.state.tools).toHaveLength(1);
    const detaching = { weather: { ...weather, props: { ...tool, onDestroy: "detach" } }, ...keepsBot };
    expect(await here.engine.up(detaching)).toMatchObject(succeeded);
    expect(await here.engine.up(keepsBot)).toMatchObject(succeeded);
    expect(here.emulator.state.tools).toEqual([]);
  });

  test("a tool that is gone already needs no check", async () => {
    const here = await applied(shows);
    here.emulator.state.tools.length = 0;
    const began = here.clock.now();
    expect(await here.engine.up({ bot: bot({ tools: [] }) })).toMatchObject(succeeded);
    expect(here.engine.state.has("weather")).toBe(false);
    expect(here.clock.now()).toBe(began);
  });

  test("destroy deletes the assistant and then its tool", async () => {
    const here = await applied(shows);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["DELETE", "DELETE"]);
  });
});

// An export knows of no accepted attachment, so an empty list means that there are no tools.
test.each(["without the key", "with built-in tools only"])(
  "a record %s: export omits tools and says so",
  async (how) => {
    const here = await applied(hiding[how]!);
    const { transport } = here.engine;
    const session = openSession(
      parseSettings(() => undefined, here.engine.env),
      { print: () => undefined, clock: here.clock, ...(transport && { transport }) },
    );
    const [record] = (await session.records.Assistant.read("current")).all;
    const { instead, notes } = await assistantAdditions(session, record!, {});
    expect(instead).not.toHaveProperty("tools");
    expect(notes({}).join("\n")).toMatch(
      /^`tools` is left out of the program, because the service does not show/,
    );
  },
);

describe("an empty list after an accepted attachment", () => {
  const hides = hiding["with an empty list"]!;

  test("is not a failure, and is noted once", async () => {
    const here = await running(hides);
    const { weather: first, bot: one } = attaching;
    const other: Program[string] = {
      kind: "Assistant",
      props: (of) => ({ ...assistant, name: "Other", tools: [of("weather")["id"]] }),
    };
    const { errors, lines } = await here.engine.up({ weather: first!, bot: one!, other });
    expect(errors).toEqual([]);
    expect(lines.filter((line) => line.includes("its records show none"))).toHaveLength(1);
    expect(lines.join()).not.toContain("change your program");
  });

  test("is a failure if another record shows a tool", async () => {
    const here = await running((row) => (row["name"] === "Dashboard" ? row : hides(row)), {
      ...defaultSeed(),
      tools: [{ id: 90, name: "get_price" }],
      assistants: [{ id: 50, name: "Dashboard", tool_ids: [90] }],
    });
    const up = await here.engine.up(attaching);
    expect(only(up)).toMatch(/accepted tools but did not keep it/);
    expect(up.lines.join()).not.toContain("its records show none");
  });

  test("is drift if the record once showed a tool", async () => {
    let isEmpty = false;
    const here = await applied((row) => (isEmpty ? hides(row) : row));
    isEmpty = true;
    const { steps } = await here.engine.refresh();
    expect(steps).toContainEqual({ name: "bot", op: "update", fields: ["tools"] });
  });
});

describe("a record that shows attached tools", () => {
  test("in tool_ids, beside built-in tools: compared, and a manual change is drift", async () => {
    const here = await running((row) => row);
    const shows: Shows = (row) => ({
      ...row,
      tools: endCall,
      tool_ids: here.emulator.state.assistants.find(({ id }) => id === row["id"])!.tool_ids,
    });
    here.engine.transport = alteringTransport((body, path) =>
      path === "/user/assistants/get"
        ? { ...(body as object), data: (body as { data: Props[] }).data.map(shows) }
        : body,
    );
    expect(await here.engine.up(attaching)).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject({ steps: [{ op: "same" }, { op: "same" }] });
    expect(here.engine.state.get("bot")!.outputs).not.toHaveProperty("__notReadable");
    here.emulator.state.assistants.at(-1)!.tool_ids = [];
    const { steps } = await here.engine.refresh();
    expect(steps.filter(({ op }) => op === "update")).toEqual([
      { name: "bot", op: "update", fields: ["tools"] },
    ]);
  });

  test("in an empty list of the 2025 form: none is attached, which is drift", async () => {
    const here = await applied((row) => row);
    here.emulator.state.assistants.at(-1)!.tool_ids = [];
    const { steps } = await here.engine.refresh();
    expect(steps.filter(({ op }) => op === "update")).toEqual([
      { name: "bot", op: "update", fields: ["tools"] },
    ]);
  });

  test("built-in tools only, where the program attaches none: no difference", async () => {
    const program = { bot: bot({ tools: [] }) };
    const here = await applied(hiding["with built-in tools only"]!, program);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.up(program)).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });
});

test("a lead's secondary contacts are not readable only if the record lacks them", async () => {
  const here = await world();
  const props = { ...lead, secondaryContacts: [{ phoneNumber: "+12025550150" }] };
  await here.engine.up({ ada: { kind: "Lead", props } });
  const hidden = async () => {
    await here.engine.refresh();
    return notReadableIn(here.engine.state.get("ada")!.outputs);
  };
  expect(await hidden()).toEqual([]);
  here.engine.transport = alteringTransport(
    (body) => JSON.parse(JSON.stringify(body).replaceAll("secondary_contacts", "elsewhere")) as unknown,
  );
  expect(await hidden()).toEqual(["secondaryContacts"]);
});
