import type { EngineMode, Reference } from "../fields/fields.js";
import type { ListedKind } from "../../base/kind.js";
import { VoicecallError, isVoicecallError } from "../../base/errors.js";
import { idsText, quoted } from "../../base/quoted.js";
import { withName } from "../../base/spellings.js";
import { didYouMean } from "../../base/suggest.js";

/** An object with an id and one or more names. The first is the name that programs use. */
export interface Named {
  readonly id: number;
  readonly names: readonly string[];
}

interface ReferenceRow {
  readonly one: string;
  readonly many: string;
  readonly hint: string;
  /**
   * The kind of resource that creates such objects, if any. A program may pass a resource of that kind. `resolve` does not
   * look up their ids, because the listing may lag or be missing. `check` verifies that they exist.
   */
  readonly kind?: ListedKind;
  /** Digits as text are a name. If no object has that name, the error suggests writing an id as a number. */
  readonly takesNumber?: true;
  /** Digits as text are an id too, because a resource's `id` is text. */
  readonly digitsAreId?: true;
  /** If no name is similar, the error lists all names in the account, unless there are many. */
  readonly listed?: true;
  /**
   * The service may lack the listing, because its route is assumed, or because the first services of the 2026 form
   * lacked it. Without the listing, programs must use ids.
   */
  readonly mayBeUnlisted?: true;
  /** The name may be secret, and suggestions would reveal it. */
  readonly isPrivate?: true;
}

const modeVoice = (mode: EngineMode): ReferenceRow => ({
  one: `${mode} voice`,
  many: `${mode} voices`,
  hint: `getVoices({ mode: "${mode}" }) lists the available voices`,
  listed: true,
});

const modeModel = (mode: EngineMode): ReferenceRow => ({
  one: `${mode} model`,
  many: `${mode} models`,
  hint: `getModels({ type: "${mode}" }) lists the available models`,
  listed: true,
});

export const references: Readonly<Record<Reference, ReferenceRow>> = {
  voice: {
    one: "voice",
    many: "voices",
    hint: "getVoices() lists the available voices",
    takesNumber: true,
    listed: true,
  },
  pipelineVoice: modeVoice("pipeline"),
  multimodalVoice: modeVoice("multimodal"),
  dualplexVoice: modeVoice("dualplex"),
  language: {
    one: "language",
    many: "languages",
    hint: "give the name or two-letter code of a language; getLanguages() lists the available languages",
    listed: true,
  },
  model: {
    one: "LLM model",
    many: "LLM models",
    hint: "getModels() lists the available models",
    listed: true,
  },
  multimodalModel: modeModel("multimodal"),
  dualplexModel: modeModel("dualplex"),
  synthesizer: {
    one: "synthesizer",
    many: "synthesizers",
    hint: "give the name of an existing synthesizer, or its id as a number",
    mayBeUnlisted: true,
  },
  transcriber: {
    one: "transcriber",
    many: "transcribers",
    hint: "give the name of an existing transcriber, or its id as a number",
    mayBeUnlisted: true,
  },
  folder: {
    one: "folder",
    many: "folders",
    hint: "correct it, or create the folder in the service's dashboard first",
    mayBeUnlisted: true,
  },
  label: {
    one: "label",
    many: "labels",
    hint: "correct it, or create the label in the service's dashboard first",
    mayBeUnlisted: true,
  },
  phoneNumber: {
    one: "phone number",
    many: "phone numbers",
    hint: "only the account's own numbers can be assigned",
    isPrivate: true,
    listed: true,
  },
  tool: {
    one: "mid call tool",
    many: "mid call tools",
    hint: "if this program creates it, pass the resource",
    kind: "MidCallTool",
    digitsAreId: true,
  },
  assistant: {
    one: "assistant",
    many: "assistants",
    hint: "if this program creates it, pass the resource",
    kind: "Assistant",
    digitsAreId: true,
  },
  campaign: {
    one: "campaign",
    many: "campaigns",
    takesNumber: true,
    hint: "correct the name or id, or create the campaign in the service's dashboard; if this program creates the campaign, pass the Campaign resource",
    kind: "Campaign",
    mayBeUnlisted: true,
  },
};

/** Maps names to ids and back. */
export class Names {
  readonly #inRecords = new Map<Reference, "shown" | "hidden">();

  constructor(private readonly sources: Record<Reference, () => Promise<readonly Named[]>>) {}

  /**
   * The id and the canonical name of a reference in the program. A number is an id, and text is a name. With
   * `digitsAreId`, digits as text are an id too. If the objects have a `kind`, the name of an id is not looked up.
   */
  async resolve(to: Reference, value: string | number): Promise<{ id: number; name: string | undefined }> {
    const id = asId(to, value);
    if (id !== undefined && references[to].kind) return { id, name: undefined };
    const rows = await this.#rows(to, value);
    // Without the listing, only the service can check the id.
    if (rows === undefined) return { id: Number(value), name: undefined };
    const found = id === undefined ? match(rows, String(value)) : rows.filter((row) => row.id === id);
    if (found.length === 1) return { id: found[0]!.id, name: found[0]!.names[0] };
    if (found.length === 0 && id === undefined) assertNamed(to, rows);
    throw found.length === 0 ? unknownName(to, value, rows) : ambiguous(to, value, found);
  }

