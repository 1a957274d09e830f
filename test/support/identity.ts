/** What the SDK's classes pass about the resources of a program. */
import { UNKNOWN } from "../../provider/core/fields/values.js";
import type { Program, Props } from "./engine-part.js";

/** How they identify a resource. */
export const identity = (program: Program, name: string): string =>
  `${Object.keys(program).indexOf(name) + 1}:${name}`;

/** For a kind that counts the other leads of its campaign: all resources with leads, as a hint. */
export function otherLeads(kind: string, program: Program): Props {
  if (kind !== "LeadSet" && kind !== "CampaignState") return {};
  const hint = { leads: [] as unknown[], sets: [] as string[] };
  for (const [name, { kind: other, props }] of Object.entries(program)) {
    const number = typeof props === "function" ? null : props["phoneNumber"];
    if (other === "LeadSet") hint.sets.push(identity(program, name));
    else if (other === "Lead") hint.leads.push([identity(program, name), number === UNKNOWN ? null : number]);
  }
  return { __otherLeads: hint };
}
