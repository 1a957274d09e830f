/** A preview of a start says whom it calls: how many leads, in which countries, without which variables, and when. */
import { describe, expect } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { type Program, type Props, UNKNOWN } from "../support/engine-part.js";
import { type World, succeeded, test, world } from "../support/world.js";
import { aCampaign, listFile, serviceOf } from "../kinds/index.js";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { temporaryFolder } from "../support/after-test.js";
import { addLead } from "../support/stored-lead.js";
import { writeFileSync } from "node:fs";
import path from "node:path";

const start = (campaign: number): Program => ({
  spring: { kind: "CampaignState", props: { campaign, state: "started" } },
});
const one = (campaign: number, phoneNumber: string, more: Props = {}): Program[string] => ({
  kind: "Lead",
  props: { campaign, phoneNumber, ...more },
});

/** Five people who would be called, in three countries, and three who would not. */
const people: readonly [phone: string, more?: Props][] = [
  ["+12025550101", { variables: { customer_name: "Ada" } }],
  ["+12025550102"],
  ["+4930123456", { variables: { customer_name: "Bob", city: "Berlin" } }],
  ["+442079460000", { variables: { customer_name: "", city: "London" }, status: "reached-max-retries" }],
  ["+80012345678"],
  ["+12025550103", { status: "completed" }],
  ["+12025550104", { status: "blacklisted" }],
  ["+4930123457", { status: "completed" }],
];

function seed({ emulator: { state } }: World, campaign_id: number, all = people): void {
  for (const [phone_number, more] of all)
    addLead(state, { id: 900 + state.leads.length, campaign_id, phone_number, ...more });
}

async function announced(here: World, program: Program): Promise<string> {
  const { errors, lines } = await here.engine.preview(program);
  expect(errors).toEqual([]);
  return /(?:It|As far as this preview knows yet, it) will call .*$/m.exec(lines.join("\n"))![0];
}

const unknown = "leads without a variable of the prompts: unknown; hours: unknown.";

/** The same leads, in the form of the API. */
async function account(form: "2025" | "2026"): Promise<{ here: World; campaign: number }> {
  return { here: await world({ form, seed: defaultSeed() }), campaign: 1 };
}

describe.each(["2025", "2026"] as const)("in the %s form", (form) => {
  const at =
    form === "2025"
      ? unknown
      : unknown.replace("hours: unknown", "hours: 00:00-23:59, every day, time zone unknown");

  test("the leads of the account, by country", async () => {
    const { here, campaign } = await account(form);
    seed(here, campaign);
    seed(here, campaign + 1, [["+12025550199"]]);
    here.requests();
    expect(await announced(here, start(campaign))).toBe(
      `It will call 5 leads (2 US, 1 DE, 1 GB, 1 unknown); ${at}`,
    );
    expect(here.requests().filter((line) => line.includes("/user/leads"))).toHaveLength(1);
  });

  test("with leads that exclusive removes", async () => {
    const { here, campaign } = await account(form);
    seed(here, campaign);
    const file = path.join(temporaryFolder(), "people.csv");
    writeFileSync(file, "Phone\n+442079460000\n+33123456789\n");
    const columns = { phoneNumber: "Phone" };
    const props = { campaign, leads: listFile(file), columns, exclusive: true, onExisting: "adopt" };
    const people: Program = { people: { kind: "LeadSet", props } };
    expect(await announced(here, { ...people, ...start(campaign) })).toBe(
      `It will call 2 leads (1 FR, 1 GB); ${at}`,
    );
  });

  test("with what the same run creates, changes and removes", async () => {
    const { here, campaign } = await account(form);
    const file = path.join(temporaryFolder(), "people.csv");
    const list = (...numbers: string[]): Program => {
      writeFileSync(file, `Phone\n${numbers.join("\n")}\n`);
      return {
        people: {
          kind: "LeadSet",
          props: { campaign, leads: listFile(file), columns: { phoneNumber: "Phone" } },
        },
      };
    };
    const before = { ...list("+12025550111", "+4930123459"), ada: one(campaign, "+12025550112") };
    expect(await here.engine.up(before)).toMatchObject(succeeded);
    here.clock.advance(60_000);
    expect(await announced(here, { ...before, ...start(campaign) })).toContain("3 leads (2 US, 1 DE)");
    const after = {
      // One row is new, and two are gone.
      ...list("+442079460000"),
      ada: one(campaign, "+33123456789"),
      bob: one(campaign, "+4930123450"),
      cyd: one(campaign, UNKNOWN),
      dan: one(campaign, "+4930123451", { status: "completed" }),
    };
    expect(await announced(here, { ...after, ...start(campaign) })).toContain(
      "It will call 4 leads (1 DE, 1 FR, 1 GB, 1 unknown)",
    );
    // The engine reports the leads after the start.
    expect(
      await announced(here, { ...start(campaign), ...before, bob: one(campaign, "+4930123450") }),
    ).toContain("As far as this preview knows yet, it will call 3 leads (2 US, 1 DE)");
  });
});

