/**
 * The provider and the command against a real Laravel service with nginx and php-fpm. The first tests play the engine,
 * with fake time; the last ones use the real one.
 */
import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Bag } from "../../../provider/core/fields/values.js";
import { role } from "../../../provider/core/fields/fields.js";
import { createTransport } from "../../../provider/http/transport.js";
import {
  aMultimodalAssistant,
  assistant,
  declaring,
  fieldsOf,
  lead,
  leadSet,
  subjects,
} from "../../kinds/index.js";
import { closeAfterTest } from "../../support/after-test.js";
import { fakeClock } from "../../support/clock.js";
import { EnginePart, type Program } from "../../support/engine-part.js";
import { must } from "../../support/engine.js";
import { js, stackOn } from "../../support/engine-world.js";
import { succeeded } from "../../support/world.js";
import { type Laravel, missing, startLaravel } from "./service.js";

const why = missing();
if (why !== undefined) console.warn(`skipped: no Laravel service, because ${why}`);

let service: Laravel;
let trimming: Laravel;

beforeAll(async () => {
  if (why === undefined)
    [service, trimming] = await Promise.all([startLaravel(), startLaravel({ trimsInvisible: true })]);
});
afterAll(() => Promise.all([service?.close(), trimming?.close()]));
beforeEach(() => service?.reset());

function engineOn({ address, token }: Laravel): EnginePart {
  const env = { VOICECALL_BASE_URL: address, VOICECALL_ACCESS_TOKEN: token };
  const engine = new EnginePart({ env, clock: fakeClock() });
  engine.transport = closeAfterTest(createTransport({ connections: 8, timeout: 30_000 }));
  return engine;
}

const madeTool = (name: string): Promise<unknown> =>
  service.request("POST", "/user/tools", {
    ...{ name, description: "Made elsewhere.", endpoint: "https://tools.example.com/", method: "GET" },
  });

/** Applies the program, and expects that the service keeps all of it. */
async function kept(engine: EnginePart, program: Program): Promise<void> {
  const up = await engine.up(program);
  expect(up, up.errors.join("\n")).toMatchObject(succeeded);
  const unchanged = { errors: [], steps: Object.keys(program).map(() => ({ op: "same" })) };
  expect(await engine.preview(program), "preview").toMatchObject(unchanged);
  expect(await engine.refresh(), "refresh").toMatchObject(unchanged);
}

describe.skipIf(why !== undefined)("each managed field: set, read back, changed", () => {
  const rows = [...subjects, aMultimodalAssistant].flatMap((subject) =>
    Object.entries(subject.samples).flatMap(([property, sample]) =>
      role(fieldsOf(subject.kind)[property]!) === "field"
        ? [{ subject, kind: subject.kind, property, sample }]
        : [],
    ),
  );
  test.each(rows)("$kind $property", async ({ subject, property, sample }) => {
    const engine = engineOn(service);
    if (property === "tools") await Promise.all(["get_hours", "get_prices"].map((name) => madeTool(name)));
    const program = (value: unknown): Program => declaring(subject, { ...sample.beside, [property]: value });
    await kept(engine, program(sample.first));
    if (!sample.refused) await kept(engine, program(sample.second));
    expect(await engine.destroy()).toMatchObject(succeeded);
  });
});

