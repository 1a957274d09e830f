import type {
  AssistantRecord,
  Language,
  MidCallToolRecord,
  Model,
  PhoneNumber,
  Voice,
} from "./lookup-records.js";

/** The look-ups of the provider's runtime. */
export interface Lookups {
  voices(mode?: "pipeline" | "multimodal"): Promise<readonly Voice[]>;
  models(): Promise<readonly Model[]>;
  languages(): Promise<readonly Language[]>;
  phoneNumbers(type?: "inbound" | "outbound"): Promise<readonly PhoneNumber[]>;
  assistant(name: string): Promise<AssistantRecord>;
  midCallTool(name: string): Promise<MidCallToolRecord>;
  /** True when there is no access token. */
  readonly offline: boolean;
}

/** Loads the provider: only programs that look something up pay for that. */
export async function openRuntime(settings: Readonly<Record<string, string>>): Promise<Lookups> {
  const { openLookups } = await import("../provider/index.js");
  return openLookups((key) => settings[key]) as unknown as Lookups;
}
