import { expect, test } from "vitest";
import { pathText, segments } from "../../cli/drift/fields.js";
import { type Report, withAddition } from "../../cli/drift/report.js";
import {
  diagnostic,
  note,
  read,
  reportWith,
  secret,
  support,
  type ResourceRead,
  urnOf,
} from "./drift-events.js";

const reportOn = (...events: object[]): Promise<Report> => reportWith([], ...events);

const fields = async (change: ResourceRead) => (await reportOn(...read(change))).drift[0]?.fields;

test("another spelling of the same value is not a difference, by the provider's rules", async () => {
  const declared = { ...support, systemPrompt: "One\nTwo", variables: {}, maxCallDuration: 600 };
  const live = { systemPrompt: " One\r\nTwo \n", variables: [], maxCallDuration: 60 };
  expect(await fields({ declared, live })).toEqual([{ path: "maxCallDuration", declared: 600, live: 60 }]);
});

test("a field in ignoreChanges is not a difference, even beside another that differs", async () => {
  const declared = { ...support, maxCallDuration: 600, maxSilenceDuration: 10 };
  const live = { maxCallDuration: 60, maxSilenceDuration: 20 };
  expect(await fields({ declared, live, paths: ["maxSilenceDuration"] })).toEqual([
    { path: "maxSilenceDuration", declared: 10, live: 20 },
  ]);
});

test("differences of objects are shown key by key", async () => {
  const declared = { ...support, variables: { same: 1, deep: { a: 1, b: [1] }, "with space": 1, out: 1 } };
  const live = { variables: { same: 1, deep: { a: 2, b: [1] }, "with space": 2, in: null } };
  expect(await fields({ declared, live })).toEqual([
    { path: "variables.deep.a", declared: 1, live: 2 },
    { path: 'variables["with space"]', declared: 1, live: 2 },
    { path: "variables.out", declared: 1 },
    { path: "variables.in", live: null },
  ]);
});

test("secrets are masked, differ only if the engine says so, and hide manual additions beside them", async () => {
  const declared = { ...support, systemPrompt: secret, variables: { a: secret, b: secret, c: 1 } };
  const live = { variables: { a: secret, b: secret, c: 2, moved: "whisper" } };
  const paths = ["variables.b", "variables.c", "variables.moved"];
  expect(await fields({ declared, live, paths })).toEqual([
    { path: "variables.b", declared: "[secret]", live: "[secret]", secret: true },
    { path: "variables.c", declared: 1, live: 2 },
    { path: "variables.moved", live: "[secret]", secret: true },
  ]);
});

test("only the engine decides whether a field differs if either side is secret", async () => {
  const reported = async (before: unknown, after: unknown, ...paths: string[]) =>
    fields({ declared: { ...support, systemPrompt: before }, live: { systemPrompt: after }, paths });
  const masked = { path: "systemPrompt", declared: "[secret]", live: "[secret]", secret: true };
  for (const [before, after] of [
    [secret, secret],
    [secret, "You whisper."],
    ["You help.", secret],
  ]) {
    expect(await reported(before, after, "voice", "systemPrompt")).toEqual([masked]);
    expect(await reported(before, after, "voice")).toBeUndefined();
  }
});

test("a secret inside an object: the engine's path decides, and if it names no key, the whole value is reported", async () => {
  const reported = async (before: unknown, after: unknown, ...paths: string[]) =>
    fields({ declared: { ...support, variables: before }, live: { variables: after }, paths });
  const [declared, live] = [
    { a: secret, b: 1 },
    { a: "whisper", b: 2 },
  ];
  const b = { path: "variables.b", declared: 1, live: 2 };
  expect(await reported(declared, live, "variables.b")).toEqual([b]);
  expect(await reported(declared, live, "variables.a", "variables.b")).toEqual([
    { path: "variables.a", declared: "[secret]", live: "[secret]", secret: true },
    b,
  ]);
  expect(await reported({ a: secret }, { a: secret }, "variables")).toEqual([
    { path: "variables", declared: "[secret]", live: "[secret]", secret: true },
  ]);
});

test("objects are reported key by key, but only as deep as both sides have an object", async () => {
  const declared = { ...support, variables: { deep: { a: 1 }, out: "" } };
  expect(await fields({ declared, live: { variables: { deep: [1] } } })).toEqual([
    { path: "variables.deep", declared: { a: 1 }, live: [1] },
    { path: "variables.out", declared: "" },
  ]);
});

test("a note of the provider about a resource is a note, a line about anything else is not", async () => {
  const moved =
    'Assistant "Support" (id 205): voice now refers to another object in the account, and that object will be used.';
  const unchangedRead = read({ declared: support, op: "update", paths: [] });
  const lines = [diagnostic(moved), diagnostic("GET /user/tools 200")];
  expect((await reportWith([note("Assistant", "205", moved)], ...unchangedRead, ...lines)).notes).toEqual([
    expect.objectContaining({ name: "support", text: moved }),
  ]);
  expect((await reportOn(...unchangedRead)).notes).toMatchObject([
    { text: expect.stringContaining("now refers to another") as string },
  ]);
});

test("each note of the provider is shown once, under the resource that it is about", async () => {
  const called = note("Lead", "205", 'Lead of campaign "Spring" (id 205) was called.');
  const report = await reportWith(
    [called, called, note("Lead", "2055", 'Lead of campaign "Spring" (id 2055) is another one.')],
    ...read({ declared: support, outputs: { status: "inactive" } }),
    ...read({ kind: "Lead", name: "lead", declared: { campaign: "Spring" } }),
  );
  expect(report.notes.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    expect.stringMatching(/^support: .* is inactive in the service/),
    'lead: Lead of campaign "Spring" (id 205) was called.',
  ]);
});

