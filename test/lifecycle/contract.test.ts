/** What `voicecall doctor --contract` finds in services that are not as documented. */
import { expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { kinds, namesOf } from "../../provider/base/kind.js";
import { catalog } from "../../provider/catalog.js";
import { type Contract, readContract } from "../../provider/contract.js";
import { parseSettings } from "../../provider/http/settings.js";
import { aLead, everySubject } from "../kinds/index.js";
import { alteringTransport } from "../support/altered.js";
import { type World, world } from "../support/world.js";
import { madeElsewhere } from "./subjects.js";

const forms = ["2025", "2026"] as const;

type Form = (typeof forms)[number];

/** An account with objects of each kind. */
async function account(form: Form, options: Parameters<typeof world>[0] = {}): Promise<World> {
  const assistants = [{ id: 151, name: "Caller" }];
  const labels = [{ id: 1, name: "Vip" }];
  const here = await world({ form, seed: { ...defaultSeed(), assistants, labels }, ...options });
  for (const subject of everySubject)
    if (!subject.form || subject.form === form) await madeElsewhere(here, subject);
  const { secondaryContacts } = aLead.options;
  await madeElsewhere(here, aLead, { phoneNumber: "+12025550199", secondaryContacts });
  return here;
}

const contract = (
  here: World,
  transport?: Parameters<typeof readContract>[1],
  form?: Form,
): Promise<Contract> => {
  const settings = parseSettings((key) => (key === "apiForm" ? form : undefined), here.engine.env);
  return readContract(settings, transport);
};

const found = ({ compared }: Contract): string[] =>
  compared.flatMap(({ what, differences, failed }) => [
    ...differences.map((one) => `${what}: ${one.path}: ${one.what}`),
    ...(failed === undefined ? [] : [`${what}: ${failed}`]),
  ]);

test.each(forms)(
  "a service of the %s form: every listing and look-up is read, and nothing differs",
  async (form) => {
    const here = await account(form);
    here.requests();
    const result = await contract(here);
    expect(found(result)).toEqual([]);
    expect(result.compared.filter(({ records }) => records === 0).map(({ what }) => what)).toEqual([]);
    expect(here.methods()).toEqual([]);
    const listed = kinds.filter((kind) => catalog[kind].list).map((kind) => namesOf(kind).plural);
    expect(result.compared.map(({ what }) => what)).toEqual(expect.arrayContaining(listed));
  },
);

type Raw = Record<string, unknown>;

/** Changes each record of a listing, at any path. Keeps ids, and the engine mode that decides about other keys. */
function altering(change: (record: Raw, keys: readonly string[]) => Raw) {
  const kept = ["id", "mode", "engine_type"];
  const seen = new Map<string, Set<string>>();
  const altered = (record: Raw, path: string): Raw => {
    const keys = Object.keys(record).filter((key) => !kept.includes(key));
    const all = seen.get(path) ?? new Set();
    keys.forEach((key) => all.add(key));
    seen.set(path, all);
    return change(record, keys);
  };
  const transport = alteringTransport((body, path) => {
    if (Array.isArray(body)) return body.map((row) => altered(row as Raw, path));
    const { data } = body as Raw;
    if (Array.isArray(data)) return { ...(body as Raw), data: data.map((row) => altered(row as Raw, path)) };
    return altered(body as Raw, path);
  });
  return { transport, seen };
}

/** Keys that no property needs, so that only their absence in the documents could be a difference. */
const UNUSED =
  /^(user_id|instance_id|engine_id|.*_(id|at)|campaign|type|language|widget_settings|code|color|fillers|filler_config)$/;

test.each(forms)("%s form: a proxy that adds, drops and retypes keys", async (form) => {
  const here = await account(form);
  const changes: Record<string, (record: Raw, keys: readonly string[]) => Raw> = {
    "unknown key": (record) => ({ ...record, new_in_service: 1 }),
    missing: (record, keys) =>
      Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key))),
    "instead of": (record, keys) => ({
      ...record,
      ...Object.fromEntries(
        keys.map((key) => [key, typeof record[key] === "object" && record[key] !== null ? "x" : { odd: 1 }]),
      ),
    }),
  };
  for (const [what, change] of Object.entries(changes)) {
    const { transport, seen } = altering(change);
    const lines = found(await contract(here, transport, form)).filter((line) => line.includes(what));
    const paths = new Set(lines.map((line) => line.split(": ")[1]));
    if (what === "unknown key") expect([...paths]).toEqual(["new_in_service"]);
    const wanted = [...seen.values()]
      .flatMap((keys) => [...keys])
      .filter(
        (key) =>
          !UNUSED.test(key) && !(form === "2025" && ["ambient_sound", "knowledgebase_mode"].includes(key)),
      );
    if (what !== "unknown key") expect([...new Set(wanted)].filter((key) => !paths.has(key))).toEqual([]);
  }
});

