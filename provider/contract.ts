/** Reads every listing and look-up of an account once, and compares the responses with this form of the API. */
import { asListing } from "./base/spellings.js";
import { isVoicecallError } from "./base/errors.js";
import { type Kind, kinds, namesOf } from "./base/kind.js";
import { isObject, textsIn } from "./base/wording.js";
import { catalog } from "./catalog.js";
import { type ApiForm, engineModes } from "./core/fields/fields.js";
import * as lookup from "./core/lookup/api.js";
import type { Session } from "./core/run/session.js";
import { contentOf } from "./http/answer.js";
import type { RouteName } from "./http/routes.js";
import type { Settings } from "./http/settings.js";
import { type Transport, createTransport } from "./http/transport.js";
import { openSession } from "./open-session.js";
import { type Difference, Differences, type Expected, type JsonType } from "./contract/differences.js";
import { type RecordForm, comparable, kindForm, lookupForm } from "./contract/expected.js";

/** One listing or look-up. */
export interface Compared {
  /** Such as `assistants`. */
  readonly what: string;
  readonly records: number;
  readonly differences: readonly Difference[];
  /** The code of the error, if it could not be read. */
  readonly failed?: string;
}

export interface Contract {
  readonly form: ApiForm;
  readonly compared: readonly Compared[];
  /** The headers about limits that the service sends. */
  readonly limitHeaders: readonly string[];
}

