/** A wrong base URL is reported as such, whichever route is called first. */
import { describe, expect } from "vitest";
import type { Program } from "../support/engine-part.js";
import { applied, assistant, campaignState, lead, test, tool, type World } from "../support/world.js";

const declared: Program = {
  support: { kind: "Assistant", props: { ...assistant, callsDirection: "receive" } },
  called: { kind: "Lead", props: lead },
  spring: { kind: "CampaignState", props: campaignState },
};

const inReverse: Program = Object.fromEntries(Object.entries(declared).reverse());

function withWrongBaseUrl(here: World): void {
  here.engine.env["VOICECALL_BASE_URL"] = `${here.emulator.address}/wrong`;
}

test.for<[string, Program]>([
  ["an assistant first", declared],
  ["a campaign first", inReverse],
  ["a lead alone", { called: declared["called"]! }],
])("preview: %s", async ([, program], { here }) => {
  withWrongBaseUrl(here);
  const { errors } = await here.engine.preview(program);
  expect(errors).toHaveLength(Object.keys(program).length);
  for (const error of errors) {
    expect(error).toMatch(/the base URL (or the route )?is wrong: .*Check the base URL .*\/wrong /);
    expect(error).not.toContain("give its id as a number");
    expect(error).not.toContain("The specification does not show this route");
  }
  expect(here.requests().filter((request) => request.endsWith("/languages")).length).toBeLessThan(2);
});

describe("an assumed route is missing", () => {
  const missing = { status: 404, body: { message: "The route user/campaigns could not be found." } };

  test("a documented route responds, so the error does not blame the base URL", async ({ here }) => {
    here.emulator.faults.add({ path: "/user/campaigns", fault: missing });
    const { errors } = await here.engine.preview(inReverse);
    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error).toContain("give its id as a number");
  });

  test("it is unknown whether a documented route responds, so the error blames the assumed route", async ({
    here,
  }) => {
    here.emulator.faults.add({ path: "/user/campaigns", fault: missing });
    here.emulator.faults.add({ path: "/user/assistants/languages", fault: { status: 500 } });
    const { errors } = await here.engine.preview({ called: declared["called"]! });
    expect(errors).toEqual([expect.stringContaining("give its id as a number")]);
  });

  test("a documented route rejects the token, so the error is about the token", async ({ here }) => {
    here.emulator.faults.add({ path: "/user/campaigns", fault: missing });
    here.engine.env["VOICECALL_ACCESS_TOKEN"] = "another-token-of-nobody";
    const { errors } = await here.engine.preview({ called: declared["called"]! });
    expect(errors).toEqual([expect.stringContaining("did not accept the access token")]);
  });
});

test("update and delete of a tool: the base URL is wrong, and state is kept", async () => {
  const program = (timeout: number): Program => ({
    hours: { kind: "MidCallTool", props: { ...tool, timeout } },
  });
  const here = await applied(program(10));
  // Removes the routes instead of changing the base URL: the provider would report a different base URL as
  // another account.
  for (const path of ["/user/tools", "/user/assistants"])
    here.emulator.faults.add({
      path,
      fault: { status: 404, body: { message: `The route ${path.slice(1)} could not be found.` } },
    });
  for (const run of [() => here.engine.up(program(20)), () => here.engine.destroy()])
    expect((await run()).errors).toEqual([expect.stringContaining("the base URL or the route is wrong")]);
  expect(here.engine.state.size).toBe(1);
});
