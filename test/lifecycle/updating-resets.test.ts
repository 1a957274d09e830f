/** A service that resets, in an update, declared fields that the update does not contain. */
import { describe, expect, test } from "vitest";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { alteringTransport } from "../support/altered.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, succeeded, unchanged, world } from "../support/world.js";
import { type Subject, aLead, anAssistant, declaring, midCallTool, only, strike } from "./subjects.js";

type Stored = Record<string, unknown>;

interface Beside {
  subject: Subject;
  /** Declared beside the field that changes. */
  more: Props;
  /** Those that an update without them resets, as far as records show it. */
  named: string[];
  later?: Props;
  /** A manual change of the field that changes. */
  stale: object;
  /** A manual change of the others. */
  byHand: (row: Stored) => unknown;
  /** What every update contains, once the service is known to reset it. */
  whole: object;
}

const besides: Beside[] = [
  {
    subject: midCallTool,
    more: { headers: [{ name: "A", value: "1" }] },
    named: ["headers"],
    later: { schema: [{ name: "town", type: "string", description: "Town." }] },
    stale: midCallTool.byHand,
    byHand: (row) => (row["headers"] = [{ name: "A", value: "2" }]),
    whole: { headers: [{ name: "A", value: expect.any(String) }] },
  },
  {
    subject: anAssistant,
    more: {
      webhookUrl: "https://hooks.example.com/a",
      tools: ["get_hours"],
      endCallTool: { description: "Bye." },
    },
    named: ["tools", "webhookUrl"],
    later: { speechSpeed: 1.2 },
    stale: anAssistant.byHand,
    byHand: (row) => (row["webhook_url"] = "https://hooks.example.com/by-hand"),
    whole: { webhook_url: "https://hooks.example.com/a", end_call_tool: { description: "Bye." } },
  },
  {
    subject: { ...aLead, first: { plan: "small", city: "Bonn" }, second: { plan: "large", city: "Bonn" } },
    more: { status: "completed" },
    named: ["variables"],
    stale: { variables: { plan: "by hand", city: "Bonn" } },
    byHand: (row) => ((row["variables"] as Stored)["city"] = "Ulm"),
    whole: { variables: { plan: "large", city: "Bonn" } },
  },
];

test("a field that is no longer declared may get any value that the service chooses", async () => {
  const assistant = assistantIn2026("pipeline");
  const here = await world({ form: "2026" });
  expect(await here.engine.up(declaring(assistant, { minInterruptWords: 3 }))).toMatchObject(succeeded);
  here.engine.transport = alteringTransport((body) =>
    JSON.parse(JSON.stringify(body).replace(/("min_interrupt_words"):(?:null|0)/g, "$1:4")),
  );
  expect(await here.engine.up(declaring(assistant))).toMatchObject(succeeded);
  expect(here.bodies().at(-1)).toEqual({ min_interrupt_words: null });
});

describe.each(besides)("$subject.kind: an update resets what it does not contain", (row) => {
  const { subject, more, named, stale, byHand, whole } = row;
  const before = declaring(subject, { ...more, [subject.field]: subject.first });
  const after = declaring(subject, { ...more, [subject.field]: subject.second });
  const stored = ({ emulator }: World): Stored => subject.rows(emulator)[0]!;
  const still = (here: World): Stored => ({ ...stored(here), updated_at: undefined });
  const blame = new RegExp(`the service changed .*${named.join(".*")}.* beside what was sent`);

  /** A service that resets, to which `before` was applied. `right` is what `after` leaves. */
  const resetting = async (): Promise<World & { right: unknown }> => {
    const here = await world();
    subject.prepare?.(here.emulator);
    for (const program of [before, after]) expect(await here.engine.up(program)).toMatchObject(succeeded);
    const right = structuredClone(still(here));
    expect(await here.engine.up(before)).toMatchObject(succeeded);
    here.clock.advance(3_600_000);
    strike(here, "PUT", subject.item, "reset-others");
    here.requests();
    return { ...here, right };
  };

  test("the error names what changed; the next `pulumi up` sends all of it, and later ones too", async () => {
    const here = await resetting();
    expect(only(await here.engine.up(after))).toMatch(blame);
    expect(here.bodies()).toEqual([subject.sent]);
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    expect(here.bodies()).toMatchObject([{ ...subject.sent, ...whole }]);
    expect(still(here)).toEqual(here.right);
    expect(await here.engine.up(after)).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    for (const program of [before, after]) expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(still(here)).toEqual(here.right);
    expect(JSON.stringify(here.bodies())).not.toContain("status");
  });

  test("a field that is declared later is kept too", async () => {
    const here = await resetting();
    only(await here.engine.up(after));
    const later = (program: Program): Program =>
      declaring(subject, { ...program["it"]!.props, ...row.later });
    for (const program of [after, later(after), later(before), later(after)])
      expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("a manual change of what every update contains is a conflict", async () => {
    const here = await resetting();
    only(await here.engine.up(after));
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    byHand(stored(here));
    here.clock.advance(3_600_000);
    here.requests();
    expect(only(await here.engine.up(before))).toContain("would overwrite a manual change");
    expect(here.bodies()).toEqual([]);
  });

  test("a manual change that an update leaves is not blamed on the service", async () => {
    const here = await resetting();
    here.emulator.faults.clear();
    byHand(stored(here));
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([subject.sent]);
  });

  test("after an adoption too", async () => {
    const here = await resetting();
    const { id } = here.engine.state.get("it")!;
    here.engine.state.clear();
    Object.assign(stored(here), structuredClone(stale));
    const { kind, props } = after["it"]!;
    const adopting = { it: { kind, props: { ...(props as Props), adoptId: Number(id) } } };
    expect(only(await here.engine.up(adopting))).toMatch(blame);
    expect(await here.engine.up(adopting)).toMatchObject(succeeded);
    expect(still(here)).toEqual(here.right);
  });
});

test("if no record shows what an update reset, the next `pulumi up` names what differs", async () => {
  const here = await world();
  const program = (maxCallDuration: number): Program =>
    declaring(anAssistant, { maxCallDuration, webhookUrl: "https://hooks.example.com/a", speechSpeed: 1.2 });
  expect(await here.engine.up(program(60))).toMatchObject(succeeded);
  here.clock.advance(3_600_000);
  here.emulator.state.assistants[0]!["speech_speed"] = 1.1;
  strike(here, "PUT", anAssistant.item, "reset-others");
  strike(here, "GET", anAssistant.list, { status: 403 }, { nth: 2 });
  expect(only(await here.engine.up(program(90)))).toContain("could not be read back");
  const { errors, lines } = await here.engine.up(program(90));
  expect(errors).toEqual([]);
  expect(lines.join("\n")).toMatch(
    /the service has other values of .*webhookUrl.*speechSpeed.*voicecall drift/,
  );
});
