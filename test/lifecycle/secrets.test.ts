/**
 * No error, line, debug log or stack trace contains anything private, even if the service repeats what it has
 * received.
 */
import { describe, expect } from "vitest";
import type { Fault } from "../../emulator/index.js";
import { canaries } from "../support/canaries.js";
import { everyKind, fixtures } from "../kinds/index.js";
import { type Props } from "../support/engine-part.js";
import { inSoak } from "../support/soak.js";
import { hostProcess } from "../support/runtime.js";
import { tool, world, test } from "../support/world.js";
import { applied, lifeCycle, printed } from "./whole-life.js";

/** Matches the private values of these tests, except the short header value "prvt". */
const PRIVATE = new RegExp(`private|\\+1202555019\\d|${canaries.token}`, "i");

/** All texts in a value, including keys. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...texts(item),
  ]);
}

/** Responses that contain the texts of a request. */
function echoesOf(repeated: string[]): Record<string, Fault> {
  const words = repeated.join(" and ");
  const byField = Object.fromEntries(
    repeated.map((text, index) => [`field_${index}`, [`The value ${text} is wrong.`]]),
  );
  const byKey = Object.fromEntries(repeated.map((text) => [text, ["is wrong"]]));
  const statuses = [400, 401, 403, 404, 405, 409, 422, 429, 500, 503];
  return {
    ...Object.fromEntries(
      statuses.map((status) => [String(status), { status, body: { message: words, errors: byField } }]),
    ),
    "an error key": { status: 422, body: { error: { message: words } } },
    "keys of errors": { status: 422, body: { message: "Wrong", errors: byKey } },
    "as JSON": {
      status: 422,
      body: { message: JSON.stringify(repeated), errors: [JSON.stringify(repeated)] },
    },
    "as in a URL": { status: 422, body: { message: repeated.map(encodeURIComponent).join("&") } },
    text: { status: 400, body: words },
    "200, not JSON": { status: 200, body: words },
    "200, another shape": {
      status: 200,
      body: { data: { id: words, [words]: words }, message: words, success: words },
    },
    "200, no success": { status: 200, body: { message: words, success: false } },
    "a redirect": {
      status: 302,
      headers: { location: `https://x.example.com/?${encodeURIComponent(words)}` },
    },
  };
}

/** What kinds repeat that share the code of the others. `npm run soak -- inputs` plays all for each kind. */
const FEW = ["401", "422", "500", "keys of errors", "as JSON", "200, another shape"];

describe.each(everyKind)("$kind", ({ kind, secrets: { props: base, change } }) => {
  // The private values of the program, and the token. Every message must mask them, even a message about a
  // request that did not send them.
  const repeated = texts([base, canaries.token, `Bearer ${canaries.token}`]).filter(
    (text) => PRIVATE.test(text) || text === "prvt",
  );

  const isWhole = ["Assistant", "CampaignState"].includes(kind) || inSoak("inputs");
  test.each(isWhole ? Object.keys(echoesOf([])) : FEW)(
    "a service that repeats the request: %s",
    async (name) => {
      const { here, state } = await applied(kind, base);
      for (const method of ["POST", "DELETE"] as const)
        here.emulator.faults.add({ method, fault: echoesOf(repeated)[name]! });
      here.emulator.faults.add({ method: "PUT", fault: echoesOf([...repeated, ...texts(change)])[name]! });
      const config = {
        "voicecall:debug": "true",
        "voicecall:onExisting": "create",
        "voicecall:onConflict": "overwrite",
      };
      const { text, failed } = await lifeCycle(here, kind, config, { ...state, props: base, change });
      // A campaign that already runs is not started again, so its create and update do not fail.
      expect(failed).toBeGreaterThanOrEqual(kind === "CampaignState" ? (name === "404" ? 0 : 1) : 2);
      expect(text).toMatch(/attempt 1/);
      expect(text).toContain("stack trace of the error");
      expect(text).not.toMatch(PRIVATE);
      expect(text).not.toContain("prvt");
    },
  );

  test("a service that repeats the token in every response", async () => {
    for (const status of [401, 403, 404, 422, 500]) {
      const { here, state } = await applied(kind, base);
      const token = `Bearer ${here.emulator.token}`;
      here.emulator.faults.add({
        fault: { status, body: { message: `No: ${token}`, errors: { [token]: [token] } } },
      });
      const { text } = await lifeCycle(
        here,
        kind,
        { "voicecall:debug": "true" },
        { ...state, props: base, change },
      );
      expect(text).not.toContain(here.emulator.token);
    }
  });

  test("conflicts, adoption, drift, removal and fields that were not kept are reported without values", async () => {
    const { here } = await applied(kind, base);
    const { engine, emulator } = here;
    const output: string[] = [];
    const run = async (props: Props): Promise<void> => {
      for (const command of [engine.preview, engine.up]) {
        const { errors, lines } = await command({ it: { kind, props } });
        output.push(...errors, ...lines);
      }
    };
    const hand: Record<string, unknown> = {
      description: "private by hand",
      endpoint: "https://private.example.com/hand",
      headers: [{ name: "X-Key", value: "private by hand" }],
      system_prompt: "private by hand",
      webhook_url: "https://private.example.com/hand",
      variables: { customer_name: "private by hand" },
      phone_number: "+12025550199",
    };
    for (const row of [
      ...emulator.state.tools,
      ...emulator.state.assistants,
      ...emulator.state.leads,
    ] as Props[]) {
      for (const key of Object.keys(hand))
        if (Object.hasOwn(row, key) && (key !== "description" || kind === "MidCallTool"))
          row[key] = hand[key];
    }
    // Causes a conflict: the program and a manual change have changed the same fields.
    await run({ ...base, ...change });
    if (kind !== "CampaignState")
      expect(output.join("\n")).toMatch(kind === "LeadSet" ? /changed manually/ : /differs: \d+/);
    // Removes optional fields with a different live value.
    const {
      headers: _,
      variables: __,
      schema: ___,
      secondaryContacts: ____,
      webhookUrl: _____,
      endCallTool: ______,
      ...less
    } = base;
    await run(less);
    output.push(...(await engine.refresh()).lines);
    await run(base);
    // Adopts the object.
    engine.state.clear();
    await run(base);
    await run({ ...base, ...change, onExisting: "adopt" });
    // Makes the service drop fields.
    for (const field of ["description", "headers", "system_prompt", "variables", "phone_number"])
      emulator.faults.add({ fault: { dropField: field } });
    await run({ ...base, ...change, onExisting: "adopt" });
    await run(base);
    expect(output.join("\n")).not.toMatch(PRIVATE);
  });
});

