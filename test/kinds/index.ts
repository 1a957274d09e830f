/** The fixtures of all kinds, from which general tests take properties, requests and limits. */
import { type EmulatorOptions, defaultSeed } from "../../emulator/index.js";
import { type Kind, catalog } from "../../provider/catalog.js";
import type { ApiForm, FieldTable } from "../../provider/core/fields/fields.js";
import { inForm } from "../../provider/core/steps/form.js";
import { anAssistant } from "./assistant.js";
import { aCampaign } from "./campaign.js";
import { aCampaignState } from "./campaign-state.js";
import type { Fixture, Subject } from "./fixture.js";
import { aLead } from "./lead.js";
import { aLeadSet } from "./lead-set.js";
import { midCallTool } from "./mid-call-tool.js";

export { aMultimodalAssistant, anAssistant, assistant } from "./assistant.js";
export { aCampaign, campaign } from "./campaign.js";
export { aCampaignState, campaignState } from "./campaign-state.js";
export {
  declaring,
  everyProperty,
  type Fixture,
  type Limit,
  type Row,
  type Sample,
  type Subject,
} from "./fixture.js";
export { aLead, lead } from "./lead.js";
export { aLeadSet, leadSet, listFile } from "./lead-set.js";
export { midCallTool, tool } from "./mid-call-tool.js";

export const fixtures: Record<Kind, Fixture> = {
  MidCallTool: midCallTool,
  Assistant: anAssistant,
  Campaign: aCampaign,
  Lead: aLead,
  LeadSet: aLeadSet,
  CampaignState: aCampaignState,
};

/** The field table of a kind in one form of the API. Default: the form of the specification. */
export const fieldsOf = (kind: Kind, form: ApiForm = "2025", mode?: string): FieldTable =>
  inForm(catalog[kind].definition, form, mode).fields;

export const kinds = Object.keys(fixtures) as Kind[];

/** One value per kind, derived from its fixture. */
export const mapped = <T>(make: (fixture: Fixture) => T): Record<Kind, T> =>
  Object.fromEntries(kinds.map((kind) => [kind, make(fixtures[kind])])) as Record<Kind, T>;

export const everyKind: Fixture[] = Object.values(fixtures);

/** The options of the service that a kind needs. */
export function serviceOf(kind: Kind, options: EmulatorOptions = {}): EmulatorOptions {
  const { form, seed } = fixtures[kind];
  return {
    ...options,
    ...(form && { form }),
    ...(seed && { seed: { ...(options.seed ?? defaultSeed()), ...seed } }),
  };
}

/** Kinds whose objects are created, listed, changed and deleted one by one. */
export const subjects: Subject[] = [midCallTool, anAssistant, aLead];

/** All kinds whose objects are created one by one, including Campaign, which the API cannot change. */
export const everySubject: Subject[] = [...subjects, aCampaign];
