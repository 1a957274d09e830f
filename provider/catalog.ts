import { listAssistants, pageOfAssistants } from "./assistant/api.js";
import { assistant } from "./assistant/resource.js";
import { listCampaigns } from "./campaign/api.js";
import { campaign } from "./campaign/resource.js";
import { mayRunWith, statusMeans } from "./campaign-state/api.js";
import { campaignState } from "./campaign-state/resource.js";
import { label } from "./core/run/describe.js";
import { variants } from "./core/fields/fields.js";
import type { Definition, Resource, Standard } from "./core/run/operation.js";
import type { Snapshot } from "./core/records/snapshot.js";
import type { ServiceRecord } from "./core/records/record.js";
import { standardResource } from "./core/resource.js";
import type { Loader, Loaders } from "./core/records/loaders.js";
import type { Session } from "./core/run/session.js";
import type { Bag } from "./core/fields/values.js";
import { recordKey } from "./core/run/sides.js";
import { type Kind, kinds } from "./base/kind.js";
import { listLeads, pageOfLeads } from "./lead/api.js";
import { leadResource } from "./lead/replaced.js";
import { lead } from "./lead/resource.js";
import { leadSet } from "./lead-set/resource.js";
import { getTool, listTools } from "./mid-call-tool/api.js";
import { midCallTool, readOnly } from "./mid-call-tool/resource.js";
import { quoted, quotedWord } from "./base/quoted.js";

export { type Kind, fileName, isKind, kinds } from "./base/kind.js";

/** The traits of a kind that the rest of the package needs. */
export interface KindRow extends Partial<Omit<Loader, "keyOf">> {
  readonly resource: Resource;
  readonly definition: Definition;
  /** Set if each object of the kind is one record that is created, listed and deleted individually. */
  readonly standard?: Standard;
  /** Keys that the documents show in records, and that no field has. */
  readonly alsoShown?: readonly string[];
  /** Why the API cannot change an object, so that `voicecall export` leaves it out; undefined if it can. */
  readonly readOnly?: (record: ServiceRecord) => string | undefined;
  /** The records in the account that are not marked as deleted. An object that they lack may exist. */
  readonly records: (session: Session) => Promise<readonly ServiceRecord[]>;
  /** The title of a record in reports, without its id. */
  readonly title: (record: ServiceRecord) => string;
  readonly exported: {
    /** Why `voicecall export` can declare no object of this kind; absent if it can. */
    readonly never?: string;
    /** Set if each object has its own file, in a folder. Otherwise one file contains all objects. */
    readonly ownFiles?: true;
    /** Set if objects are named by their ids, because they have no names. */
    readonly namedById?: true;
    /** Comment at the top of the file. */
    readonly comment?: readonly string[];
    /**
     * The inputs that a program would declare, or the reason why it cannot declare them. Absent: the inputs
     * are the fields of the record.
     */
    readonly inputs?: (record: ServiceRecord, session: Session) => Promise<Bag | string>;
  };
  readonly untracked: {
    /** Set if another kind reports these objects under the same ids. */
    readonly reportedAs?: Kind;
    /** Whether a record that no resource manages is reported; absent: always. */
    readonly isReported?: (record: ServiceRecord) => boolean;
  };
  /** Set if the listing is on an assumed route, so that a service without the route is not an error. */
  readonly optional?: true;
  /** If this property cannot be read, `voicecall drift` reports an error with this text. */
  readonly unreadable?: { readonly property: string; readonly text: string };
}

const shown = async (listing: Snapshot<ServiceRecord>): Promise<readonly ServiceRecord[]> =>
  (await listing.read("current")).shown;

function standardRow(standard: Standard, list: Loader["list"], row: Partial<KindRow> = {}): KindRow {
  return {
    resource: standardResource(standard),
    definition: standard,
    standard,
    list,
    records: (session) => shown(session.records[standard.kind]),
    title: (record) => label(standard.kind, record),
    exported: {},
    untracked: {},
    ...row,
  };
}

