/** The names of a kind in messages and in options of the command line, and whom an apply of it may call. */
interface KindNames {
  /** The people of its own leads, or of all leads of its campaign. */
  readonly calls: "nobody" | "its leads" | "the campaign";
  readonly noun: string;
  readonly plural: string;
  /** The word before the object's name in messages; absent: the name of the kind. */
  readonly title?: string;
  /** The property with the object's name for messages; absent: `name`. */
  readonly nameField?: string;
  /** Description of the option `--<noun>`, which makes `voicecall export` select individual objects. */
  readonly select?: string;
  /** Description of the option `--<plural>`, without which `voicecall export` leaves the kind out. */
  readonly request?: string;
}

/**
 * All kinds of resources. Users' state contains the keys, so they can never change. Exports, reports and
 * documentation use this order. This file imports nothing, so that `--help` does not load the provider. Everything
 * else about a kind is in catalog.ts.
 */
export const kindNames = {
  MidCallTool: { calls: "nobody", noun: "tool", plural: "tools", select: "only this tool; may be repeated" },
  Assistant: {
    calls: "nobody",
    noun: "assistant",
    plural: "assistants",
    select: "only this assistant and its tools; may be repeated",
  },
  Campaign: { calls: "nobody", noun: "campaign", plural: "campaigns" },
  Lead: {
    calls: "its leads",
    noun: "lead",
    plural: "leads",
    title: "Lead of campaign",
    nameField: "campaign",
    request: "also export leads",
  },
  LeadSet: {
    calls: "its leads",
    noun: "lead-set",
    plural: "lead sets",
    title: "LeadSet of campaign",
    nameField: "campaign",
  },
  CampaignState: {
    calls: "the campaign",
    noun: "campaign",
    plural: "campaigns",
    nameField: "campaign",
    request: "also export campaigns, each with its current state",
  },
} as const satisfies Record<string, KindNames>;

export type Kind = keyof typeof kindNames;

/** A kind whose objects are listed. The others stand for leads and for campaigns. */
export type ListedKind = Exclude<Kind, "LeadSet" | "CampaignState">;

export const kinds = Object.keys(kindNames) as Kind[];

export const isKind = (name: string): name is Kind => Object.hasOwn(kindNames, name);

/** The names of a kind, with optional ones as `undefined`. */
export const namesOf = (kind: Kind): KindNames => kindNames[kind];

/** The noun of a kind, and its plural. State may contain a kind of a newer version. */
export const nounsOf = (kind: string): Pick<KindNames, "noun" | "plural"> =>
  isKind(kind) ? namesOf(kind) : { noun: kind, plural: kind };

/** How messages name a resource. State may contain a kind of a newer version: its title is then the kind. */
export const labelOf = (kind: string): { readonly title: string; readonly nameField: string } => ({
  title: kind,
  nameField: "name",
  ...(isKind(kind) && namesOf(kind)),
});

/** The name of a kind's files, such as `mid-call-tool`. */
export const fileName = (kind: Kind): string =>
  kind.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