describe("with the program's Campaign", () => {
  const program = (more: Props = {}): Program => ({
    summer: { kind: "Campaign", props: { ...aCampaign.props, ...more } },
    state: {
      kind: "CampaignState",
      props: (of) => ({ campaign: Number(of("summer")["id"]) || UNKNOWN, state: "stopped" }),
    },
  });
  const started = (more: Props = {}): Program => ({
    summer: program(more)["summer"]!,
    state: {
      kind: "CampaignState",
      props: (of) => ({ campaign: Number(of("summer")["id"]) || UNKNOWN, state: "started" }),
    },
  });
  const settings = {
    timezone: "Europe/Berlin",
    allowedHoursStartTime: "09:00",
    allowedHoursEndTime: "17:30",
    allowedDays: ["monday", "friday"],
  };

  /** Everything is new, and refers to the campaign and the assistant by their resources. */
  function coming(): Program {
    const { props } = assistantIn2026("pipeline");
    const prompts = { initialMessage: "Hello!", systemPrompt: "{{today}}, {{city}}", callsDirection: "make" };
    const file = path.join(temporaryFolder(), "people.csv");
    writeFileSync(file, "Phone,City\n+12025550111,Austin\n+4930123459,\n");
    const columns = { phoneNumber: "Phone", variables: { city: "City" } };
    const at = { campaign: UNKNOWN, __refersTo: { campaign: aCampaign.props["name"] } };
    return {
      caller: { kind: "Assistant", props: { ...props, ...prompts, __filledIn: ["today"] } },
      summer: {
        kind: "Campaign",
        props: {
          ...aCampaign.props,
          ...settings,
          assistant: UNKNOWN,
          __refersTo: { assistant: props["name"] },
        },
      },
      people: { kind: "LeadSet", props: { ...at, leads: listFile(file), columns } },
      eve: { kind: "Lead", props: { ...at, phoneNumber: "+12025550105" } },
      state: { kind: "CampaignState", props: { ...at, state: "started" } },
    };
  }

  test("also the variables of the assistant's prompts, and the hours", async () => {
    const here = await world(serviceOf("Campaign"));
    Object.assign(here.emulator.state.assistants[0]!, {
      initial_message: "Hello {{customer_name}}!",
      system_prompt: "You work for {{company}} in {{city}}. Their number is {{customer_phone}}.",
      variables: { company: "Acme", street: "" },
    });
    expect(await here.engine.up(program(settings))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    seed(here, 601);
    expect(await announced(here, started(settings))).toBe(
      "It will call 5 leads (2 US, 1 DE, 1 GB, 1 unknown); leads without a variable of the prompts: 4; hours: 09:00-17:30, monday, friday, time zone Europe/Berlin.",
    );
    // A lead whose variables are not known yet makes the figure unknown.
    const { summer, state } = started(settings);
    const more = { summer: summer!, eve: one(601, "+12025550105", { variables: UNKNOWN }), state: state! };
    expect(await announced(here, more)).toContain("variable of the prompts: unknown;");
  });

  test.each<[string, Props, string]>([
    [
      "end before they begin",
      { allowedHoursStartTime: "22:00", allowedHoursEndTime: "06:00" },
      "22:00-06:00, monday, friday (WARNING: they end before they begin",
    ],
    ["are empty", { allowedHoursEndTime: "09:00" }, "09:00-09:00, monday, friday (WARNING: they are empty"],
    ["are on no day", { allowedDays: [] }, "09:00-17:30, no day (WARNING: no day is allowed"],
    [
      "are empty, on no day",
      { allowedHoursEndTime: "09:00", allowedDays: [] },
      "09:00-09:00, no day (WARNING: they are empty, and no day is allowed",
    ],
  ])("calling hours that %s", async (_, more, warning) => {
    const here = await world(serviceOf("Campaign"));
    const hours = { ...settings, ...more };
    expect(await here.engine.up(program(hours))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    const text = `hours: ${warning}; the service may call nobody, or at any time), time zone Europe/Berlin.`;
    expect(await announced(here, started(hours))).toContain(text);
    expect((await here.engine.up(started(hours))).lines.join("\n")).toContain(text);
  });

  test("the program's own assistant: with its new prompts, and without variables that the service fills in", async () => {
    const here = await world(serviceOf("Campaign"));
    const { props } = assistantIn2026("pipeline");
    const prompts = (systemPrompt: string): Program => ({
      caller: {
        kind: "Assistant",
        props: {
          ...props,
          callsDirection: "make",
          initialMessage: "Hello!",
          systemPrompt,
          __filledIn: ["today"],
        },
      },
    });
    const at = { assistant: String(props["name"]) };
    expect(await here.engine.up({ ...prompts("Hello!"), ...program(at) })).toMatchObject(succeeded);
    here.clock.advance(60_000);
    seed(here, 601);
    expect(await announced(here, { ...prompts("It is {{today}}."), ...started(at) })).toContain(
      "prompts: 0;",
    );
    expect(await announced(here, { ...prompts("{{today}}, {{city}}"), ...started(at) })).toContain(
      "prompts: 3;",
    );
  });

  test("a new campaign that the SDK does not name, or that may be adopted: nothing is known yet", async () => {
    const here = await world(serviceOf("Campaign"));
    const unknown = "Which campaign and whom it calls is known only after an apply";
    expect((await here.engine.preview(started())).lines.join("\n")).toContain(unknown);
    expect(await here.engine.up(program())).toMatchObject(succeeded);
    here.engine.state.clear();
    expect((await here.engine.preview(coming())).lines.join("\n")).toContain(unknown);
    here.emulator.state.campaigns[0]!.name += " ";
    expect((await here.engine.preview(coming())).lines.join("\n")).toContain(unknown);
  });

  test("a new campaign with a new assistant and new leads: the figures of this preview", async () => {
    const here = await world(serviceOf("Campaign"));
    expect(await announced(here, coming())).toBe(
      "It will call 3 leads (2 US, 1 DE); leads without a variable of the prompts: 2; hours: 09:00-17:30, monday, friday, time zone Europe/Berlin.",
    );
    // Of a lead with another computed campaign, nobody knows whether it is this one.
    const { state, ...others } = coming();
    const program = { ...others, bob: one(UNKNOWN as never, "+12025550106"), state: state! };
    expect((await here.engine.preview(program)).lines.join("\n")).toContain("known only after an apply");
  });

  test("a lead that moves to the new campaign, and a campaign to adopt: nothing is known yet", async () => {
    const here = await world(serviceOf("Campaign"));
    const { summer, state, ...others } = coming();
    const old = { kind: "Campaign", props: { ...aCampaign.props, name: "Old" } } as const;
    expect(await here.engine.up({ old })).toMatchObject(succeeded);
    const id = Number(here.engine.state.get("old")!.id);
    const eve = one(id, "+12025550105");
    expect(await here.engine.up({ old, eve })).toMatchObject(succeeded);
    here.clock.advance(60_000);
    const moved = await here.engine.preview({ old, summer: summer!, ...others, state: state! });
    expect(moved.lines.join("\n")).toContain("known only after an apply");
    const adopting = { ...summer!, props: { ...(summer!.props as Props), adoptId: id } };
    here.engine.state.clear();
    const adopted = await here.engine.preview({ summer: adopting, state: state! });
    expect(adopted.lines.join("\n")).toContain("known only after an apply");
  });

  test("a second list, or a second start, of the new campaign is a mistake in preview", async () => {
    const here = await world(serviceOf("Campaign"));
    for (const again of ["people", "state"]) {
      const { errors } = await here.engine.preview({ ...coming(), again: coming()[again]! });
      expect(errors).toEqual([
        expect.stringMatching(/again" and .* can have only one (LeadSet|CampaignState)/),
      ]);
    }
    expect((await here.engine.preview(coming())).errors).toEqual([]);
  });

  test("a list whose rows are not known yet: the figure is not the last word", async () => {
    const here = await world(serviceOf("Campaign"));
    const { people, ...others } = coming();
    const props = { ...(people!.props as Props), leads: UNKNOWN };
    expect(await announced(here, { people: { kind: "LeadSet", props }, ...others })).toContain(
      "As far as this preview knows yet, it will call 1 lead",
    );
  });

  test("a campaign and an assistant that the same apply has created: their variables and hours are known", async () => {
    const here = await world(serviceOf("Campaign"));
    const { props } = assistantIn2026("pipeline");
    const prompts = { initialMessage: "Hello!", systemPrompt: "{{today}}, {{city}}" };
    const caller = { ...props, ...prompts, callsDirection: "make", __filledIn: ["today"] };
    const { summer, state } = started({ ...settings, assistant: String(props["name"]) });
    const { lines, errors } = await here.engine.up({
      caller: { kind: "Assistant", props: caller },
      summer: summer!,
      eve: {
        kind: "Lead",
        props: (of) => ({ ...one(0, "+12025550105").props, campaign: Number(of("summer")["id"]) || UNKNOWN }),
      },
      state: state!,
    });
    expect(errors).toEqual([]);
    expect(lines.join("\n")).toContain(
      "will call 1 lead (1 US); leads without a variable of the prompts: 1; hours: 09:00-17:30, monday, friday, time zone Europe/Berlin.",
    );
  });
});

test("leads whose campaign the listing does not show: unknown, never zero", async ({ here }) => {
  seed(here, 1, [["+12025550101"]]);
  here.emulator.faults.add({
    method: "GET",
    path: "/user/leads",
    fault: { status: 200, body: [{ id: 900, phone_number: "+12025550101", status: "created" }] },
  });
  const { lines } = await here.engine.preview(start(1));
  expect(lines.join("\n")).toContain("Whom it calls is unknown, because its leads could not be listed.");
});