test("a failure that names no resource is about the whole stack", async () => {
  const { errors, outcome } = await reportOn(diagnostic("Preview failed: no passphrase", "error"));
  expect([errors, outcome]).toEqual([[{ text: "no passphrase" }], "could not tell"]);
});

test("a resource's name may contain the separator of the parts of its URN", async () => {
  const { drift } = await reportOn(
    ...read({ name: "a::b", declared: { ...support, maxCallDuration: 6 }, live: { maxCallDuration: 60 } }),
  );
  expect(drift).toMatchObject([{ kind: "Assistant", name: "a::b" }]);
});

test("a half-created object is a note", async () => {
  const { notes, drift } = await reportOn(
    ...read({ declared: support, op: "update", paths: [], outputs: { __partial: ["tools", "voice"] } }),
  );
  expect(drift).toEqual([]);
  expect(notes).toMatchObject([
    {
      text: expect.stringContaining(
        "the service may not have kept the last change to tools, voice",
      ) as string,
    },
  ]);
});

test("properties that cannot be read are listed, and are not a failure", async () => {
  const report = await reportOn(
    ...read({
      declared: { ...support, endCallTool: { description: "Bye." }, labels: [1], extraFields: { hue: 1 } },
      outputs: { __notReadable: ["llmModel", "extraFields.hue"] },
    }),
    ...read({
      kind: "Campaign",
      name: "spring",
      declared: { name: "Spring", assistant: 205, phoneNumbers: [1] },
    }),
    ...read({ kind: "CampaignState", name: "running", declared: { campaign: 1, state: "stopped" } }),
    ...read({
      kind: "Lead",
      name: "lead",
      declared: { campaign: 1, secondaryContacts: [], status: "created" },
      outputs: { __notReadable: ["campaign"] },
    }),
  );
  expect(report.outcome).toBe("no drift");
  expect(report.notReadable.map(({ name, paths }) => [name, paths])).toEqual([
    ["support", ["endCallTool", "labels", "llmModel", "extraFields.hue"]],
    ["spring", ["assistant", "phoneNumbers"]],
    ["lead", ["campaign"]],
  ]);
});

test("a resource that a program only reads is not compared; if it is gone, that is a note", async () => {
  const external = { external: true, declared: {} } as const;
  const changed = await reportOn(...read({ ...external, live: { maxCallDuration: 60 } }));
  expect(changed).toMatchObject({ outcome: "no drift", compared: 0, drift: [], notes: [] });
  const gone = await reportOn(...read({ ...external, live: undefined }));
  expect(gone).toMatchObject({ outcome: "no drift", gone: [] });
  expect(gone.notes).toMatchObject([
    { name: "support", text: "Assistant (id 205), which the program only reads, is gone from the service." },
  ]);
});

test("a resource that failed, one that the engine omitted and one of a newer version: could not tell", async () => {
  const [begun] = read({ name: "forgotten", declared: support });
  const report = await reportOn(
    ...read({ declared: { ...support, maxCallDuration: 600 }, live: { maxCallDuration: 60 } }),
    begun!,
    ...read({ kind: "Hologram", name: "newer", declared: { name: "x" } }),
    diagnostic("VoicecallError: list leads: no.: ", "info#err"),
    diagnostic("Preview failed: list leads: no.", "error", urnOf("Lead", "failed")),
    diagnostic("preview failed", "error"),
  );
  expect(report.outcome).toBe("could not tell");
  expect(report.drift).toHaveLength(1);
  expect(report.errors.map(({ kind, name, text }) => `${kind} ${name}: ${text}`).sort()).toEqual([
    "Assistant forgotten: The engine did not report whether it read the resource.",
    expect.stringMatching(/^Hologram newer: .*update the package/),
    "Lead failed: list leads: no.",
  ]);
});

test("untracked objects are drift, and after a failed listing the result is could not tell", async () => {
  const report = await reportOn(...read({ declared: support }));
  report.notes.push({ text: "a note" });
  const one = { account: "http://127.0.0.1:1", kind: "Assistant", title: 'Assistant "Other"', id: "9" };
  expect(withAddition(report, { untracked: [], notes: [{ text: "more" }], errors: [] })).toMatchObject({
    outcome: "no drift",
    notes: [{ text: "a note" }, { text: "more" }],
  });
  expect(withAddition(report, { untracked: [one], notes: [], errors: [] }).outcome).toBe("drift");
  expect(withAddition(report, { untracked: [one], notes: [], errors: [{ text: "no" }] }).outcome).toBe(
    "could not tell",
  );
});

test.each([
  ["variables.a", ["variables", "a"]],
  ['variables["a b"].c', ["variables", "a b", "c"]],
  ['variables["a\\"b"][0]', ["variables", 'a"b', "0"]],
  ["schema[12].name", ["schema", "12", "name"]],
  ['variables[""]', ["variables", ""]],
])("the engine's path %s", (text, path) => {
  expect(segments(text)).toEqual(path);
});

test("paths in reports quote keys that are not identifiers", () => {
  expect(pathText(["variables", "a", "b c"])).toBe('variables.a["b c"]');
});

test('a campaign that the account does not list is an unknown result; no listing at all is "not readable"', async () => {
  const spring = (notReadable: string[]) =>
    read({
      kind: "CampaignState",
      name: "spring",
      declared: { campaign: "Spring", state: "stopped" },
      outputs: { __notReadable: notReadable },
    });
  const absent = await reportOn(...spring(["campaign", "state"]));
  expect(absent.errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(/not in the account's list of campaigns/),
  ]);
  expect(absent.outcome).toBe("could not tell");
  const unlisted = await reportOn(...spring(["state"]));
  expect(unlisted).toMatchObject({ outcome: "no drift", notReadable: [{ paths: ["state"] }] });
});