  /** @returns undefined for an id if the service does not have the listing */
  async #rows(to: Reference, value: string | number): Promise<readonly Named[] | undefined> {
    try {
      return await this.sources[to]();
    } catch (error) {
      if (!references[to].mayBeUnlisted || !isVoicecallError(error, "route-missing", "unsupported"))
        throw error;
      if (asId(to, value) !== undefined) return undefined;
      throw new VoicecallError(
        "unknown-name",
        `${references[to].one} ${quoted(String(value))} cannot be looked up by name; give its id as a number. ${error.message}`,
      );
    }
  }

  /**
   * The name of an object, for messages. Undefined if the listing lacks the id. Other objects may have the same
   * name.
   */
  async titleOf(to: Reference, id: number): Promise<string | undefined> {
    return title(await this.#listed(to), id);
  }

  /**
   * The name that a program can use instead of an id. Undefined if the listing lacks the id, or if other
   * objects have the same name.
   */
  async nameOf(to: Reference, id: number): Promise<string | undefined> {
    const rows = await this.#listed(to);
    const name = title(rows, id);
    return name !== undefined && match(rows, name).length === 1 ? name : undefined;
  }

  #listed(to: Reference): Promise<readonly Named[]> {
    return this.sources[to]().catch((error: unknown) => {
      if (references[to].mayBeUnlisted && isVoicecallError(error, "route-missing", "unsupported")) return [];
      throw error;
    });
  }

  /** Notes that a record shows such references, or that none does although the service has accepted some. */
  note(to: Reference, how: "shown" | "hidden"): void {
    if (this.#inRecords.get(to) !== "shown") this.#inRecords.set(to, how);
  }

  /** Whether an empty list in a record shows nothing. */
  isHidden = (to: Reference): boolean => this.#inRecords.get(to) === "hidden";

  isShown = (to: Reference): boolean => this.#inRecords.get(to) === "shown";

  async ids(to: Reference): Promise<ReadonlySet<number>> {
    return new Set((await this.sources[to]()).map(({ id }) => id));
  }

  async has(to: Reference, id: number): Promise<boolean> {
    return (await this.sources[to]()).some((row) => row.id === id);
  }
}

export function asId(to: Reference, value: string | number): number | undefined {
  if (typeof value === "number") return value;
  return references[to].digitsAreId && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** @throws VoicecallError "unreadable" if an object has no readable name, so that it may have any */
function assertNamed(to: Reference, rows: readonly Named[]): void {
  const ids = rows.filter(({ names }) => names.length === 0).map((row) => row.id);
  if (ids.length === 0) return;
  const { many, one } = references[to];
  throw new VoicecallError(
    "unreadable",
    `no ${one} has this name, but the names of some ${many} cannot be read (${idsText(ids, FEW)}).`,
    {
      request: `look up ${many}`,
      remedy: "Correct the name in the program, or these objects in the service.",
    },
  );
}

const title = (rows: readonly Named[], id: number): string | undefined =>
  rows.find((row) => row.id === id)?.names[0];

function match(rows: readonly Named[], name: string): Named[] {
  const named = withName(rows, name, ({ names }) => names[0]);
  return named.length > 0 ? named : rows.filter((row) => row.names.includes(name));
}

export function unknownName(
  to: Reference,
  value: string | number,
  rows: readonly Named[] = [],
): VoicecallError {
  const { one, hint, isPrivate, takesNumber } = references[to];
  const hidden = isPrivate && typeof value === "string";
  const what =
    typeof value === "number"
      ? `${one} with id ${value}`
      : hidden
        ? `such ${one}`
        : `${one} ${quoted(value)}`;
  const ownNames = rows.map((row) => row.names[0] ?? "");
  const isQuotedId = takesNumber && typeof value === "string" && /^[1-9]\d*$/.test(value);
  const asNumber = isQuotedId
    ? ` If ${value} is an id, write it as a number, without quotes; from configuration, read it with config.requireNumber.`
    : "";
  const meant = typeof value === "number" || hidden ? "" : didYouMean(value, ownNames);
  return new VoicecallError(
    "unknown-name",
    `the account has no ${what}; ${hint}.${asNumber}${meant || inAccount(to, rows)}`,
  );
}

const LAST_DIGITS = 4;

/** The maximum number of objects that an error lists. */
const FEW = 10;

/** The account's objects, if there are only a few. Phone numbers may be secret, so only their last digits are shown. */
function inAccount(to: Reference, rows: readonly Named[]): string {
  const { many, isPrivate, listed } = references[to];
  if (!listed || rows.length > FEW) return "";
  if (rows.length === 0) return ` The account has no ${many}.`;
  const entries = rows.map(({ id, names: [name = ""] }) =>
    isPrivate ? `…${name.slice(-LAST_DIGITS)} (id ${id})` : quoted(name),
  );
  return ` The account's ${many}: ${entries.join(", ")}.${isPrivate ? " getPhoneNumbers() shows the full numbers." : ""}`;
}

function ambiguous(to: Reference, value: string | number, found: readonly Named[]): VoicecallError {
  const { many, isPrivate } = references[to];
  const what = isPrivate ? "this number" : quoted(String(value));
  const names = found.map((row) => row.names[0] ?? "");
  // Languages may share a code, and the property `language` takes no id.
  const isCode = typeof value === "string" && !names.includes(value);
  const which = isCode ? names.map(quoted).join(", ") : `ids ${found.map((row) => row.id).join(", ")}`;
  return new VoicecallError(
    "ambiguous-name",
    `${what} is the ${isCode ? "code" : "name"} of ${found.length} ${many} (${which}); give the ${isCode ? "name" : "id"}.`,
  );
}
