/** A tool as a model gets it. */

/** A JSON schema of the arguments of a tool. */
export interface Parameters {
  readonly type: "object";
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
  readonly required?: readonly string[];
}

export interface RenderedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** Set for a built-in tool that ends the conversation. */
  readonly ends?: { readonly reason: "assistant" } | { readonly reason: "transfer"; readonly to: string };
}
