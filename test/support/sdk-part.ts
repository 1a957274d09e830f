/** Plays the SDK: what a program declares, and what the SDK's classes pass with it. */
import { UNKNOWN } from "../../provider/core/fields/values.js";
import type { Hosted } from "../../provider/runtime.js";

export type Props = Record<string, unknown>;
type Outputs = (name: string) => Props;

export interface Declared {
  kind: string;
  /** Properties, or a function that returns them from the outputs of earlier resources. */
  props: Props | ((of: Outputs) => Props);
}

export type Program = Record<string, Declared>;

/**
 * What the SDK's classes pass beside the properties.
 * @param knowsUrn whether the URN too, because the engine does not pass it to the provider
 */
export const hintsOf = (name: string, declared: Props, program: Program, knowsUrn: boolean): Props => ({
  ...listOf(declared),
  __declaredLeads: declaredLeads(name, program),
  ...(knowsUrn && { __urn: urnOf(program[name]!.kind, name) }),
});

export const urnOf = (kind: string, name: string): string => `urn:pulumi:dev::program::${kind}::${name}`;

/** The file of a LeadSet's list. */
function listOf({ leads }: Props): Props {
  const { file } = (leads ?? {}) as { file?: unknown };
  return typeof file === "string" ? { __rowsFile: file } : {};
}

/** About all resources of the program that have leads, as a hint. */
function declaredLeads(name: string, program: Program): Props | null {
  const kind = program[name]?.kind;
  const place = Object.keys(program).indexOf(name);
  const isFirst = place === Object.values(program).findIndex((one) => one.kind === kind);
  if (kind === "Lead" && !isFirst) return { place };
  if (kind !== "Lead" && kind !== "LeadSet" && kind !== "CampaignState") return null;
  const others: unknown[] = [];
  const hint = { place, leads: [] as unknown[], sets: [] as number[], ...(kind !== "Lead" && { others }) };
  const { campaign }: Props = { ...program[name]?.props };
  for (const [index, { kind: other, props }] of Object.values(program).entries()) {
    const theirs = typeof props === "function" ? null : props["campaign"];
    if (other === kind && index !== place)
      others.push([Object.keys(program)[index], theirs === UNKNOWN ? campaign === UNKNOWN || null : theirs]);
    const number = typeof props === "function" ? UNKNOWN : props["phoneNumber"];
    if (other === "LeadSet") hint.sets.push(index);
    else if (other === "Lead")
      hint.leads.push([index, typeof number !== "string" || number === UNKNOWN ? null : number]);
  }
  return hint;
}

/** The inputs that check returns. In a preview, they have the mistakes. @throws Error with the mistakes */
export async function checked(provider: Hosted, olds: Props, news: Props): Promise<Props> {
  const { inputs, failures } = await provider.check(olds, news);
  const mistakes = [...failures.map(({ reason }) => reason), ...((inputs["__mistakes"] ?? []) as string[])];
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  return inputs;
}
