import type { ListedKind } from "../../base/kind.js";
import type { EngineMode, Reference } from "../fields/fields.js";
import type { Snapshot } from "../records/snapshot.js";
import type { ServiceRecord } from "../records/record.js";
import * as lookup from "./api.js";
import type { Choices } from "./choices.js";
import { type Named, references } from "./names.js";

type Source = () => Promise<readonly Named[]>;

/** The listings for looking up names. Each is read on first use. */
export function nameSources(
  choices: Choices,
  records: Readonly<Record<ListedKind, Pick<Snapshot<ServiceRecord>, "read">>>,
): Record<Reference, Source> {
  const { client } = choices;
  const texts = (...names: unknown[]): string[] => names.filter((name) => typeof name === "string");
  const named =
    (rows: () => Promise<readonly { id: number; name?: unknown }[]>): Source =>
    async () =>
      (await rows()).map(({ id, name }) => ({ id, names: texts(name) }));
  const showing =
    (source: Source): Source =>
    async () => {
      const rows = await source();
      choices.assertOneForm();
      return rows;
    };
  const voices = (mode?: EngineMode): Source => showing(named(() => choices.voices(mode)));
  const models = (type?: "multimodal" | "dualplex"): Source => showing(named(() => choices.models(type)));
  const later = (to: Reference, route: Parameters<typeof lookup.listNamed>[1]): Source => {
    const purpose = `look up ${references[to].many}`;
    return named(choices.lookUp(to, () => lookup.listNamed(client, route, purpose)));
  };
  const languages = choices.lookUp("language", () => lookup.listLanguages(client));
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
      (await choices.phoneNumbers()).map(({ id, phone_number }) => ({ id, names: texts(phone_number) })),
    tool: named(async () => (await records.MidCallTool.read("known")).shown),
    assistant: named(async () => (await records.Assistant.read("known")).shown),
    campaign: named(async () => (await records.Campaign.read("current")).shown),
  };
}