describe.skipIf(why !== undefined)("what the framework changes", () => {
  test("a list of people and the state of their campaign", async () => {
    const engine = engineOn(service);
    const program = (state: string): Program => ({
      people: { kind: "LeadSet", props: leadSet },
      calls: { kind: "CampaignState", props: { campaign: "Spring renewals", state } },
    });
    await kept(engine, program("started"));
    await kept(engine, program("stopped"));
    expect(await engine.destroy()).toMatchObject(succeeded);
    expect(await service.request("GET", "/user/leads")).toEqual([]);
  });

  // Each is a value that JSON, PHP or the framework spells differently from the program.
  test.each<[string, Program]>([
    [
      "blanks around texts",
      { it: { kind: "Assistant", props: { ...assistant, initialMessage: "\n Hello! \t" } } },
    ],
    ["an empty object", { it: { kind: "Assistant", props: { ...assistant, variables: {} } } }],
    [
      "nested empty values",
      { it: { kind: "Lead", props: { ...lead, variables: { a: {}, b: [], c: "", d: " x " } } } },
    ],
    [
      "whole numbers as nested keys",
      { it: { kind: "Assistant", props: { ...assistant, variables: { steps: { 0: "a", 1: "b" } } } } },
    ],
    [
      "a number with two places",
      { it: { kind: "Assistant", props: { ...assistant, speechSpeed: 1.1, endpointSensitivity: 1 } } },
    ],
  ])("%s: kept, and no difference afterwards", async (_, program) => {
    await kept(engineOn(service), program);
  });

  // Each is valid by the specification. Preview says it, and the value that it proposes is kept.
  const url = (webhookUrl: string): Bag => ({ webhookUrl, isWebhookActive: true });
  const hook = "https://hooks.example.com";
  test.each<[string, Bag, string, Bag]>([
    [
      "an old time zone",
      { timezone: "US/Eastern" },
      'write "America/New_York"',
      { timezone: "America/New_York" },
    ],
    [
      "a renamed time zone",
      { timezone: "Asia/Calcutta" },
      'write "Asia/Kolkata"',
      { timezone: "Asia/Kolkata" },
    ],
    [
      "a time zone in lower case",
      { timezone: "europe/kyiv" },
      'write "Europe/Kyiv"',
      { timezone: "Europe/Kyiv" },
    ],
    ["an abbreviation", { timezone: "IST" }, "write a place", { timezone: "Asia/Jerusalem" }],
    ["a fixed offset", { timezone: "Etc/GMT-1" }, "write a place", { timezone: "Africa/Lagos" }],
    ["GMT", { timezone: "GMT" }, 'write "UTC"', { timezone: "UTC" }],
    ["braces in a URL", url(`${hook}/{branch}`), "write %7B", url(`${hook}/%7Bbranch%7D`)],
    ["a bar in a URL", url(`${hook}/?a|b`), "write %7C", url(`${hook}/?a%7Cb`)],
    ["a caret in a URL", url(`${hook}/a^b`), "write %5E", url(`${hook}/a%5Eb`)],
    ["a lone percent sign", url(`${hook}/50%`), "write %25", url(`${hook}/50%25`)],
    ["brackets in a path", url(`${hook}/a[0]`), "write %5B", url(`${hook}/a%5B0%5D?b[]=1`)],
    ["an emoji in a path", url(`${hook}/\u{1F600}`), "write %F0%9F%98%80", url(`${hook}/%F0%9F%98%80`)],
    [
      "two signs in a sign-in",
      url("https://a:b@c@example.com"),
      "write %40",
      url("https://a:b%40c@example.com"),
    ],
    ["a third decimal place", { voiceStability: 0.125 }, "write 0.13", { voiceStability: 0.13 }],
    ["many decimal places", { speechSpeed: 0.7000001 }, "write 0.7", { speechSpeed: 0.7 }],
  ])("%s: preview says what the apply shows", async (_, props, says, proposed) => {
    const program = (more: Bag): Program => ({ it: { kind: "Assistant", props: { ...assistant, ...more } } });
    expect((await engineOn(service).preview(program(props))).lines.join("\n")).toContain(says);
    expect((await engineOn(service).up(program(props))).errors).not.toEqual([]);
    service.reset();
    expect((await engineOn(service).preview(program(proposed))).lines).toEqual([]);
    await kept(engineOn(service), program(proposed));
  });

  test("invisible characters at the ends of texts and names, with the trimming of newer versions", async () => {
    trimming.reset();
    const engine = engineOn(trimming);
    const props = {
      ...assistant,
      name: "Shop\u200E",
      initialMessage: "\u00ADHello!\u2060",
      variables: { company: "Acme\u200B" },
    };
    await kept(engine, { it: { kind: "Assistant", props } });
    await kept(engine, { it: { kind: "Assistant", props: { ...props, systemPrompt: "Changed.\uFEFF" } } });
  });
});

