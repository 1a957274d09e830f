/** A service may repeat its records in any response, in any encoding. No part of a private value is shown. */
import { expect, test } from "vitest";
import type { Kind } from "../../provider/catalog.js";
import type { Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { assistant, lead, tool } from "../support/world.js";
import { applied, lifeCycle } from "./whole-life.js";

/** A string in the encodings of other languages and frameworks. */
const spellings: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "as JSON": (text) => JSON.stringify(text).slice(1, -1),
  "as JSON with \\/": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "as JSON in ASCII": (text) => unicode(JSON.stringify(text).slice(1, -1)),
  "as JSON in ASCII, upper case": (text) =>
    unicode(JSON.stringify(text).slice(1, -1)).replace(
      /\\u[0-9a-f]{4}/g,
      (unit) => `\\u${unit.slice(2).toUpperCase()}`,
    ),
  "as JSON within JSON": (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  "as HTML": html,
  "as HTML, all entities": (text) => html(text).replaceAll("ä", "&auml;").replaceAll("ö", "&ouml;"),
  "as HTML, by number": (text) => text.replace(/[^a-z]/gi, (one) => `&#${one.codePointAt(0)};`),
  "as HTML, by hexadecimal number": (text) =>
    text.replace(/[^a-z]/gi, (one) => `&#x${one.codePointAt(0)!.toString(16)};`),
  "as HTML within JSON": (text) => JSON.stringify(html(text)).slice(1, -1),
  "percent-encoded": encodeURIComponent,
  "percent-encoded, lower case": (text) =>
    encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  "percent-encoded, all of it": (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "as a form": (text) => new URLSearchParams({ text }).toString().slice(5),
  "in base64": (text) => Buffer.from(text).toString("base64"),
  "in base64 for URLs": (text) => Buffer.from(text).toString("base64url"),
  "in base64 amid more": (text) => Buffer.from(`us:${text}, and more`).toString("base64"),
  "in base64 within JSON": (text) => Buffer.from(text).toString("base64").replaceAll("/", "\\/"),
  "in hexadecimal": (text) => Buffer.from(text).toString("hex"),
  decomposed: (text) => text.normalize("NFD"),
  composed: (text) => text.normalize("NFC"),
  "in upper case": (text) => text.toUpperCase(),
  "in lower case within JSON": (text) => JSON.stringify(text.toLowerCase()).slice(1, -1),
  "with invisible characters": (text) => [...text].join("\u200b"),
};

function html(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#039;",
  };
  return text.replace(/[&<>"']/g, (one) => entities[one]!);
}

function unicode(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Joined from two parts: vitest stores compiled sources in the temporary folder, and a test searches that
 * folder for secrets.
 */
const SECRET = ["qZ7x", 'Kv9Tw/Zw\u00f6lf"B\u00f6xk\u00e4mpfer<jag&n>\\\\qu\u00e4r'].join("");

const lives: [kind: Kind, props: Props, change: Props][] = [
  ["MidCallTool", { ...tool, headers: [{ name: "X-Key", value: SECRET }] }, { timeout: 7 }],
  ["Assistant", { ...assistant, systemPrompt: `${SECRET} ${SECRET.toUpperCase()}` }, { maxCallDuration: 77 }],
  [
    "Lead",
    { ...lead, variables: { customer_name: SECRET } },
    { variables: { customer_name: SECRET, age: 7 } },
  ],
];

const pieces: [how: string, of: (text: string) => string][] = [
  ["the whole", (text) => text],
  ["its beginning", (text) => text.slice(0, Math.floor(text.length * 0.6))],
  ["its end", (text) => text.slice(Math.floor(text.length * 0.4))],
];

/** All sequences of eight characters, in each encoding. */
function parts(of: (text: string) => string): Set<string> {
  const found = new Set<string>();
  for (const spelled of Object.values(spellings)) {
    const text = of(spelled(SECRET));
    for (let at = 0; at + 8 <= text.length; at += 1) found.add(text.slice(at, at + 8));
  }
  return found;
}

const repeating = (of: (text: string) => string) => {
  const output = Object.values(spellings).map((spelled) => of(spelled(SECRET)));
  const half = Math.ceil(output.length / 2);
  return [output.slice(0, half), output.slice(half)].map((some) => ({
    status: 422,
    body: {
      message: some[0],
      errors: Object.fromEntries(some.map((text) => [text, [`Given was ${text}.`]])),
    },
  }));
};

test.each(lives.flatMap((life) => pieces.map((piece) => [...life, ...piece] as const)))(
  "no output of %s contains a part of a repeated secret (%#)",
  async (kind, props, change, how, of) => {
    const { here, state } = await applied(kind, props);
    const texts: string[] = [];
    for (const methods of [["GET"], ["POST", "PUT", "DELETE"]] as const) {
      for (const fault of repeating(of)) {
        const rules = methods.map((method) => here.emulator.faults.add({ method, fault }));
        expect(rules.length).toBeGreaterThan(0);
        const config = { "voicecall:debug": "true", "voicecall:onExisting": "create" };
        const { text, failed } = await lifeCycle(here, kind, config, { ...state, props, change });
        // At least two calls fail, because all of their reads or all of their writes are rejected.
        expect(failed).toBeGreaterThanOrEqual(2);
        texts.push(text);
        here.emulator.faults.clear();
      }
    }
    const output = texts.join("\n");
    expect(output).toContain("Given was [masked]");
    expect(
      [...parts(of)].filter((part) => output.includes(part)),
      how,
    ).toEqual([]);
  },
);

test("one listing for two resources: neither shows the other's values", async () => {
  const values = ["k7Rw-2mXq-9vBn-one", "t4Zp-8cLd-3hFs-two"];
  const { here } = await applied("MidCallTool", { ...tool, headers: [{ name: "X-Key", value: values[0] }] });
  const [fault] = repeating(() => values.join(" and "));
  here.emulator.faults.add({ method: "GET", path: "/user/tools", exact: true, fault: fault! });
  const process = hostProcess(here.clock, here.engine.env);
  const hosted = process.open("MidCallTool");
  const messages = await Promise.all(
    values.map((value, index) =>
      hosted
        .create({ ...tool, name: `tool_${"ab"[index]!}`, headers: [{ name: "X-Key", value }] })
        .then(() => "made")
        .catch((error: unknown) => (error as Error).message),
    ),
  );
  expect(here.emulator.requests().filter(({ path, method, status }) => method === "GET" && path === "/user/tools" && status === 422)).toHaveLength(1); // prettier-ignore
  for (const message of messages) {
    expect(message).toContain("the service rejected the request (422). ");
    for (const value of values) expect(message).not.toContain(value);
  }
});
