/** The data that the provider host reports to `voicecall drift`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { MESSAGES_FILE, type Message } from "../../provider/base/messages.js";
import { temporaryFolder } from "../support/after-test.js";
import { canaries } from "../support/canaries.js";
import { aLeadSet } from "../kinds/lead-set.js";
import { assistant, lead, succeeded, test, tool, type World } from "../support/world.js";

async function messagesOf({ engine }: World, run: () => Promise<unknown>): Promise<Message[]> {
  const file = path.join(temporaryFolder(), "messages");
  engine.env[MESSAGES_FILE] = file;
  expect(await run()).toMatchObject(succeeded);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Message);
}

test("a refresh reports notes and errors with resource, code and reason, and masks secrets", async ({
  here: { engine, emulator },
}) => {
  await engine.up({
    called: { kind: "Lead", props: lead },
    support: { kind: "Assistant", props: assistant },
  });
  emulator.state.leads.splice(0);
  const message = `the token ${canaries.token} is not good`;
  emulator.faults.add({ path: "/user/assistants/get", fault: { status: 401, body: { message } } });
  const file = path.join(temporaryFolder(), "messages");
  engine.env[MESSAGES_FILE] = file;
  engine.env["VOICECALL_ACCESS_TOKEN"] = emulator.token;
  const { errors, lines } = await engine.refresh();
  const messages = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Message);
  const idOf = (name: string): string => engine.state.get(name)!.id;
  const [failed, gone] = messages.sort((one, other) => (one.kind < other.kind ? -1 : 1));
  expect(messages).toHaveLength(2);
  expect(gone).toEqual({
    kind: "Lead",
    id: idOf("called"),
    text: lines.find((line) => line.startsWith("Lead of campaign")),
  });
  expect(failed).toEqual({
    kind: "Assistant",
    id: idOf("support"),
    text: errors[0],
    error: {
      code: "auth",
      request: "list assistants",
      reason: expect.not.stringContaining("Assistant") as string,
    },
  });
  expect(errors[0]).toContain(`list assistants: ${failed!.error!.reason}`);
  expect(JSON.stringify(messages)).not.toContain(canaries.token);
});

test("a preview reports the start of a campaign as data, but not a stop", async ({ here: { engine } }) => {
  const file = path.join(temporaryFolder(), "messages");
  engine.env[MESSAGES_FILE] = file;
  const program = (state: string) => ({ spring: { kind: "CampaignState", props: { campaign: 1, state } } });
  await engine.preview(program("stopped"));
  expect(readFileSync(file, "utf8")).not.toContain("effect");
  const { lines } = await engine.preview(program("started"));
  const text = lines.find((line) => line.includes("will START"));
  const messages = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(messages.map((line) => JSON.parse(line) as Message)).toContainEqual({
    kind: "CampaignState",
    id: "1",
    text,
    effect: "start",
  });
});

test("a difference whose values are not shown has its property and a text", async ({ here }) => {
  const { engine, emulator } = here;
  await engine.up({ people: { kind: "LeadSet", props: aLeadSet.props } });
  emulator.state.leads[0]!.variables = { customer_name: "Changed manually" };
  const { id } = engine.state.get("people")!;
  const [lead] = emulator.state.leads;
  expect(await messagesOf(here, () => engine.refresh())).toEqual([
    {
      kind: "LeadSet",
      id,
      text: expect.stringMatching(/^LeadSet .*: 1 lead differs from the last apply/) as string,
      difference: { property: "leads", text: `1 lead differs (id ${lead!.id})` },
    },
  ]);
});

test("a reference has the names of its ids in the message, but only if it differs", async ({ here }) => {
  const { engine, emulator } = here;
  const named = (name: string) => ({ kind: "MidCallTool", props: { ...tool, name } });
  await engine.up({
    hours: named("get_hours"),
    offers: named("get_offers"),
    it: {
      kind: "Assistant",
      props: (of) => ({ ...assistant, tools: [of("hours")["id"]] }),
    },
  });
  const [hours, offers] = emulator.state.tools.map(({ id }) => id);
  const { id } = engine.state.get("it")!;
  expect(await messagesOf(here, () => engine.refresh())).toEqual([]);
  emulator.state.assistants[0]!.tool_ids = [offers!];
  expect(await messagesOf(here, () => engine.refresh())).toEqual([
    {
      kind: "Assistant",
      id,
      text: "",
      names: { tools: { [String(hours)]: "get_hours" } },
    },
  ]);
});
