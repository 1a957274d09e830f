import type { Kind } from "../../base/kind.js";
import type { Client } from "../../http/client.js";
import type { EngineMode, Reference } from "../fields/fields.js";
import type { Snapshot } from "../records/snapshot.js";
import type { ServiceRecord } from "../records/record.js";
import * as lookup from "./api.js";
import { type Named, references } from "./names.js";
import type { ModelType } from "./records.js";
import type { Model, PhoneNumber, Voice } from "./schema.js";

type Source = () => Promise<readonly Named[]>;

/** The listings of an account that other parts of the provider read too. */
export interface SharedListings {
  readonly client: Client;
  voices(mode?: EngineMode): Promise<readonly Voice[]>;
  models(type?: ModelType): Promise<readonly Model[]>;
  readonly phoneNumbers: LookUp<PhoneNumber>;
  records(kind: Kind): Pick<Snapshot<ServiceRecord>, "read">;
  lookUp<T extends { id: number }>(to: Reference, all: () => Promise<T[]>): LookUp<T>;
  /** Throws if the voices and models read so far contradict each other. */
  assertOneForm(): void;
}

/** Reads a listing that no run changes, once. */
export type LookUp<T> = () => Promise<readonly T[]>;

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
  const voices = (mode?: EngineMode): Source => showing(named(() => shared.voices(mode)));
  const models = (type?: "multimodal" | "dualplex"): Source => showing(named(() => shared.models(type)));
  const later = (to: Reference, route: Parameters<typeof lookup.listNamed>[1]): Source => {
    const purpose = `look up ${references[to].many}`;
    return named(shared.lookUp(to, () => lookup.listNamed(client, route, purpose)));
  };
  const languages = shared.lookUp("language", () => lookup.listLanguages(client));
  return {
    voice: voices(),
    pipelineVoice: voices("pipeline"),
    multimodalVoice: voices("multimodal"),
    dualplexVoice: voices("dualplex"),
    model: models(),
    multimodalModel: models("multimodal"),
    dualplexModel: models("dualplex"),
    language: async () =>
      (await languages()).map(({ id, name, iso_2 }) => ({
        id,
        names: texts(name, iso_2 === "" ? undefined : iso_2),
      })),
    synthesizer: later("synthesizer", "listSynthesizers"),
    transcriber: later("transcriber", "listTranscribers"),
    folder: later("folder", "listFolders"),
    label: later("label", "listLabels"),
    phoneNumber: async () =>
      (await shared.phoneNumbers()).map(({ id, phone_number }) => ({ id, names: texts(phone_number) })),
    tool: named(async () => (await shared.records("MidCallTool").read("known")).shown),
    assistant: named(async () => (await shared.records("Assistant").read("known")).shown),
    campaign: named(async () => (await shared.records("Campaign").read("current")).shown),
  };
}
