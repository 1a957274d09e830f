import { listAssistants, pageOfAssistants } from "./assistant/api.js";
import { assistant } from "./assistant/resource.js";
import { listCampaigns } from "./campaign/api.js";
import { campaign } from "./campaign/resource.js";
import { mayRunWith, statusMeans } from "./campaign-state/api.js";
import { campaignState } from "./campaign-state/resource.js";
import { label } from "./core/describe.js";
import { variants } from "./core/form.js";
import type { Definition, Resource, Standard } from "./core/operation.js";
import type { ServiceRecord } from "./core/record.js";
import { standardResource } from "./core/resource.js";
import type { Loader, Loaders, Session } from "./core/session.js";
import type { Bag } from "./core/values.js";
import { recordKey } from "./core/wanted.js";
import type { BodyKeys } from "./http/redact.js";
import { type Kind, kinds } from "./kind.js";
import { listLeads, pageOfLeads } from "./lead/api.js";
import { lead } from "./lead/resource.js";
import { leadSet } from "./lead-set/resource.js";
import { getTool, listTools } from "./mid-call-tool/api.js";
import { midCallTool } from "./mid-call-tool/resource.js";
import { quoted, quotedWord } from "./quoted.js";

export { type Kind, fileName, isKind, kinds } from "./kind.js";

/** The traits of a kind that the rest of the package needs. */
export interface KindRow {
  readonly resource: Resource;
  readonly definition: Definition;
  /** Set for kinds whose objects are created, listed, changed and deleted one by one. */
  readonly standard?: Standard;
  /** Loads every object; absent for a kind whose records come from a lookup. */
  readonly list?: Loader["list"];
  /** Loads one page; absent if the listing has no pages. */
  readonly page?: Loader["page"];
  /** Reads one record; absent if the API cannot. */
  readonly find?: Loader["find"];
  /** Each record shows whose account it is in. */
  readonly showsOwner?: true;
  /** The records in the account that are not marked as deleted. */
  readonly records: (session: Session) => Promise<readonly ServiceRecord[]>;
  /** The title of a record in reports, without its id. */
  readonly title: (record: ServiceRecord) => string;
  readonly exported: {
    /** Why `voicecall export` can declare no object of this kind; absent if it can. */
    readonly never?: string;
    /** One file for each object, in a folder. Otherwise one file holds them all. */
    readonly ownFiles?: true;
    /** Objects are named by their id, since they have no name. */
    readonly namedById?: true;
    /** Comment at the top of the file. */
    readonly comment?: readonly string[];
    /** The inputs that a program would declare, or why it cannot. Absent: the inputs are the fields of the record. */
    readonly inputs?: (record: ServiceRecord, session: Session) => Promise<Bag | string>;
  };
  readonly untracked: {
    /** Set if another kind reports these objects under the same ids. */
    readonly reportedAs?: Kind;
    /** Whether a record that no resource manages is reported; absent: always. */
    readonly isReported?: (record: ServiceRecord) => boolean;
  };
  /** The listing is on an assumed route. It is not an error if a service lacks that route. */
  readonly optional?: true;
  /** If this property cannot be read, `voicecall drift` reports an error with this text. */
  readonly unreadable?: { readonly property: string; readonly text: string };
}

function standardRow(
  standard: Standard,
  list: NonNullable<KindRow["list"]>,
  row: Partial<KindRow> = {},
): KindRow {
  return {
    resource: standardResource(standard),
    definition: standard,
    standard,
    list,
    records: (session) => session.records(standard.kind as Kind).rows(),
    title: (record) => label(standard.kind, record),
    exported: {},
    untracked: {},
    ...row,
  };
}

/** One row for each kind. */
export const catalog: Readonly<Record<Kind, KindRow>> = {
  MidCallTool: standardRow(midCallTool, listTools, {
    find: getTool,
    untracked: { isReported: (record) => midCallTool.isReadOnly?.(record) === undefined },
  }),
  Assistant: standardRow(assistant, listAssistants, {
    page: pageOfAssistants,
    showsOwner: true,
    exported: { ownFiles: true },
  }),
  Campaign: standardRow(campaign, listCampaigns, {
    exported: { never: "the service does not show which assistant a campaign has" },
    untracked: { reportedAs: "CampaignState" },
    optional: true,
  }),
  Lead: standardRow(lead, listLeads, {
    page: pageOfLeads,
    title: (record) => {
      const campaign = record["campaign"] as { name?: unknown } | null | undefined;
      return label("Lead", { campaign: campaign?.name ?? record["campaign_id"] });
    },
    exported: {
      namedById: true,
      comment: ["People's names and numbers: this file is personal data."],
    },
  }),
  LeadSet: {
    resource: leadSet,
    definition: leadSet.definition,
    // The kind Lead lists these leads.
    records: () => Promise.resolve([]),
    title: (record) => label("LeadSet", record),
    exported: { never: "its leads are exported one by one" },
    untracked: {},
  },
  CampaignState: {
    resource: campaignState,
    definition: campaignState.definition,
    records: (session) => session.campaigns.rows(),
    title: ({ name, status }) =>
      statusMeans(String(status)) === "started"
        ? `Running campaign ${quoted(String(name))}`
        : `Campaign ${quoted(String(name))} with the status ${quoted(String(status))}, which may run`,
    exported: {
      comment: [
        'Whether each campaign ran at export. "stopped" also stands for drafts and finished campaigns. The',
        "export started and stopped nothing.",
        '"started" takes effect only when it changes here. "stopped" is also restored: `pulumi up --refresh` stops a',
        "campaign that was started manually. To leave a campaign unmanaged, remove it from this file.",
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
      text: "it is not in the account's list of campaigns, so it is not known whether it is running.",
    },
  },
};

/** How the records of each kind are listed. */
export const loaders: Loaders = Object.fromEntries(
  kinds.flatMap((kind) => {
    const { list, page, find, showsOwner, standard } = catalog[kind];
    if (!list || !standard) return [];
    const keyOf = (record: ServiceRecord): string => recordKey(standard, record);
    return [[kind, { list, keyOf, showsOwner, ...(page && { page }), ...(find && { find }) }]];
  }),
);

const fields = kinds.flatMap((kind) => Object.values(catalog[kind].definition.fields).flatMap(variants));

/** Which strings of a request body an error may contain. */
export const bodyKeys: BodyKeys = {
  open: new Set(
    fields
      .flatMap(({ shown, request, record }) => (shown ? [request, record] : []))
      .filter((key) => key !== undefined),
  ),
  freeForm: new Set(
    fields.flatMap(({ freeForm, request }) => (freeForm && request !== undefined ? [request] : [])),
  ),
};
