/** `voicecall drift --undeclared`: the report. test/lifecycle/fields.test.ts tests each field. */
import { expect, test } from "vitest";
import { reportSchema } from "../../cli/drift/report.js";
import { SIGNATURE } from "../../provider/base/carried.js";
import { aLead, anAssistant, midCallTool } from "../kinds/index.js";
import { closeAfterTest } from "../support/after-test.js";
import { byHand } from "../support/engine-world.js";
import { startService } from "../support/service.js";
import { read, support, urnOf } from "./drift-events.js";
import { drift, events } from "./drift-run.js";

const inState = (kind: string, name: string, id: number, inputs: object) => ({
  urn: urnOf(kind, name),
  type: `pulumi-nodejs:dynamic/voicecall:${kind}`,
  id: String(id),
  inputs,
});

test("a URL with a credential that somebody set by hand is not shown", async () => {
  const declared = { ...support, webhookUrl: "https://x.example.com" };
  const live = { webhookUrl: "https://x.example.com?key=canary" };
  for (const form of [[], ["--markdown"], ["--json"]]) {
    const { code, stdout, stderr } = await drift({ refresh: events(...read({ declared, live })) }, form);
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining("webhookUrl") });
    expect(stdout + stderr).not.toContain("canary");
  }
});

async function run(
  args: readonly string[],
  change: { assistants?: object; tools?: object; leads?: object },
  variables: object = { plan: "gold" },
) {
  const emulator = closeAfterTest(await startService());
  for (const { create, body } of [anAssistant, midCallTool, aLead])
    await byHand(emulator, "POST", create, body);
  const [assistant, tool] = [emulator.state.assistants.at(-1)!, emulator.state.tools.at(-1)!];
  Object.assign(assistant, change.assistants);
  Object.assign(tool, change.tools);
  const lead = emulator.state.leads.at(-1)!;
  Object.assign(lead, { variables: { plan: "gold" } }, change.leads);
  const resources = [
    inState("Assistant", "support", assistant.id, anAssistant.props),
    inState("MidCallTool", "hours", tool.id, midCallTool.props),
    inState("Lead", "ada", lead.id, { ...aLead.props, variables }),
  ];
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  return drift(
    {
      refresh: events(...read({ declared: support })),
      "stack export": { stdout: JSON.stringify({ deployment: { resources } }) },
      config: { stdout: "{}" },
    },
    ["--undeclared", ...args],
    env,
  );
}

const change = {
  assistants: {
    webhook_url: "https://user:canary@hooks.example.com",
    enable_recording: true,
    max_duration: 60,
    greeting_delay: 3,
  },
  tools: { timeout: 20, headers: [{ name: "X-Key", value: "canary-header" }] },
};

test("values that the program lacks, with the lines that declare them: exit 2", async () => {
  const { code, stdout } = await run(["--json"], change);
  const { outcome, undeclared } = reportSchema.parse(JSON.parse(stdout));
  const lines = undeclared!.flatMap(({ name, fields }) => fields.map(({ line }) => `${name}: ${line}`));
  expect({ code, outcome, lines }).toEqual({
    code: 2,
    outcome: "drift",
    lines: expect.any(Array) as unknown,
  });
  expect(lines).toEqual(expect.arrayContaining(["support: maxCallDuration: 60,"]));
});

test("variables that a lead has besides those of the program, which the service merges", async () => {
  const variables = { plan: "silver", city: "Berlin", hookUrl: "https://user:canary@hooks.example.com" };
  const { code, stdout } = await run(["--json"], { leads: { variables } });
  const { undeclared } = reportSchema.parse(JSON.parse(stdout));
  expect([code, undeclared]).toMatchObject([
    2,
    [
      {
        name: "ada",
        fields: [
          {
            path: "variables.city",
            live: "Berlin",
            line: 'city: "Berlin",',
          },
          {
            path: "variables.hookUrl",
            live: "[secret]",
            secret: true,
            line: 'hookUrl: config.requireSecret("variables.hookUrl"),',
          },
        ],
      },
    ],
  ]);
  expect((await run([], { leads: { variables } })).stdout).toContain('in variables: city: "Berlin",');
  // A secret object does not show which keys the program declares.
  const secret = { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
  expect((await run([], { leads: { variables } }, secret)).stdout).toContain("nothing undeclared");
});

test("for people and as Markdown; secrets are never shown", async () => {
  for (const form of [[], ["--markdown"], ["--json"]]) {
    const { stdout, stderr } = await run(form, change);
    expect(stdout).toContain("maxCallDuration: 60,");
    expect(stdout + stderr).not.toContain("canary");
  }
});

test("a fresh account has nothing undeclared: exit 0", async () => {
  const { code, stdout } = await run([], {});
  expect(stdout).toContain("no drift, nothing undeclared");
  expect(code).toBe(0);
});
