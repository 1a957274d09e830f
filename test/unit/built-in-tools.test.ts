/** The SDK's functions for built-in tools have the same arguments as the table that checks them. */
import type { z } from "zod";
import { expect, test } from "vitest";
import { fields } from "../../provider/assistant/schema.js";
import { requestValue, shownIn } from "../../provider/core/run/sides.js";
import { declaredPart } from "../../provider/core/fields/structure.js";
import {
  type BuiltInTool,
  assistantTransfer,
  calendarIntegration,
  callTransfer,
  collectKeypad,
  dtmfInput,
  endCall,
  warmCallTransfer,
} from "../../sdk/index.js";
import { toyWorld } from "./core-toy.js";

const { type } = fields.builtInTools;

/** The result of a call to each function, with all arguments. */
const whole: BuiltInTool[] = [
  endCall({ description: "d" }),
  dtmfInput({ description: "d" }),
  callTransfer({
    phoneNumber: "+12025550150",
    description: "d",
    custom: false,
    timezone: "UTC",
    warmTransfer: true,
    warmTransferMessage: "m",
  }),
  warmCallTransfer({
    supervisorPhone: "+12025550150",
    outboundPhoneId: 1,
    description: "d",
    customSip: false,
    callerIdMode: "custom",
    customCallerId: "+12025550151",
    holdMusic: "none",
    holdMusicVolume: 80,
    holdMessage: "m",
    summaryInstructions: "s",
    briefingInitialMessage: "b",
    connectedMessage: "c",
  }),
  collectKeypad({ timeout: 5, stopKey: "#" }),
  calendarIntegration({
    calcomApiKey: "k",
    calcomEventSlug: "e",
    calcomTeamSlug: "t",
    calcomEndpoint: "custom",
    calcomCustomEndpoint: "https://cal.example.com",
    calcomBookingFields: [{ slug: "s", type: "text", label: "l", required: true, options: ["a"] }],
    description: "d",
  }),
  assistantTransfer({
    assistant: "201",
    description: "d",
    messageBeforeTransfer: "m",
    speakTransferGreeting: false,
  }),
];

test("the table accepts what the functions return", () => {
  expect(type.safeParse(whole).error).toBeUndefined();
  expect(type.safeParse([endCall(), dtmfInput(), collectKeypad()]).error).toBeUndefined();
});

test("an update sends back a tool of a type that the table does not know, and a read ignores it", async () => {
  const field = fields.builtInTools;
  const server = { type: "mcp_server", data: { mcp_server_id: 7 } };
  const record = { id: 201, tools: [{ type: "end_call", data: {} }, server] };
  const { names } = toyWorld().session;
  expect(await requestValue(field, [endCall({ description: "d" })], names, record)).toEqual([
    { type: "end_call", description: "d" },
    { type: "mcp_server", mcp_server_id: 7 },
  ]);
  const shown = await shownIn(
    { definition: { fields: { builtInTools: field } }, session: { names } },
    record,
  );
  expect(declaredPart(field, shown.get("builtInTools"), [endCall()])).toEqual([{ type: "endCall" }]);
});

test("an update sends back every name as the record has it", () => {
  const names = ["server_url", "serverUrl", "server_Url", "server__url", "URL", "_url", "event_2_id"];
  const data = Object.fromEntries(names.map((name) => [name, name]));
  const { codec } = fields.builtInTools;
  const tools = codec!.decode([{ type: "mcpServer", data }], {});
  expect(codec!.encode(tools)).toEqual([{ type: "mcpServer", ...data }]);
});

test("the functions accept every key of the table", () => {
  const { element } = type as z.ZodArray<z.ZodDiscriminatedUnion<z.ZodObject[]>>;
  const keys = (names: string[]): string[] => names.sort();
  const known = element.options.map(({ shape }) => keys(Object.keys(shape)));
  expect(known.sort()).toEqual(whole.map((tool) => keys(Object.keys(tool))).sort());
});
