/** Values that the specification allows, and a service in PHP rejects or changes: preview says so, and the apply fails. */
import { describe, expect } from "vitest";
import { doubts } from "../../provider/core/fields/doubts.js";
import { decimal, webAddress } from "../../provider/core/fields/types.js";
import type { Program } from "../support/engine-part.js";
import { assistant, test, tool, world } from "../support/world.js";

const anAssistant = (props: object) => ({ it: { kind: "Assistant", props: { ...assistant, ...props } } });
const aTool = (endpoint: string) => ({ it: { kind: "MidCallTool", props: { ...tool, endpoint } } });

const url = "https://hooks.example.com/";
const rows: [string, Program, string][] = [
  [
    "an old time zone",
    anAssistant({ timezone: "US/Eastern" }),
    'timezone is "US/Eastern", a name that services in PHP reject; write "America/New_York".',
  ],
  [
    "an abbreviation",
    anAssistant({ timezone: "BST" }),
    'timezone is "BST", which services in PHP reject or read as another zone; write a place, such as "Europe/Berlin".',
  ],
  [
    "a placeholder in an endpoint",
    aTool("https://api.example.com/{branch}"),
    'endpoint contains "{", which services in PHP reject there; leave it out, or write %7B.',
  ],
  [
    "a bar",
    anAssistant({ webhookUrl: `${url}a|b`, isWebhookActive: true }),
    'webhookUrl contains "|", which services in PHP reject there; leave it out, or write %7C.',
  ],
  [
    "a third decimal place",
    anAssistant({ voiceStability: 0.125 }),
    "voiceStability is 0.125, of which the service may keep 0.13, so that each apply fails; write 0.13.",
  ],
];

describe("a service in PHP", () => {
  test.for(rows)("%s", async ([, program, says]) => {
    const here = await world({ dialect: "php", textDecimals: true });
    const { lines, errors } = await here.engine.preview(program);
    expect({ lines: lines.map((line) => line.slice(line.indexOf(": ") + 2)), errors }).toEqual({
      lines: [says],
      errors: [],
    });
    // The local service has no rule of PHP for URLs. test/soak/laravel shows that they are rejected.
    if (says.includes(" contains ")) return;
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect((await here.engine.up(program)).errors, "as predicted").not.toEqual([]);
  });

  test("a kept value is in no doubt", async () => {
    const here = await world({ dialect: "php" });
    const program = anAssistant({
      timezone: "America/New_York",
      voiceStability: 0.13,
      webhookUrl: `${url}%7Bx%7D`,
    });
    expect(await here.engine.preview(program)).toMatchObject({ lines: [], errors: [] });
    expect((await here.engine.up(program)).errors).toEqual([]);
    expect((await here.engine.preview(program)).lines).toEqual([]);
  });

  test("the 2026 form has placeholders in the endpoint of a tool", async () => {
    const here = await world({ form: "2026" });
    expect((await here.engine.preview(aTool("https://api.example.com/{{branch}}"))).lines).toEqual([]);
  });
});

// Laravel 8 accepts those without a mark, and no other.
const urls: [string, string | undefined][] = [
  ["https://example.com", undefined],
  ["http://localhost:99999/a", undefined],
  ["https://m\u00fcnchen.example/stra\u00dfe?\u00fc=\u00e4#\u00f6", undefined],
  ["http://[::1]:80/a?b[]=c&d=/?", undefined],
  ["https://user:p%40ss@example.com/a;b=c,d/~e!$&'()*+@:", undefined],
  ["https://example.com/{branch}", "{"],
  ["https://example.com/?a={{x}}", "{"],
  ["https://example.com/a|b", "|"],
  ["https://example.com/a^b", "^"],
  ["https://example.com/a`b", "`"],
  ["https://example.com/a\\b", "\\\\"],
  ['https://example.com/a"b', '\\"'],
  ["https://example.com/a<b", "<"],
  ["https://example.com/a%zz", "%"],
  ["https://example.com/a%", "%"],
  ["https://example.com/[a]", "["],
  ["https://example.com/\u{1F600}", "\u{1F600}"],
  ["https://example.com/a#b#c", "#"],
  ["https://user:p@ss@example.com/", "@"],
  ["https://{region}.example.com/", "{"],
];

test.for(urls)("%s", ([value, found]) => {
  const [doubt] = doubts(webAddress(), value, "url");
  if (found === undefined) expect(doubt).toBeUndefined();
  else expect(doubt).toContain(`url contains "${found}", which`);
});

test.for<[number, number | undefined]>([
  [0.13, undefined],
  [1, undefined],
  [0.125, 0.13],
  [1.005, 1.01],
  [0.29, undefined],
  [4.995, 5],
  [1e-7, 0],
  [0.1 + 0.2, 0.3],
])("%d", ([value, kept]) => {
  const [doubt] = doubts(decimal(0, 5), value, "it");
  expect(doubt).toEqual(kept === undefined ? undefined : expect.stringContaining(`write ${kept}`));
});
