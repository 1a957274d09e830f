/** The tools that are built into the service, in the 2026 form (docs/api-forms.md). */
import { z } from "zod";
import { eachItem } from "../core/fields/codecs.js";
import type { Field } from "../core/fields/fields.js";
import { namedZone } from "../core/fields/time-zones.js";
import { flag, id, oneOf, text, wholeNumber } from "../core/fields/types.js";
import { builtInToolCodec, comparedTools, isOtherThan, toolKey } from "./codecs.js";

/** The message for a wrong tool, and for a key that the tool does not have. */
const wrongTool = "must have only properties that the function for this tool accepts";

const words = (): z.ZodType<string> => text({ min: 1 });
const description = words().optional();
const bounded = text({ max: 500 }).optional();

const bookingField = z.strictObject(
  {
    slug: words(),
    type: words(),
    label: words(),
    required: flag().optional(),
    options: z.array(z.string("must be text"), "must be an array").optional(),
  },
  "must be { slug, type, label, required?, options? }",
);

const isAssistant = "must be an Assistant resource or its id";
const assistantId = z
  .union([id(), z.string().regex(/^[1-9]\d{0,14}$/, isAssistant)], isAssistant)
  .meta({ rule: "an Assistant resource or its id" });

const tools = [
  z.strictObject({ type: z.literal("endCall"), description }, wrongTool),
  z.strictObject({ type: z.literal("dtmfInput"), description }, wrongTool),
  z.strictObject(
    {
      type: z.literal("callTransfer"),
      phoneNumber: words(),
      description,
      custom: flag().optional(),
      timezone: description,
      warmTransfer: flag().optional(),
      warmTransferMessage: description,
    },
    wrongTool,
  ),
  z.strictObject(
    {
      type: z.literal("warmCallTransfer"),
      supervisorPhone: words(),
      outboundPhoneId: id(),
      description: words(),
      customSip: flag().optional(),
      callerIdMode: oneOf(["outbound_number", "customer_number", "custom"]).optional(),
      customCallerId: description,
      holdMusic: oneOf(["hold_music", "none"]).optional(),
      holdMusicVolume: wholeNumber(0, 100).optional(),
      holdMessage: description,
      summaryInstructions: description,
      briefingInitialMessage: description,
      connectedMessage: description,
    },
    wrongTool,
  ),
  z.strictObject(
    {
      type: z.literal("collectKeypad"),
      timeout: wholeNumber(1, 30, "seconds").optional(),
      stopKey: oneOf(["#", "*"]).optional(),
    },
    wrongTool,
  ),
  z.strictObject(
    {
      type: z.literal("calendarIntegration"),
      calcomApiKey: words(),
      calcomEventSlug: words(),
      calcomTeamSlug: description,
      calcomEndpoint: oneOf(["us", "eu", "custom"]).optional(),
      calcomCustomEndpoint: description,
      calcomBookingFields: z.array(bookingField, "must be an array").optional(),
      description,
    },
    wrongTool,
  ),
  z.strictObject(
    {
      type: z.literal("assistantTransfer"),
      assistant: assistantId,
      description: bounded,
      messageBeforeTransfer: bounded,
      speakTransferGreeting: flag().optional(),
    },
    wrongTool,
  ),
] as const;

const tool = z
  .discriminatedUnion("type", tools, "must be a tool that endCall() or another tool function returns")
  .meta({ typeText: "BuiltInTool" });

export const builtInTools: Field = {
  type: z
    .array(tool, "must be an array")
    .meta({ rule: "an array of `endCall()`, `dtmfInput()`, `callTransfer()` and so on" }),
  doc: "The tools built into the service that the assistant may use. An update replaces the whole list, except for tools of types that this version of the provider does not know; the order does not matter. Encrypted in state, since the API key of a calendar is secret.",
  spec: "2026 form",
  exampleCode: '[endCall({ description: "When the caller says goodbye." })]',
  only: "2026",
  request: "tools",
  record: "tools",
  codec: builtInToolCodec,
  secret: true,
  secretKeys: ["calcomApiKey"],
  emptied: { value: [] },
  unordered: toolKey,
  // A tool of a type that this version does not know, such as an MCP server that was added in the dashboard.
  serviceItems: isOtherThan(tools.map(({ shape }) => shape.type.value)),
  tidy: comparedTools,
  meaning: (value) =>
    eachItem(value, (item) => ({
      ...item,
      ...("timezone" in item && { timezone: namedZone(item["timezone"]) }),
    })),
};
