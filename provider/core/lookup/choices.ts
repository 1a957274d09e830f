import type { Client } from "../../http/client.js";
import type { ApiForm, EngineMode, Reference } from "../fields/fields.js";
import * as lookup from "./api.js";
import { type Sign, formOf, modelSigns, voiceSigns } from "./form.js";
import type { ModelType } from "./records.js";
import type { Model, Voice } from "./schema.js";

/** Reads a listing that no run changes, once. */
export type LookUp<T> = () => Promise<readonly T[]>;

/** What an account offers to choose from, such as voices, and the form of the API, which they show. */
export class Choices {
  readonly phoneNumbers = this.lookUp("phoneNumber", () => lookup.listPhoneNumbers(this.client));
  readonly #voices = new Map<EngineMode | undefined, LookUp<Voice>>();
  readonly #models = new Map<ModelType, LookUp<Model>>();

  /** @param noteUnreadable receives the rows of each listing that is read */
  constructor(
    readonly client: Client,
    private readonly noteUnreadable: (to: Reference, rows: readonly { readonly id: number }[]) => void,
  ) {
    const { apiForm } = client.settings;
    this.knownForm = apiForm === "auto" ? undefined : apiForm;
  }

  /** The form of the service's API, once it is known. */
  knownForm: ApiForm | undefined;
  #form: Promise<ApiForm> | undefined;

  readonly #signs = new Map<string, Sign>();

  /** The signs of the API form in the voices and models read so far, those of voices first. */
  get formSigns(): readonly Sign[] {
    return [...this.#signs.values()].sort((one, other) => (one.text < other.text ? 1 : -1));
  }

  /**
   * The form of the service's API. If it is not known yet, reads the voices, and also the multimodal models
   * if the voices do not show the form. If neither listing shows it, assumes the 2025 form.
   * @throws VoicecallError "config", as `formOf` does
   */
  async form(): Promise<ApiForm> {
    this.knownForm ??= await (this.#form ??= this.#settledForm().finally(() => (this.#form = undefined)));
    this.assertOneForm();
    return this.knownForm;
  }

  async #settledForm(): Promise<ApiForm> {
    await this.voices();
    if (this.formSigns.length === 0) await this.models("multimodal");
    return formOf(this.formSigns, this.client.settings.apiForm) ?? "2025";
  }

  /**
   * Checks the API form against what name lookups have shown.
   * @throws VoicecallError "config", as `formOf` does
   */
  assertOneForm(): void {
    formOf(this.formSigns, this.client.settings.apiForm);
  }

  /** The voices of an engine mode; without it, of all modes. */
  voices(mode?: EngineMode): Promise<readonly Voice[]> {
    return getOrCreate(this.#voices, mode, () =>
      this.lookUp("voice", () => lookup.listVoices(this.client, { mode }), voiceSigns),
    )();
  }

  /** The models of a type. Without a type, the language models: the 2025 form lists no others. */
  models(type?: ModelType): Promise<readonly Model[]> {
    return getOrCreate(this.#models, type ?? "llm", () =>
      this.lookUp("model", () => lookup.listModels(this.client, { type }), modelSigns),
    )();
  }

  /** A listing for lookups of names. */
  lookUp<T extends { id: number }>(
    to: Reference,
    all: () => Promise<T[]>,
    signsIn: (rows: T[]) => readonly Sign[] = () => [],
  ): LookUp<T> {
    const read = async (): Promise<readonly T[]> => {
      const rows = await all();
      this.noteUnreadable(to, rows);
      for (const sign of signsIn(rows)) this.#signs.set(sign.text, sign);
      return rows;
    };
    let reading: Promise<readonly T[]> | undefined;
    return async () => {
      try {
        return await (reading ??= read());
      } catch (error) {
        reading = undefined;
        throw error;
      }
    };
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
