/** The messages of the outcome tables whose text no other test asserts. */
import { afterAll, expect, test } from "vitest";
import { serviceOf } from "../../kinds/index.js";
import { type Kind, aLead, anAssistant, campaign, midCallTool } from "./kinds.js";
import { play } from "./play.js";
import { readingFaults } from "./reading-faults.js";
import { Stage } from "./stage.js";
import { writeFaults } from "./write-faults.js";

const SOURCE = "from the environment variable VOICECALL_BASE_URL";
const TOKEN_SOURCE = "the token (from the environment variable VOICECALL_ACCESS_TOKEN)";
const LOOK =
  "It is not started again automatically. If the service's dashboard shows that it does not run, give `trigger` a new value.";
const ALLOWED = `Check that the account's plan and ${TOKEN_SOURCE} allow this request.`;
const ANOTHER_ROUTE = 'Set its method and path, or "none":';

const stages: Stage[] = [];
afterAll(() => Promise.all(stages.map((stage) => stage.close())));

const rows: [Kind, operation: string, fault: string, message: string][] = [
  [
    campaign,
    "start (create)",
    "500, not processed",
    `start campaign "Spring renewals" (id 1): the service failed (500: Server Error). It is not known whether the campaign was started (the service lists it as stopped). ${LOOK}`,
  ],
  [
    campaign,
    "start (create)",
    "a field accepted and not kept",
    `start campaign "Spring renewals" (id 1): the service reported success, but the campaign is still stopped. ${LOOK}`,
  ],
  [
    campaign,
    "start (create)",
    "a redirect to a login page",
    `start campaign "Spring renewals" (id 1): the service returned a redirect (302) to a sign-in page. Check ${TOKEN_SOURCE} and the base URL ADDRESS (${SOURCE}).`,
  ],
  [
    campaign,
    "start (create)",
    "the connection is refused every time",
    `start campaign "Spring renewals" (id 1): the connection was refused, for 60 seconds or more. Nothing was changed. Run again when the service can be reached.\nThe service cannot be reached: trying again for up to 60 seconds.`,
  ],
  [
    campaign,
    "stop (update)",
    "a field accepted and not kept",
    'stop campaign "Spring renewals" (id 1): the service reported success, but the campaign is still in-progress and may continue to call people. Run again to send the stop once more.',
  ],
  [
    campaign,
    "stop (update)",
    "403",
    `stop campaign "Spring renewals" (id 1): the service rejected the request (403: This action is unauthorized). But the account lists the campaign as in-progress, so it may continue to call people. ${ALLOWED} To stop it sooner, use the service's dashboard.`,
  ],
  [
    campaign,
    "stop (delete)",
    "the record vanishes just before",
    'stop campaign "Spring renewals" (id 1): the service reports that the object does not exist (404: Campaign not found). The account no longer lists the campaign, so there was nothing to stop.',
  ],
  [
    campaign,
    "refresh",
    "the record vanishes just before",
    "CampaignState \"Spring renewals\" (id 1): the campaign's status could not be read (the campaign is not listed), so Pulumi's state keeps the last known status.",
  ],
  [
    campaign,
    "refresh",
    "404 for the route",
    "CampaignState \"Spring renewals\" (id 1): the campaign's status could not be read (the service lists no campaigns), so Pulumi's state keeps the last known status.",
  ],
  [
    campaign,
    "preview",
    "404 for the route",
    `campaign: campaign "Spring renewals" cannot be looked up by name; give its id as a number. look up campaigns: GET /user/campaigns returned 404. The route may differ (spec 4.4: no listing of campaigns). ${ANOTHER_ROUTE} pulumi config set voicecall:routes '{"listCampaigns":"GET /YOUR/PATH"}'.`,
  ],
  [
    campaign,
    "preview",
    "the record vanishes just before",
    'campaign: the account has no campaign "Spring renewals"; correct the name or id, or create the campaign in the service\'s dashboard; if this program creates the campaign, pass the Campaign resource.',
  ],
  [
    aLead,
    "update",
    "the record vanishes just before",
    'Lead of campaign "Spring renewals" (id 301) is gone from the service. It stays in state and is not created again automatically. To create it again, set onGone: "recreate" on its resource.',
  ],
  [
    aLead,
    "delete",
    "404 for the route",
    `delete Lead of campaign "Spring renewals" (id 301): DELETE /user/leads/{id} returned 404: The route could not be found. The object still exists, so the route is wrong. ${ANOTHER_ROUTE} pulumi config set voicecall:routes '{"deleteLead":"DELETE /YOUR/PATH/{id}"}'. Without such a route, run \`pulumi up\` with retainOnDelete: true first.`,
  ],
  [
    anAssistant,
    "preview",
    "pages that loop",
    'check Assistant "Support": list assistants: the pages of the listing were inconsistent in 3 attempts (page 2 reports that it is page 1). Run again when nothing else changes these records.',
  ],
  [
    midCallTool,
    "before update",
    "an empty response",
    `update MidCallTool "get_weather" (id 101): get the record: the response (200) does not have the expected form (id: expected number; name: expected string). Check that ADDRESS (${SOURCE}) is the service's API.`,
  ],
];

test.each(
  rows.map(
    ([kind, operation, fault, message]) =>
      [`${kind.kind}, ${operation}: ${fault}`, { kind, operation, fault, message }] as const,
  ),
)("%s", async (_, { kind, operation, fault: title, message }) => {
  const stage = await Stage.open(kind.fixture && serviceOf(kind.fixture.kind));
  stages.push(stage);
  const table = kind.writes.some((column) => column.title === operation)
    ? ([kind.writes, writeFaults] as const)
    : ([kind.readings, readingFaults] as const);
  const column = table[0].find((one) => one.title === operation)!;
  const fault = table[1].find((one) => one.title === title)!;
  const { errors, lines } = await play(stage, kind, column, fault);
  expect([...errors, ...lines].join("\n").replaceAll(stage.emulator.address, "ADDRESS")).toBe(message);
});
