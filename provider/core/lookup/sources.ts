import type { Kind } from "../../base/kind.js";
import type { Client } from "../../http/client.js";
import type { EngineMode, Reference } from "../fields/fields.js";
import type { Snapshot } from "../records/snapshot.js";
import type { Campaign, ServiceRecord } from "../records/record.js";
import * as lookup from "./api.js";
import { type Named, references } from "./names.js";
import type { ModelType } from "./records.js";
import type { Model, PhoneNumber, Voice } from "./schema.js";

type Source = () => Promise<readonly Named[]>;

/** The listings of an account that other parts of the provider read too. */
export interface SharedListings {
  readonly client: Client;
  voices(mode?: EngineMode): Rows<Voice>;
  models(type?: ModelType): Rows<Model>;
  readonly phoneNumbers: Rows<PhoneNumber>;
  readonly campaigns: { listed(): Promise<readonly Campaign[]> };
  records(kind: Kind): { known(): Promise<readonly ServiceRecord[]> };
  listing<T extends { id: number }>(to: Reference, all: () => Promise<T[]>): Snapshot<T>;
  /** Throws if the voices and models read so far contradict each other. */
  assertOneForm(): void;
}

interface Rows<T> {
  rows(): Promise<readonly T[]>;
}

/** The listings for looking up names. Each is read on first use. */
export function nameSources(shared: SharedListings): Record<Reference, Source> {
  const { client } = shared;
  const texts = (...names: unknown[]): string[] => names.filter((name) => typeof name === "string");
  const named =
    (rows: () => Promise<readonly { id: number; name?: unknown }[]>): Source =>
    async () =>
      (await rows()).map(({ id, name }) => ({ id, names: texts(name) }));
  const showing =
    (source: Source): Source =>
    async () => {
      const rows = await source();
      shared.assertOneForm();
      return rows;
    };
  const voices = (mode?: EngineMode): Source => showing(named(() => shared.voices(mode).rows()));
  const models = (type?: "multimodal" | "dualplex"): Source =>
    showing(named(() => shared.models(type).rows()));
  const later = (to: Reference, route: Parameters<typeof lookup.listNamed>[1]): Source => {
    const purpose = `look up ${references[to].many}`;
    const listing = shared.listing(to, () => lookup.listNamed(client, route, purpose));
    return named(() => listing.rows());
  };
  const languages = shared.listing("language", () => lookup.listLanguages(client));
  return {
    voice: voices(),
    pipelineVoice: voices("pipeline"),
    multimodalVoice: voices("multimodal"),
    dualplexVoice: voices("dualplex"),
    model: models(),
    multimodalModel: models("multimodal"),
    dualplexModel: models("dualplex"),
    language: async () =>
      (await languages.rows()).map(({ id, name, iso_2 }) => ({
        id,
        names: texts(name, iso_2 === "" ? undefined : iso_2),
      })),
    synthesizer: later("synthesizer", "listSynthesizers"),
    transcriber: later("transcriber", "listTranscribers"),
    folder: later("folder", "listFolders"),
    label: later("label", "listLabels"),
    phoneNumber: async () =>
      (await shared.phoneNumbers.rows()).map(({ id, phone_number }) => ({ id, names: texts(phone_number) })),
    tool: named(() => shared.records(references.tool.kind!).known()),
    assistant: named(() => shared.records(references.assistant.kind!).known()),
    campaign: named(() => shared.campaigns.listed()),
  };
}
