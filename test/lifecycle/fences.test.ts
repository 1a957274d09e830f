/** `voicecall:callOnly`: a stack calls nobody else, in preview and in apply. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Fault } from "../../emulator/index.js";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";
import { EnginePart, type Program, UNKNOWN } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { succeeded } from "../support/world.js";
import {
  CALL_ONLY,
  INSIDE,
  OUTSIDE,
  allowed,
  contact,
  fenced,
  lead,
  list,
  refused,
  seed,
  start,
} from "./fenced.js";

const NOT_ALLOWED = /voicecall:callOnly does not allow 1 number, so nobody is called/;

describe.each(["2025", "2026"] as const)("callOnly, in the %s form", (form) => {
  test.each<[string, () => Program, string]>([
    ["a Lead", () => lead(OUTSIDE), "phoneNumber (+49…)"],
    [
      "a secondary contact",
      () => lead(INSIDE, { secondaryContacts: [{ phoneNumber: OUTSIDE }] }),
      "secondaryContacts[0] (+49…)",
    ],
    ["a row of a LeadSet", () => list([INSIDE, "+49 30 123456"]), "line 3 (+49…)"],
    [
      "a row in the national spelling",
      () => list(["030-123 456"], { defaultCountry: "DE" }),
      "line 2 (+49…)",
    ],
    [
      "a row in the spelling with 00",
      () => list(["0049 30 123456"], { defaultCountry: "DE" }),
      "line 2 (+49…)",
    ],
    ["a row with other digits", () => list(["+٤٩ ٣٠ ١٢٣٤٥٦"]), "line 2 (+49…)"],
  ])("refuses %s", async (_, program, where) => {
    const here = await fenced(CALL_ONLY, form);
    await refused(here, program(), NOT_ALLOWED);
    expect((await here.engine.preview(program())).errors[0]).toContain(where);
  });

  test("refuses a start of a campaign that already has such a lead, or such a contact", async () => {
    const here = await fenced(CALL_ONLY, form);
    seed(here, INSIDE);
    await allowed(here, start());
    expect(here.bodies()).toEqual([{ campaign_id: 1, action: "start" }]);
    here.emulator.state.campaigns[0]!.status = "stopped";
    const outside = seed(here, OUTSIDE);
    await refused(here, start({ trigger: 2 }), `so nobody is called: lead ${outside} \\(\\+49…\\)`);
    here.emulator.state.leads.pop();
    seed(here, "+12025550144", { secondary_contacts: [contact(OUTSIDE)] });
    await refused(here, start({ trigger: 2 }), NOT_ALLOWED);
    // The service does not call these.
    for (const status of ["completed", "blacklisted"]) {
      here.emulator.state.leads.at(-1)!.status = status;
      expect(await here.engine.preview(start({ trigger: 2 }))).toMatchObject(succeeded);
    }
  });
});

describe("callOnly", () => {
  test.each([
    ["+1 (202) 555-0143", true],
    ["001 202 555 0143", true],
    ["+１２０２５５５０１４３", true],
    ["+١٢٠٢٥٥٥٠١٤٣", true],
    ["+12125550143", false],
    ["2025550143", false],
    ["12025550143", false],
    ["+1202555CALL", false],
    ["+1202555", false],
    ["", false],
  ])("a start with a lead whose number is %j in the service: allowed: %j", async (number, isAllowed) => {
    const here = await fenced();
    seed(here, number);
    if (isAllowed) return allowed(here, start());
    await refused(here, start(), NOT_ALLOWED);
  });

  test("refuses to adopt a lead with a contact outside, for the stack or the resource", async () => {
    const here = await fenced({ ...CALL_ONLY, "voicecall:onExisting": "adopt" });
    const id = seed(here, INSIDE, { secondary_contacts: [contact(OUTSIDE)] });
    await refused(here, lead(INSIDE), NOT_ALLOWED);
    await refused(here, lead(INSIDE, { adoptId: id }), NOT_ALLOWED);
    await refused(here, lead(OUTSIDE), NOT_ALLOWED);
    here.emulator.state.leads[0]!.variables = { other: 1 };
    await refused(here, list([INSIDE], { onExisting: "adopt" }), NOT_ALLOWED);
    here.emulator.state.leads[0]!.secondary_contacts = [];
    await allowed(here, lead(INSIDE));
  });

  test("refuses a changed number, a replacement, and an order to call a lead with a manually changed number", async () => {
    const here = await fenced();
    const before = lead(INSIDE, { status: "completed" });
    await allowed(here, before);
    await refused(here, lead(OUTSIDE, { status: "completed" }), NOT_ALLOWED);
    const replaced = { secondaryContacts: [{ phoneNumber: OUTSIDE }], onUnconvergent: "replace" };
    await refused(here, lead(INSIDE, replaced), NOT_ALLOWED);
    here.emulator.state.leads[0]!.phone_number = OUTSIDE;
    await refused(here, lead(INSIDE, { status: "created" }), NOT_ALLOWED);
    // A repair brings the number back.
    await here.engine.refresh();
    await allowed(here, before);
    expect(here.emulator.state.leads[0]).toMatchObject({ phone_number: INSIDE });
  });

  test("is the rule of apply for values that the preview does not know", async () => {
    const here = await fenced();
    expect(await here.engine.preview(lead(UNKNOWN))).toMatchObject(succeeded);
    here.requests();
    expect((await here.engine.up(lead(OUTSIDE))).errors).toEqual([expect.stringMatching(NOT_ALLOWED)]);
    expect(here.writes()).toEqual([]);
  });

  test("[] refuses any start: of an empty campaign, of one that this run creates, and without a token", async () => {
    const NOBODY =
      "voicecall:callOnly allows nobody, so nothing is started, even if the campaign has no leads";
    const here = await fenced({ "voicecall:callOnly": "[]" });
    await refused(here, start(), NOBODY);
    await refused(here, start({ campaign: "Spring renewals" }), NOBODY);
    const coming = await here.engine.preview(start({ campaign: UNKNOWN }));
    expect(coming.errors).toEqual([expect.stringContaining(NOBODY)]);
    const away = new EnginePart({ env: {}, config: { "voicecall:callOnly": "[]" } });
    expect((await away.preview(start())).errors).toEqual([expect.stringContaining(NOBODY)]);
    const { open } = hostProcess(here.clock, here.engine.env);
    const create = open("CampaignState", { "voicecall:callOnly": "[]" }).create({
      campaign: 1,
      state: "started",
    });
    await expect(create).rejects.toThrow(NOBODY);
    expect(here.writes()).toEqual([]);
    // A stop calls nobody.
    await allowed(here, start({ state: "stopped" }));
    await refused(here, start(), NOBODY);
  });

  test("refuses each write by itself, whatever a check has found before", async () => {
    const here = await fenced();
    const { open } = hostProcess(here.clock, here.engine.env);
    const of = (kind: string) => open(kind, CALL_ONLY);
    const outside = { campaign: 1, phoneNumber: OUTSIDE };
    await expect(of("Lead").create(outside)).rejects.toThrow(NOT_ALLOWED);
    const { id, outs } = await of("Lead").create({ ...outside, phoneNumber: INSIDE });
    here.requests();
    await expect(of("Lead").update(id, outs, outside)).rejects.toThrow(NOT_ALLOWED);
    here.emulator.state.leads[0]!.phone_number = OUTSIDE;
    here.clock.advance(60_000);
    const ordered = { campaign: 1, phoneNumber: INSIDE, status: "completed" };
    await expect(of("Lead").update(id, outs, ordered)).rejects.toThrow(NOT_ALLOWED);
    const state = { campaign: 1, state: "started" };
    await expect(of("CampaignState").create(state)).rejects.toThrow(NOT_ALLOWED);
    expect(here.writes()).toEqual([]);
    await expect(of("CampaignState").create({ ...state, state: "stopped" })).resolves.toMatchObject({
      id: "1",
    });
  });

  test("refuses a changed list, and a lead whose contact is outside and that the list changes", async () => {
    const here = await fenced();
    const columns = { phoneNumber: "Phone", variables: { city: "City" } };
    const file = path.join(temporaryFolder(), "people.csv");
    const of = (...rows: string[]): Program => {
      writeFileSync(file, `Phone,City\n${rows.join("\n")}\n`);
      return { people: { kind: "LeadSet", props: { campaign: 1, leads: listFile(file), columns } } };
    };
    await allowed(here, of(`${INSIDE},Rome`));
    await refused(here, of(`${INSIDE},Rome`, `${OUTSIDE},Bonn`), NOT_ALLOWED);
    here.emulator.state.leads[0]!.secondary_contacts = [contact(OUTSIDE)];
    await refused(here, of(`${INSIDE},Bonn`), NOT_ALLOWED);
    // Nothing is written, so nobody more is called.
    await allowed(here, of(`${INSIDE},Rome`));
  });

  test("of an account of the program, and not that of the stack", async () => {
    const here = await fenced({ "voicecall:explicit": "true", "voicecall:callOnly": '["+4930*"]' });
    here.engine.config["voicecall:accessToken"] = here.emulator.token;
    await refused(here, lead(INSIDE), /voicecall:callOnly does not allow 1 number/);
    await allowed(here, lead(OUTSIDE));
  });

  test("works offline, as in a preview of a fork", async () => {
    const here = await fenced();
    delete here.engine.env["VOICECALL_ACCESS_TOKEN"];
    for (const program of [lead(OUTSIDE), list([OUTSIDE])])
      expect((await here.engine.preview(program)).errors).toEqual([expect.stringMatching(NOT_ALLOWED)]);
    expect(await here.engine.preview({ ...lead(INSIDE), ...start() })).toMatchObject(succeeded);
  });

  test("a lead that appears between check and start refuses the start", async () => {
    const here = await fenced();
    here.emulator.faults.add({
      method: "GET",
      path: "/user/leads",
      nth: 2,
      fault: { status: 200, body: [{ id: 1, campaign_id: 1, phone_number: OUTSIDE, status: "created" }] },
    });
    here.requests();
    expect((await here.engine.up(start())).errors).toEqual([expect.stringMatching(NOT_ALLOWED)]);
    expect(here.writes()).toEqual([]);
  });

  test.each<[string, Fault]>([
    ["the listing fails", { status: 403, body: { message: "No" } }],
    ["a record has no id", { status: 200, body: [{ campaign_id: 1, phone_number: INSIDE }] }],
    ["a record shows no campaign", { status: 200, body: [{ id: 1, phone_number: INSIDE }] }],
  ])("refuses a start if %s", async (_, fault) => {
    const here = await fenced();
    here.emulator.faults.add({ method: "GET", path: "/user/leads", fault });
    await refused(here, start(), /nothing is started, because it could not be told whom/);
  });

  test.each([
    ["+12025550143", "+12025550143", true],
    ["+12025550143, +4930*", "+4930123456", true],
    ['["+4930123456"]', "+4930123456", true],
    // The number of another person begins with the allowed number.
    ["+4930123456", "+49301234567", false],
    ["+4930123456*", "+49301234567", true],
    ["[]", "+12025550143", false],
    ["any", "+4930123456", true],
  ])("%s: %s is allowed: %j", async (callOnly, number, isAllowed) => {
    const here = await fenced({ "voicecall:callOnly": callOnly });
    if (isAllowed) return allowed(here, lead(number));
    await refused(here, lead(number), NOT_ALLOWED);
  });

  test.each([
    "",
    " ",
    "+",
    "*",
    "12025550143",
    "+1202,",
    "+1 202",
    "+0",
    "[1202555]",
    '["any"]',
    "{}",
    "none",
    "+1202x",
  ])("the malformed value %j is an error of settings", async (callOnly) => {
    const here = await fenced({ "voicecall:callOnly": callOnly });
    await refused(here, { ...lead(INSIDE) }, /The value of voicecall:callOnly .* is not valid/);
    await refused(here, start(), /The value of voicecall:callOnly .* is not valid/);
  });
});
