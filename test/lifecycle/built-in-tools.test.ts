/** The built-in tools of the 2026 form. */
import { describe, expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { declaring } from "../kinds/index.js";
import type { Props } from "../support/engine-part.js";
import { type World, succeeded, unchanged, world } from "../support/world.js";

const subject = assistantIn2026("pipeline");
const program = (...builtInTools: Props[]) => declaring(subject, { builtInTools });

const applied = async (...tools: Props[]): Promise<World> => {
  const here = await world({ form: "2026" });
  subject.prepare?.(here.emulator);
  expect(await here.engine.up(program(...tools))).toMatchObject(succeeded);
  return here;
};

const everyTool: [tool: Props, sent: Props][] = [
  [{ type: "endCall" }, { type: "end_call" }],
  [
    { type: "dtmfInput", description: "In menus." },
    { type: "dtmf_input", description: "In menus." },
  ],
  [
    {
      type: "callTransfer",
      phoneNumber: "+12025550150",
      warmTransfer: true,
      warmTransferMessage: "A caller.",
    },
    {
      type: "call_transfer",
      phone_number: "+12025550150",
      warm_transfer: true,
      warm_transfer_message: "A caller.",
    },
  ],
  [
    {
      type: "warmCallTransfer",
      supervisorPhone: "+12025550150",
      outboundPhoneId: 1,
      description: "On request.",
      holdMusicVolume: 0,
    },
    {
      type: "warm_call_transfer",
      supervisor_phone: "+12025550150",
      outbound_phone_id: 1,
      description: "On request.",
      hold_music_volume: 0,
    },
  ],
  [
    { type: "collectKeypad", timeout: 30, stopKey: "*" },
    { type: "collect_keypad", timeout: 30, stop_key: "*" },
  ],
  [
    {
      type: "calendarIntegration",
      calcomApiKey: "cal-secret-key",
      calcomEventSlug: "visit",
      calcomBookingFields: [{ slug: "plate", type: "text", label: "Plate", required: true }],
    },
    {
      type: "calendar_integration",
      calcom_api_key: "[masked]",
      calcom_event_slug: "visit",
      calcom_booking_fields: [{ slug: "plate", type: "text", label: "Plate", required: true }],
    },
  ],
  [
    { type: "assistantTransfer", assistant: 250, speakTransferGreeting: false },
    { type: "assistant_transfer", assistant_id: 250, speak_transfer_greeting: false },
  ],
];

describe.each(everyTool)("$type", (tool, sent) => {
  test("is sent as a flat object, is read back, and shows no difference", async () => {
    const here = await applied(tool);
    if ("calcomApiKey" in tool)
      expect(here.emulator.state.assistants.at(-1)!.tools[0]!.data["calcom_api_key"]).toBe("cal-secret-key");
    expect(here.writes()[0]!.body).toMatchObject({ tools: [sent] });
    expect(await here.engine.preview(program(tool))).toMatchObject(unchanged);
    const refresh = await here.engine.refresh();
    expect(refresh).toMatchObject(unchanged);
    expect(here.engine.state.get("it")!.outputs["__notReadable"] ?? []).not.toContain("builtInTools");
  });
});

test("a change keeps what the service added to the same tool", async () => {
  const here = await applied({ type: "collectKeypad", timeout: 7 });
  here.emulator.state.assistants.at(-1)!.tools[0]!.data["stop_key"] = "*";
  here.requests();
  expect(await here.engine.up(program({ type: "collectKeypad", timeout: 8 }))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ tools: [{ type: "collect_keypad", stop_key: "*", timeout: 8 }] }]);
});

describe("several transfers", () => {
  const others = [150, 160, 170].map((id) => ({ id, name: `Other ${id}`, type: "inbound" as const }));
  const appliedWithOthers = async (...tools: Props[]): Promise<World> => {
    const here = await world({ form: "2026", seed: { ...defaultSeed(), assistants: others } });
    expect(await here.engine.up(program(...tools))).toMatchObject(succeeded);
    here.requests();
    return here;
  };

  describe.each<[string, (id: number) => Props]>([
    ["ids as numbers", (id) => ({ type: "assistantTransfer", assistant: id })],
    ["ids as text", (id) => ({ type: "assistantTransfer", assistant: String(id) })],
  ])("to assistants, %s", (_, to) => {
    const invoices = { ...to(160), description: "Questions about invoices." };

    test("a new one does not get the description of another", async () => {
      const here = await appliedWithOthers(invoices, to(170));
      expect(await here.engine.up(program(to(150), invoices, to(170)))).toMatchObject(succeeded);
      const sent = (here.bodies() as [{ tools: Props[] }])[0].tools;
      expect(sent.map((tool) => [tool["assistant_id"], tool["description"]])).toEqual([
        [150, undefined],
        [160, "Questions about invoices."],
        [170, undefined],
      ]);
    });

    test("their order in the record is no difference", async () => {
      const here = await appliedWithOthers(invoices, to(170));
      here.emulator.state.assistants.at(-1)!.tools.reverse();
      here.clock.advance(3_600_000);
      expect(await here.engine.refresh()).toMatchObject(unchanged);
    });
  });

  test("to numbers: a new one does not get the description of another, which changes in the same run", async () => {
    const sales = { type: "callTransfer", phoneNumber: "+12025550150" };
    const here = await appliedWithOthers({ ...sales, description: "The caller asks for sales." });
    const support = { type: "callTransfer", phoneNumber: "+12025550199", custom: false };
    const after = program({ ...sales, description: "The caller wants to buy." }, support);
    expect(await here.engine.up(after)).toMatchObject(succeeded);
    const sent = (here.bodies() as [{ tools: Props[] }])[0].tools;
    expect(Object.fromEntries(sent.map((tool) => [tool["phone_number"], tool["description"]]))).toEqual({
      "+12025550150": "The caller wants to buy.",
      "+12025550199": undefined,
    });
  });

  test("booking fields of a calendar are identified by their slug", async () => {
    const field = (slug: string, more: Props = {}): Props => ({ slug, type: "text", label: slug, ...more });
    const calendar = (...calcomBookingFields: Props[]): Props => ({
      type: "calendarIntegration",
      calcomApiKey: "cal-secret-key",
      calcomEventSlug: "visit",
      calcomBookingFields,
    });
    const here = await applied(calendar(field("plate", { required: true })));
    const after = calendar(field("color"), field("plate", { required: true }));
    here.requests();
    expect(await here.engine.up(program(after))).toMatchObject(succeeded);
    const sent = (here.bodies() as [{ tools: { calcom_booking_fields: Props[] }[] }])[0].tools[0]!;
    expect(sent.calcom_booking_fields.map(({ slug, required }) => [slug, required ?? false])).toEqual([
      ["color", false],
      ["plate", true],
    ]);
  });
});