export const catalog: Readonly<Record<Kind, KindRow>> = {
  MidCallTool: standardRow(midCallTool, listTools, {
    find: getTool,
    alsoShown: ["type"],
    readOnly,
    untracked: { isReported: (record) => readOnly(record) === undefined },
  }),
  Assistant: standardRow(assistant, listAssistants, {
    page: pageOfAssistants,
    showsOwner: true,
    alsoShown: [
      ...["user_id", "instance_id", "engine_id", "synthesizer_id", "transcriber_id", "flows_platform_id"],
      ...["language", "deleted_at", "widget_settings", "multimodal_model_id"],
    ],
    exported: { ownFiles: true },
  }),
  Campaign: standardRow(campaign, listCampaigns, {
    exported: { never: "the service does not show which assistant a campaign has" },
    untracked: { reportedAs: "CampaignState" },
    optional: true,
  }),
  Lead: standardRow(lead, listLeads, {
    resource: leadResource,
    page: pageOfLeads,
    filter: "campaign_id",
    alsoShown: [
      ...["campaign", "fallback_sent_at"],
      ...["id", "status", "created_at", "updated_at"].map((key) => `secondary_contacts[].${key}`),
    ],
    title: (record) => {
      const campaign = record["campaign"] as { name?: unknown } | null | undefined;
      return label("Lead", { campaign: campaign?.name ?? record["campaign_id"] });
    },
    exported: {
      namedById: true,
      comment: ["This file contains personal data: people's names and phone numbers."],
    },
  }),
  LeadSet: {
    resource: leadSet,
    definition: leadSet.definition,
    // The records of a LeadSet are leads, and the kind Lead lists all leads.
    records: () => Promise.resolve([]),
    title: (record) => label("LeadSet", record),
    exported: { never: "its leads are exported one by one" },
    untracked: {},
  },
  CampaignState: {
    resource: campaignState,
    definition: campaignState.definition,
    records: (session) => shown(session.records.Campaign),
    title: ({ name, status }) =>
      statusMeans(String(status)) === "started"
        ? `Running campaign ${quoted(String(name))}`
        : `Campaign ${quoted(String(name))}, which may be running (status ${quoted(String(status))})`,
    exported: {
      comment: [
        'Shows whether each campaign was running when it was exported. Drafts and finished campaigns are "stopped"',
        "too. The export started and stopped nothing.",
        'A campaign is started only when its value changes to "started" in this file. If the value is "stopped" and',
        "someone starts the campaign manually, `pulumi up --refresh` stops it. To leave a campaign unmanaged, remove it",
        "from this file.",
      ],
      inputs: async ({ id, status }, session) => {
        const state = statusMeans(typeof status === "string" ? status : null);
        if (state !== undefined)
          return { campaign: (await session.names.nameOf("campaign", id)) ?? id, state };
        const statusText = typeof status === "string" ? quotedWord(status) : "null";
        return `its status ${statusText} does not show whether it is running`;
      },
    },
    // Most campaigns are created outside of Pulumi, so only those that may call people are reported.
    untracked: {
      isReported: ({ status }) => typeof status === "string" && mayRunWith(status),
    },
    optional: true,
    unreadable: {
      property: "campaign",
      text: "the campaign is not in the account's list of campaigns, so it is not known whether the campaign is running.",
    },
  },
};

export const loaders: Loaders = Object.fromEntries(
  kinds.flatMap((kind) => {
    const { list, standard, ...row } = catalog[kind];
    if (!list || !standard) return [];
    return [[kind, { ...row, list, keyOf: (record: ServiceRecord) => recordKey(standard, record) }]];
  }),
);

const fields = kinds.flatMap((kind) => Object.values(catalog[kind].definition.fields).flatMap(variants));

/** The names of all fields in requests and records, which messages of the service may contain. */
export const fieldNames: readonly string[] = [
  ...new Set(fields.flatMap(({ request, record }) => [request, record]).filter((name) => name !== undefined)),
];
