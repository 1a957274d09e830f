import type { EngineMode, Reference } from "../core/fields.js";
import { Listing } from "../core/listing.js";
import type { Session } from "../core/session.js";
import * as lookup from "./api.js";
import { type Named, references } from "./names.js";

type Source = () => Promise<readonly Named[]>;

/** The listings for looking up names. Each is read on first use. */
export function nameSources(session: Session): Record<Reference, Source> {
  const { client } = session;
  const named =
    (rows: () => Promise<readonly { id: number; name?: unknown }[]>): Source =>
    async () =>
      (await rows()).map(({ id, name }) => ({ id, names: [String(name)] }));
  const once = <T>(load: () => Promise<T[]>): (() => Promise<T[]>) => {
    const listing = new Listing(load);
    return () => listing.rows();
  };
  const showing =
    (source: Source): Source =>
    async () => {
      const rows = await source();
      session.assertOneForm();
      return rows;
    };
  const voices = (mode?: EngineMode): Source => showing(named(() => session.voicesFor(mode).rows()));
  const models = (type?: "multimodal" | "dualplex"): Source =>
    showing(named(() => session.models(type).rows()));
  const later = (...[route, purpose]: [Parameters<typeof lookup.listNamed>[1], string]): Source =>
    named(once(() => lookup.listNamed(client, route, purpose)));
  const languages = once(() => lookup.listLanguages(client));
  return {
    voice: voices(),
    pipelineVoice: voices("pipeline"),
    multimodalVoice: voices("multimodal"),
    dualplexVoice: voices("dualplex"),
    model: models(),
    multimodalModel: models("multimodal"),
    dualplexModel: models("dualplex"),
    language: async () =>
      (await languages()).map(({ id, name, iso_2 }) => ({ id, names: [name, ...(iso_2 ? [iso_2] : [])] })),
    synthesizer: later("listSynthesizers", "look up synthesizers"),
    transcriber: later("listTranscribers", "look up transcribers"),
    folder: later("listFolders", "look up folders"),
    label: later("listLabels", "look up labels"),
    phoneNumber: async () =>
      (await session.phoneNumbers.rows()).map(({ id, phone_number }) => ({ id, names: [phone_number] })),
    tool: named(() => session.records(references.tool.kind!).known()),
    assistant: named(() => session.records(references.assistant.kind!).known()),
    campaign: named(() => session.campaigns.rows()),
  };
}