interface Answer {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Read {
  readonly reading: Reading;
  readonly answers: readonly Answer[];
  readonly rows: readonly unknown[];
  readonly failed: string | undefined;
}

interface Reading {
  readonly what: string;
  /** The only route whose answers count; absent: all do. */
  readonly route?: RouteName;
  readonly read: (session: Session) => Promise<unknown>;
  readonly formOf: (record: Readonly<Record<string, unknown>>) => RecordForm;
}

/** Keys of named records, such as labels, that no look-up needs. */
const NAMED = ["code", "color", "created_at", "updated_at"];

function readings(form: ApiForm): Reading[] {
  const lookups = (
    what: string,
    shape: Parameters<typeof lookupForm>[0],
    read: Reading["read"],
  ): Reading => ({
    what,
    read,
    formOf: () => lookupForm(shape, form, shape === "listed" ? NAMED : []),
  });
  const named = (what: string, route: Parameters<typeof lookup.listNamed>[1]): Reading =>
    lookups(what, "listed", ({ client }) => lookup.listNamed(client, route, `look up ${what}`));
  const byMode = form === "2026" ? engineModes : [undefined];
  return [
    lookups("languages", "language", ({ client }) => lookup.listLanguages(client)),
    ...byMode.flatMap((mode) => [
      lookups(`${mode ?? ""} voices`.trim(), "voice", ({ client }) => lookup.listVoices(client, { mode })),
      lookups(`${mode ?? ""} models`.trim(), "model", ({ client }) =>
        lookup.listModels(client, { type: mode === "pipeline" ? "llm" : mode }),
      ),
    ]),
    lookups("phone numbers", "phoneNumber", ({ client }) => lookup.listPhoneNumbers(client)),
    ...(form === "2026"
      ? [
          named("synthesizers", "listSynthesizers"),
          named("transcribers", "listTranscribers"),
          named("folders", "listFolders"),
          named("labels", "listLabels"),
        ]
      : []),
    ...kinds.flatMap((kind) => kindReadings(kind, form)),
  ];
}

function kindReadings(kind: Kind, form: ApiForm): Reading[] {
  const { find, definition, standard, alsoShown = [] } = catalog[kind];
  if (!standard) return [];
  const { noun, plural } = namesOf(kind);
  const formOf: Reading["formOf"] = (record) => kindForm(definition, form, record, alsoShown);
  // In the 2025 form, only the id and the name of a campaign are documented.
  const isOpen = definition.only !== undefined && definition.only !== form;
  const all: Reading = {
    what: plural,
    read: async (session) => (await session.records[standard.kind].read("current")).shown,
    formOf: isOpen ? (record) => anyOf(formOf(record), ["id", "name"]) : formOf,
  };
  if (!find) return [all];
  const one = async (session: Session): Promise<void> => {
    const [first] = (await session.records[standard.kind].read("current")).shown;
    if (first) await find(session.client, first.id);
  };
  return [all, { what: `one ${noun}`, route: "getTool", read: one, formOf }];
}

/** Only these keys are certain. */
const anyOf = ({ parts, others }: RecordForm, certain: readonly string[]): RecordForm => ({
  parts,
  others,
  mayLack: new Set([...parts.keys()].filter((key) => !certain.includes(key))),
});

const keysOf = (type: JsonType, ...names: string[]): Record<string, Expected> =>
  Object.fromEntries(names.map((name) => [name, { types: [type] }]));

const PAGE: Expected = {
  types: ["object"],
  keys: {
    ...keysOf("number", "current_page", "last_page", "from", "to", "total"),
    // Laravel passes on what the query has.
    per_page: { types: ["number", "text"] },
    ...keysOf("text", "first_page_url", "last_page_url", "next_page_url", "prev_page_url", "path"),
    ...keysOf("list", "links", "data"),
  },
};

const LIMITS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"];

/** Sends GET requests only. The result has no value of a record except words that are no names. */
export async function readContract(settings: Settings, sending?: Transport): Promise<Contract> {
  const real = sending ?? createTransport({ connections: settings.maxInFlight, timeout: settings.timeout });
  let answers: Answer[] = [];
  const transport: Transport = {
    send: async (request) => {
      const records: unknown[] = [];
      const cut = (record: unknown): unknown => {
        records.push(record);
        return request.cut?.(record);
      };
      const response = await real.send({ ...request, ...(request.cut && { cut }) });
      if (response.status < 300)
        answers.push({
          url: new URL(request.url),
          headers: response.headers,
          body: contentOf({ ...response, records: response.records && records }).value,
        });
      return response;
    },
  };
  const session = openSession(settings, { transport, print: () => undefined });
  const form = await session.choices.form();
  const read: Read[] = [];
  for (const reading of readings(form)) {
    answers = [];
    const failed = await reading.read(session).then(
      () => undefined,
      (error: unknown) => {
        if (isVoicecallError(error)) return error.code;
        throw error;
      },
    );
    const mine = answersOf(reading, settings, answers);
    read.push({ reading, answers: mine, rows: mine.flatMap(({ body }) => rowsOf(body)), failed });
  }
  if (!sending) await real.close?.();
  // What one listing has as a name may be a word in another.
  const isPrivate = new Set(read.flatMap(texts));
  const compared = read.map((one) => comparedWith(one, (word) => isPrivate.has(word)));
  const limitHeaders = new Set(
    read.flatMap((one) => one.answers.flatMap(({ headers }) => limitNames(headers))),
  );
  return { form, compared, limitHeaders: [...limitHeaders].sort() };
}

const limitNames = (headers: Answer["headers"]): string[] =>
  Object.keys(headers).filter((name) => /limit|retry|quota/.test(name));

/** Reading one tool lists all of them first. */
function answersOf({ route }: Reading, { baseUrl, routes }: Settings, answers: readonly Answer[]): Answer[] {
  if (route === undefined) return [...answers];
  const pattern = new URL(baseUrl + routes[route].path.replace("{id}", "0")).pathname.replace(/0$/, "\\d+");
  return answers.filter(({ url }) => new RegExp(`^${pattern}$`).test(url.pathname));
}

function comparedWith(
  { reading, answers, rows, failed }: Read,
  isPrivate: (word: string) => boolean,
): Compared {
  const found = new Differences(isPrivate);
  for (const answer of answers) compareAnswer(answer, found);
  for (const row of rows) compareRow(row, reading, found);
  const { what } = reading;
  return { what, records: rows.length, differences: found.all, ...(failed !== undefined && { failed }) };
}

function compareAnswer({ url, headers, body }: Answer, found: Differences): void {
  for (const name of limitNames(headers)) {
    if (!LIMITS.includes(name)) found.note(url, `header ${name}`, "unknown header");
    else if (!/^\d+$/.test(headers[name]!)) found.note(url, `header ${name}`, "not a whole number");
  }
  if (!isObject(body) || !("current_page" in body)) {
    if (isObject(body) && asListing(body) !== body) found.note(url, "(listing)", "object instead of list");
    return;
  }
  found.compare(url, body, PAGE, "(page)");
  const asked = Number(url.searchParams.get("per_page") ?? Number.NaN);
  const size = rowsOf(body).length;
  if (body["next_page_url"] !== null && body["next_page_url"] !== undefined && size < asked)
    found.note(url, "(page)", `${size} records instead of ${asked}`);
}

function rowsOf(body: unknown): readonly unknown[] {
  const listing = asListing(body);
  if (Array.isArray(listing)) return listing as unknown[];
  if (!isObject(body)) return [];
  const inside = asListing(body["data"] ?? body["campaigns"]);
  return Array.isArray(inside) ? (inside as unknown[]) : "id" in body ? [body] : [];
}

function compareRow(row: unknown, { formOf }: Reading, found: Differences): void {
  if (!isObject(row)) return found.note(row, "(record)", "not an object");
  const { parts, others, mayLack } = formOf(row);
  for (const [key, value] of Object.entries(row)) {
    const known = parts.get(key);
    if (known) {
      // A list with gaps is an object, which is no value of any of the fields.
      for (const part of known) found.compare(row, comparable(part, value, row), part.expected, key);
    } else if (!others.has(key)) found.noteKey(row, key);
  }
  for (const key of parts.keys())
    if (!Object.hasOwn(row, key) && !mayLack.has(key)) found.note(row, key, "missing");
}

/** All texts in records, except words of fields with certain words. */
function texts({ reading: { formOf }, rows }: Read): string[] {
  return rows.filter(isObject).flatMap((row) => {
    const { parts } = formOf(row);
    const hasWords = (key: string): boolean =>
      parts.get(key)?.some(({ expected }) => expected.words) ?? false;
    return Object.entries(row).flatMap(([key, value]) => (hasWords(key) ? [] : textsIn(value)));
  });
}