test.each(forms)("%s form: a service in PHP", async (form) => {
  const here = await account(form, { dialect: "php" });
  const lines = found(await contract(here));
  const expected = [
    "languages: (listing): object instead of list",
    "phone numbers: id: text instead of number",
    "phone numbers: is_available: number instead of flag",
    "tools: headers: object instead of list",
    "assistants: (page).total: text instead of number",
    "assistants: max_call_duration: text instead of number",
    "assistants: record: number instead of flag",
    "leads: campaign_id: text instead of number",
  ];
  for (const line of expected)
    expect(
      lines.map((one) => one.replace(/(max_duration|max_call_duration)/, "max_call_duration")),
    ).toContain(line);
});

test("an unknown word is named, unless it is a text of the account; names as keys are not", async () => {
  const here = await account("2025");
  const { transport } = altering((record) => ({
    ...record,
    ...("endpoint_type" in record && { endpoint_type: "smart_turn", method: "Caller" }),
    ...("headers" in record && { method: "Caller", Caller: 1, "+12025550123": 1 }),
  }));
  const lines = found(await contract(here, transport));
  expect(lines).toContain("assistants: endpoint_type: unknown value smart_turn");
  expect(lines).toContain("tools: method: unknown value");
  expect(lines.join()).not.toContain("Caller");
  expect(lines).toContain("tools: (a key that is not shown): unknown key");
});

test("smaller pages, and headers of limits that are not as documented", async () => {
  const here = await account("2026", { leadsEnvelope: true });
  const real = alteringTransport((body) =>
    "current_page" in (body as Raw) ? { ...(body as Raw), next_page_url: "next" } : body,
  );
  const result = await contract(here, {
    send: async (request) => {
      const response = await real.send(request);
      const limits = { "x-ratelimit-remaining": "many", "x-ratelimit-limit": "60", "x-quota-left": "5" };
      return { ...response, headers: { ...response.headers, ...limits } };
    },
  });
  expect(found(result)).toEqual(
    expect.arrayContaining([
      "assistants: (page): 2 records instead of 100",
      "languages: header x-ratelimit-remaining: not a whole number",
      "languages: header x-quota-left: unknown header",
    ]),
  );
  expect(result.limitHeaders).toEqual(["x-quota-left", "x-ratelimit-limit", "x-ratelimit-remaining"]);
});

test.each(forms)("%s form: the result has no text, number or token of the account", async (form) => {
  const here = await account(form);
  const { transport } = altering((record) => {
    const odd = Object.values(record).filter((value) => typeof value === "string");
    const words = Object.fromEntries(odd.map((value) => [value, value]));
    return { ...record, ...words, odd: { ...words, token: here.emulator.token } };
  });
  for (const using of [undefined, transport]) {
    const text = JSON.stringify(await contract(here, using, form));
    const texts: string[] = [here.emulator.token];
    JSON.stringify(here.emulator.state, (_, value: unknown) => {
      if (typeof value === "string" && value.length > 5) texts.push(value);
      return value;
    });
    const ours = ["pipeline", "multimodal", "dualplex"];
    expect(texts.filter((one) => text.includes(one) && !ours.includes(one))).toEqual([]);
  }
});