describe.skipIf(why !== undefined)("a value that is too large: what the error advises helps", () => {
  const program = (more: Bag): Program => ({ it: { kind: "Assistant", props: { ...assistant, ...more } } });
  const prompt = (length: number): Program => program({ systemPrompt: "x".repeat(length) });

  test.each([
    ["nginx", {}, 1_100_000, { largest: { nginx: "2m" } }],
    ["PHP", { largest: { nginx: "2m", php: "500K" } }, 600_000, { largest: { nginx: "2m", php: "2M" } }],
  ])("for %s, as it is set: a shorter prompt, or a higher limit", async (name, before, length, after) => {
    const strict = closeAfterTest(await startLaravel(before));
    const advice = { nginx: "nginx: client_max_body_size", PHP: "PHP: post_max_size" }[name];
    const { errors } = await engineOn(strict).up(prompt(length));
    expect(errors).toEqual([
      expect.stringMatching(/too large .*\(413.*Shorten its longest value, such as a prompt/),
    ]);
    expect(errors[0]).toContain(advice);
    await kept(engineOn(strict), prompt(length / 2));
    await kept(engineOn(closeAfterTest(await startLaravel(after))), prompt(length));
  });

  test("for the column of a database: a shorter text", async () => {
    const strict = closeAfterTest(await startLaravel({ shortTexts: true }));
    const engine = engineOn(strict);
    const greeting = (length: number): Program => program({ initialMessage: "x".repeat(length) });
    const { errors } = await engine.up(greeting(70_000));
    expect(errors).toEqual([expect.stringMatching(/\(500.* such as a text too long for it: shorten that\./)]);
    await kept(engine, greeting(60_000));
    expect(((await strict.request("GET", "/user/assistants/get")) as { data: unknown[] }).data).toHaveLength(
      1,
    );
  });
});

describe.skipIf(why !== undefined)("with the real engine", () => {
  const program = (text: string): string =>
    js(`const hours = new MidCallTool("hours", tool("get_hours", { schema: [{ name: "day", type: "string", description: "The weekday." }] }));
new Assistant("support", { ...support, tools: [hours], initialMessage: "${text}", variables: { company: "Acme" }, webhookUrl: "https://hooks.example.com/a", isWebhookActive: true });
new Lead("ada", { campaign: "Welcome calls", phoneNumber: "+12025550143", variables: { customer_name: "Ada" }, secondaryContacts: [{ phoneNumber: "+12025550144" }] });
new CampaignState("calls", { campaign: "Welcome calls", state: "stopped" });`);

  test("a whole life cycle, with drift, pull, doctor and export", async () => {
    const stack = await stackOn(service as never, program("Hello!"));
    must(await stack.up());
    must(await stack.asLive());
    expect(must(await stack.voicecall("drift")).stdout).toContain("no drift");
    const { data } = (await service.request("GET", "/user/assistants/get")) as { data: { id: number }[] };
    await service.request("PUT", `/user/assistant/${data[0]!.id}`, {
      initial_message: "Changed in the dashboard.",
    });
    expect((await stack.voicecall("drift")).code).toBe(2);
    const pulled = must(await stack.voicecall("pull", "--force"), "pull");
    expect(pulled.stdout).toContain("1 value pulled");
    must(await stack.up());
    must(await stack.asLive());
    const doctor = await stack.voicecall("doctor", "--contract", "--json");
    expect(doctor.code, doctor.all).toBe(0);
    must(await stack.voicecall("export", "exported"), "export");
    // The file for `pulumi import` has header values in clear.
    rmSync(path.join(stack.folder, "exported"), { recursive: true });
    stack.write(program("Changed in the program."));
    must(await stack.up());
    must(await stack.destroy());
    expect(await service.request("GET", "/user/tools")).toEqual([]);
  });

  test("more requests than a minute allows: the apply waits, and makes each object once", async () => {
    const slow = closeAfterTest(await startLaravel({ requestsPerMinute: 30 }));
    const many = js(
      `for (let n = 0; n < 40; n += 1) new Lead(\`lead-\${n}\`, { campaign: 1, phoneNumber: \`+1202555\${1000 + n}\` });`,
    );
    const stack = await stackOn(slow as never, many);
    must(await stack.up());
    expect(
      (await stack.exportState()).deployment.resources!.filter(({ type }) => type.endsWith(":Lead")),
    ).toHaveLength(40);
    must(await stack.run("preview", "--expect-no-changes"));
  });
});
