/** The look-ups of the provider's runtime, which answers with the service's own records. */
export interface Lookups {
  voices(mode?: "pipeline" | "multimodal"): Promise<readonly object[]>;
  models(): Promise<readonly object[]>;
  languages(): Promise<readonly object[]>;
  phoneNumbers(type?: "inbound" | "outbound"): Promise<readonly object[]>;
  assistant(name: string): Promise<object>;
  midCallTool(name: string): Promise<object>;
  /** True when there is no access token. */
  readonly offline: boolean;
}

/** Loads the provider: only programs that look something up pay for that. */
export async function openRuntime(settings: Readonly<Record<string, string>>): Promise<Lookups> {
  const { openLookups } = await import("../provider/index.js");
  return openLookups((key) => settings[key]);
}
