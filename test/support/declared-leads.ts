import { UNKNOWN } from "../../provider/core/fields/values.js";
import type { Program, Props } from "./engine-part.js";

/** What the SDK's classes pass with a resource about all resources of the program that have leads, as a hint. */
export function declaredLeads(name: string, program: Program): Props | null {
  const kind = program[name]?.kind;
  const place = Object.keys(program).indexOf(name);
  if (kind === "Lead") return { place };
  if (kind !== "LeadSet" && kind !== "CampaignState") return null;
  const hint = { place, leads: [] as unknown[], sets: [] as number[] };
  for (const [index, { kind: other, props }] of Object.values(program).entries()) {
    const number = typeof props === "function" ? UNKNOWN : props["phoneNumber"];
    if (other === "LeadSet") hint.sets.push(index);
    else if (other === "Lead") hint.leads.push([index, number === UNKNOWN ? null : number]);
  }
  return hint;
}