test("a tool that was added or removed manually is drift", async () => {
  const here = await applied({ type: "endCall" });
  here.emulator.state.assistants.at(-1)!.tools.push({ type: "dtmf_input", data: {} });
  const refresh = await here.engine.refresh();
  expect(refresh.steps).toEqual([{ name: "it", op: "update", fields: ["builtInTools"] }]);
  here.requests();
  expect(await here.engine.up(program({ type: "endCall" }))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ tools: [{ type: "end_call" }] }]);
});

test("a second tool of one type that was added manually gives the declared one no description", async () => {
  const here = await applied({ type: "endCall" });
  here.emulator.state.assistants.at(-1)!.tools.unshift({ type: "end_call", data: { description: "Bye." } });
  const refresh = await here.engine.refresh();
  expect(refresh.steps).toEqual([{ name: "it", op: "update", fields: ["builtInTools"] }]);
  here.requests();
  const up = await here.engine.up(program({ type: "endCall" }));
  expect(up.lines.join("\n")).not.toContain("are left as they are");
  expect(here.bodies()).toEqual([{ tools: [{ type: "end_call" }] }]);
});

test("attached mid call tools in the same list are not built-in tools", async () => {
  const here = await world({ form: "2026" });
  subject.prepare?.(here.emulator);
  const both = declaring(subject, { builtInTools: [{ type: "endCall" }], tools: ["get_prices"] });
  expect(await here.engine.up(both)).toMatchObject(succeeded);
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  expect(await here.engine.preview(both)).toMatchObject(unchanged);
});

test("an id that the record shows as text is the same id", async () => {
  const tool = {
    type: "warmCallTransfer",
    supervisorPhone: "+12025550150",
    outboundPhoneId: 1,
    description: "On request.",
  };
  const here = await applied(tool);
  here.emulator.state.assistants.at(-1)!.tools[0]!.data["outbound_phone_id"] = "1";
  expect(await here.engine.refresh()).toMatchObject(unchanged);
});

test("the key of a calendar is in no message", async () => {
  const here = await world({ form: "2026" });
  subject.prepare?.(here.emulator);
  here.emulator.faults.add({
    method: "POST",
    path: "/user/assistant",
    exact: true,
    fault: {
      status: 422,
      body: { message: "The key cal-secret-key is wrong.", errors: { tools: ["cal-secret-key"] } },
    },
  });
  const { errors, lines } = await here.engine.up(
    program({ type: "calendarIntegration", calcomApiKey: "cal-secret-key", calcomEventSlug: "visit" }),
  );
  expect(errors).toHaveLength(1);
  expect([...errors, ...lines].join("\n")).not.toContain("cal-secret-key");
});

test.each<[Props, RegExp]>([
  [{ type: "callTransfer" }, /^builtInTools\[0\]\.phoneNumber: is required/],
  [{ type: "collectKeypad", timeout: 31 }, /^builtInTools\[0\]\.timeout: must be a whole number, 1-30/],
  [{ type: "collectKeypad", stopKey: "1" }, /^builtInTools\[0\]\.stopKey: must be "#" or "\*"/],
  [
    {
      type: "warmCallTransfer",
      supervisorPhone: "x",
      outboundPhoneId: 1,
      description: "d",
      holdMusicVolume: 101,
    },
    /^builtInTools\[0\]\.holdMusicVolume: must be a whole number, 0-100/,
  ],
  [
    { type: "assistantTransfer", assistant: 1, description: "x".repeat(501) },
    /^builtInTools\[0\]\.description: must be at most 500 characters/,
  ],
  [
    { type: "assistantTransfer", assistant: "Billing" },
    /^builtInTools\[0\]\.assistant: must be an Assistant resource/,
  ],
  [
    { type: "end_call" },
    /^builtInTools\[0\]\.type: must be a tool that endCall\(\) or another tool function returns/,
  ],
  [{ type: "endCall", text: "x" }, /^builtInTools\[0\]: .*text/],
])("%j is a mistake in preview", async (tool, says) => {
  const here = await world({ form: "2026" });
  const { errors } = await here.engine.preview(program(tool));
  expect(errors[0]).toMatch(says);
});