test("an unexpected error has no stack trace", async ({ here }) => {
  const broken = {
    ...here.clock,
    now: () => {
      throw new TypeError("unthought of");
    },
  };
  const hosted = hostProcess(broken, here.engine.env).open("MidCallTool");
  const calls = [
    () => hosted.check({}, tool),
    () => hosted.diff("1", {}, tool),
    () => hosted.create(tool),
    () => hosted.read("1", {}),
    () => hosted.update("1", {}, tool),
    () => hosted.delete("1", { onDestroy: "detach" }),
  ];
  for (const call of calls) {
    await call().catch((error: unknown) => {
      expect(printed(error)).toContain("a bug in pulumi-voicecall stopped this operation (TypeError");
      expect(printed(error)).not.toMatch(/unthought of|\n\s+at /);
    });
  }
  await expect(hosted.read("1", {})).rejects.toThrow("a bug in pulumi-voicecall");
});

test("an odd status is on one line, without control characters", async ({ here: { engine, emulator } }) => {
  const program = { it: { kind: "CampaignState", props: { campaign: 1, state: "started" } } };
  emulator.state.campaigns[0]!.status = "resting\n::error::\u001b[2J\u200b";
  const { lines } = await engine.up(program);
  expect(lines.join("; ")).toContain('its status "resting\\n::error::\\u001b[2J\\u200b"');
  for (const line of lines) expect(line).not.toMatch(/[\n\u001b\u200b]/);
});

test("a secret in state, of words that messages may show, is masked too", async ({ here }) => {
  const value = "already taken";
  const headers = [{ name: "X-Key", value }];
  await here.engine.up({ it: { kind: "MidCallTool", props: { ...tool, headers } } });
  const fault = { status: 422, body: { message: `The name is ${value}.` } };
  here.emulator.faults.add({ method: "DELETE", path: "/user/tools/{id}", fault });
  const { errors } = await here.engine.destroy();
  expect(errors).toEqual([expect.stringContaining("The name is [masked]")]);
});

test("the service's message about a start is stored without secrets and control characters", async () => {
  const { kind, secrets } = fixtures.CampaignState;
  const here = await world();
  here.emulator.faults.add({
    method: "POST",
    fault: { status: 200, body: { message: `Started for ${canaries.token}\u001b[2J`, success: true } },
  });
  await here.engine.up({ it: { kind, props: secrets.props } });
  const stored = here.engine.state.get("it");
  expect(JSON.stringify(stored)).not.toContain(canaries.token);
  expect(stored!.outputs["lastMessage"]).toBe("Started for [masked]");
});
