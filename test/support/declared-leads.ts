import { UNKNOWN } from "../../provider/core/fields/values.js";
import type { Program, Props } from "./engine-part.js";

/** What the SDK's classes pass with a resource about all resources of the program that have leads, as a hint. */
export function declaredLeads(name: string, program: Program): Props | null {
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
