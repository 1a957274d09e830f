/** Lookups and listings in form 2026 (docs/api-forms.md). */
import { describe, expect, test } from "vitest";
import { aLead, keysOf, pluck, service } from "./harness.js";

const get = async (path: string, form: "2025" | "2026" = "2026") =>
  (await service({ form })).call("GET", path);

describe("GET /user/assistants/voices", () => {
  test("returns no mode, and has the keys that form 2026 adds", async () => {
    const { json } = await get("/user/assistants/voices");
    expect(json).toHaveLength(5);
    expect(json[0]).toEqual({
      id: 1,
      name: "Sarah",
      language_id: 1,
      gender: "female",
      preview_url: null,
      accent: null,
      age: null,
      synthesizer_provider_id: 1,
    });
  });

  test.each([
    ["mode=pipeline", [1, 2, 3]],
    ["mode=multimodal", [4, 5]],
    ["mode=dualplex", [1, 2, 3]],
    ["language_id=5", [3]],
    ["gender=male", [2, 5]],
    ["synthesizer_provider_id=1", [1, 2]],
    ["search=SOPH", [3]],
    ["mode=pipeline&gender=female&language_id=1", [1]],
  ])("?%s returns the matching voices", async (query, ids) => {
    expect(pluck((await get(`/user/assistants/voices?${query}`)).json, "id")).toEqual(ids);
  });

  test.each(["mode=choir", "language_id=english"])("?%s is 422", async (query) => {
    expect((await get(`/user/assistants/voices?${query}`)).status).toBe(422);
  });
});

describe("GET /user/assistants/models", () => {
  test.each([
    ["", ["id", "name"], [1, 2, 3, 4]],
    ["?type=llm", ["id", "name"], [1, 2, 3, 4]],
    ["?type=multimodal", ["id", "name", "code"], [1001, 1002, 1003, 1004, 1005]],
    ["?type=dualplex", ["id", "name", "code"], [2001, 2002]],
  ])('the query "%s" selects models and their keys', async (query, keys, ids) => {
    const { json } = await get(`/user/assistants/models${query}`);
    expect(keysOf(json[0])).toEqual(keys);
    expect(pluck(json, "id")).toEqual(ids);
  });

  test("form 2025 ignores the parameter", async () => {
    const { json } = await get("/user/assistants/models?type=multimodal", "2025");
    expect(json[0]).toEqual({ id: 1, name: "GPT-4o-mini" });
    expect(json).toHaveLength(4);
  });
});

test.each([
  ["synthesizer", "", [1, 2]],
  ["synthesizer", "?language_id=3", [1]],
  ["transcriber", "", [1, 2]],
  ["transcriber", "?language_id=2", [2]],
])("GET /user/assistants/%s-providers%s returns the matching providers", async (kind, query, ids) => {
  const { json } = await get(`/user/assistants/${kind}-providers${query}`);
  expect(pluck(json, "id")).toEqual(ids);
  expect(keysOf(json[0])).toEqual(["id", "name", "code"]);
});

describe("the account", () => {
  test("knowledge bases are in `data`, with the number of their assistants", async () => {
    const { json } = await get("/user/knowledgebases");
    expect(json).toEqual({
      data: [expect.objectContaining({ id: 1, name: "Handbook", assistants_count: 0 })],
    });
  });

  test.each([
    ["folders", ["Support", "Sales"]],
    ["labels", ["German", "Tests"]],
  ])("%s are returned in pages", async (kind, names) => {
    const { json } = await get(`/user/${kind}`);
    expect(json).toMatchObject({ current_page: 1, per_page: 15, total: names.length });
    expect(pluck(json.data, "name")).toEqual(names);
    expect((await get(`/user/${kind}?per_page=1&page=2`)).json.data).toHaveLength(1);
  });

  test.each(["knowledgebases", "folders", "labels", "phone-numbers/all"])(
    "%s of another user are not listed",
    async (kind) => {
      const { other } = await service({ form: "2026" });
      const { data } = (await other("GET", `/user/${kind}`)).json;
      expect(pluck(data, "id")).toEqual(kind === "phone-numbers/all" ? [6] : []);
    },
  );

  test("phone numbers of every type, and the user", async () => {
    const { json } = await get("/user/phone-numbers/all");
    expect(pluck(json.data, "type")).toEqual(["normal", "normal", "sip", "caller_id", "normal"]);
    expect(keysOf((await get("/user/me")).json)).toEqual(["name", "email", "total_balance"]);
  });
});

test.each([
  "/user/assistants/synthesizer-providers",
  "/user/assistants/transcriber-providers",
  "/user/knowledgebases",
  "/user/folders",
  "/user/labels",
  "/user/phone-numbers/all",
  "/user/me",
])("form 2025 has no route %s", async (path) => {
  const { status, json } = await get(path, "2025");
  expect(status).toBe(404);
  expect(json).toEqual({ message: `The route ${path.slice(1)} could not be found.` });
});

test("leads are returned in pages, and a create responds 200", async () => {
  const { call } = await service({ form: "2026" });
  expect(await call("POST", "/user/lead", aLead)).toMatchObject({
    status: 200,
    json: { message: "Lead created successfully", data: { id: 301 } },
  });
  expect((await call("GET", "/user/leads")).json).toMatchObject({ current_page: 1, per_page: 15, total: 1 });
});
