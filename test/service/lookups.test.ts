/** The lookups of spec 4.2 and 2.4. */
import { describe, expect } from "vitest";
import { anAssistant, keysOf, service, test } from "./harness.js";

describe("GET /user/assistants/languages and /models", () => {
  test("a language has an id, a name and a code", async ({ call }) => {
    expect((await call("GET", "/user/assistants/languages")).json).toEqual([
      { id: 1, name: "English", iso_2: "en" },
      { id: 2, name: "Romanian", iso_2: "ro" },
      { id: 3, name: "French", iso_2: "fr" },
      { id: 4, name: "Spanish", iso_2: "es" },
      { id: 5, name: "German", iso_2: "de" },
    ]);
  });

  test("a model has an id and a name", async ({ call }) => {
    expect((await call("GET", "/user/assistants/models")).json).toEqual([
      { id: 1, name: "GPT-4o-mini" },
      { id: 2, name: "GPT-4.1-mini" },
      { id: 3, name: "GPT-4.1-nano" },
      { id: 4, name: "Llama 3.3 70B" },
    ]);
  });
});

describe("GET /user/assistants/voices", () => {
  const pipeline = ["Sarah", "Michael", "Sophia"].map((name, index) => ({
    id: index + 1,
    name,
    mode: "pipeline",
  }));
  const multimodal = ["Emma", "David"].map((name, index) => ({ id: index + 4, name, mode: "multimodal" }));

  test.each([
    ["", [...pipeline, ...multimodal]],
    ["?mode=pipeline", pipeline],
    ["?mode=multimodal", multimodal],
  ])('the query "%s" selects public voices', async (query, voices) => {
    const { call } = await service();
    expect((await call("GET", `/user/assistants/voices${query}`)).json).toEqual(voices);
  });

  test("a user's own voice is listed only for that user", async ({ other }) => {
    const { json } = await other("GET", "/user/assistants/voices?mode=pipeline");
    expect(json).toEqual([...pipeline, { id: 6, name: "Cloned voice", mode: "pipeline" }]);
  });

  test("another mode is 422", async ({ call }) => {
    const { status, json } = await call("GET", "/user/assistants/voices?mode=choir");
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual(["mode"]);
  });
});

describe("GET /user/assistants/phone-numbers", () => {
  const number = (id: number, phone_number: string, country_code: string, type_label: string, is_available = true) => ({
    id, phone_number, country_code, type_label, is_available,
  }); // prettier-ignore
  const all = [
    number(1, "+12025550101", "US", "Normal"),
    number(2, "+12025550102", "US", "Normal"),
    number(3, "+12025550103", "US", "SIP"),
    number(4, "+12025550104", "US", "Caller ID", false),
    number(5, "+447700900123", "GB", "Normal"),
  ];

  test.each(["", "?type=outbound"])('the query "%s" returns every number of the user', async (query) => {
    const { call } = await service();
    expect((await call("GET", `/user/assistants/phone-numbers${query}`)).json).toEqual(all);
  });

  test("an assigned number is not available, and free again when it is released", async ({ call }) => {
    await call("POST", "/user/assistant", { ...anAssistant, phone_number_id: 2 });
    const taken = all.map((row) => (row.id === 2 ? { ...row, is_available: false } : row));
    expect((await call("GET", "/user/assistants/phone-numbers")).json).toEqual(taken);
    await call("PUT", "/user/assistant/201", { phone_number_id: null });
    expect((await call("GET", "/user/assistants/phone-numbers")).json).toEqual(all);
  });

  test("type=inbound leaves out Caller ID numbers and assigned ones", async ({ call }) => {
    await call("POST", "/user/assistant", { ...anAssistant, phone_number_id: 2 });
    const { json } = await call("GET", "/user/assistants/phone-numbers?type=inbound");
    expect(json).toEqual(all.filter((row) => ![2, 4].includes(row.id)));
  });

  test("another type is 422", async ({ call }) => {
    expect((await call("GET", "/user/assistants/phone-numbers?type=sideways")).status).toBe(422);
  });
});
