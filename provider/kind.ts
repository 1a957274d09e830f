/** The names of a kind in texts and options of the command line. */
interface KindNames {
  /** One object, and several. */
  readonly noun: string;
  readonly plural: string;
  /** The words before its name in messages; absent: the kind. */
  readonly title?: string;
  /** The property with its name in messages; absent: `name`. */
  readonly nameField?: string;
  /** `voicecall export` takes `--<noun>`, which selects single objects; the text describes the option. */
  readonly select?: string;
  /** `voicecall export` includes the kind only with `--<plural>`; the text describes the option. */
  readonly request?: string;
}

/**
 * Every kind of resource. The keys are stored in users' state and can never change. The order is that of exports, reports
 * and documentation. Without imports, so that `--help` does not load the provider; the rest of a kind is in catalog.ts.
 */
export const kindNames = {
  MidCallTool: { noun: "tool", plural: "tools", select: "only this tool; may be repeated" },
  Assistant: {
    noun: "assistant",
    plural: "assistants",
    select: "only this assistant and its tools; may be repeated",
  },
  Campaign: { noun: "campaign", plural: "campaigns" },
  Lead: {
    noun: "lead",
    plural: "leads",
    title: "Lead of campaign",
    nameField: "campaign",
    request: "leads too",
  },
  LeadSet: {
    noun: "lead-set",
    plural: "lead sets",
    title: "LeadSet of campaign",
    nameField: "campaign",
  },
  CampaignState: {
    noun: "campaign",
    plural: "campaigns",
    nameField: "campaign",
    request: "campaigns too, each with its current state",
  },
} as const satisfies Record<string, KindNames>;

export type Kind = keyof typeof kindNames;

export const kinds = Object.keys(kindNames) as Kind[];

export const isKind = (name: string): name is Kind => Object.hasOwn(kindNames, name);

/** The names of a kind, with absent options as undefined. */
export const namesOf = (kind: Kind): KindNames => kindNames[kind];

/** What messages call a resource of the kind. State may contain a kind that only a newer version knows. */
export const labelOf = (kind: string): { readonly title: string; readonly nameField: string } => ({
  title: kind,
  nameField: "name",
  ...(isKind(kind) && namesOf(kind)),
});

/** The name of a kind's files, such as `mid-call-tool`. */
export const fileName = (kind: Kind): string =>
  kind.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
