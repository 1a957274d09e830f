/** Rules for every cell, whatever its outcome is. */
import type { Column, Kind } from "./kinds.js";
import type { Played } from "./play.js";
import { TOKEN } from "./stage.js";

const LONGEST = 4_000;

/** To stop a campaign or to set a webhook twice does no harm. */
const isRepeatable = ({ title }: Column): boolean => /^(stop|set) /.test(title);

export function violations(kind: Kind, column: Column, played: Played): string[] {
  const { succeeded, errors, lines, left, risked, processed, texts, ids, unmended, struck } = played;
  const problems = unmended.map((what) => `after the fault: ${what}`);
  const says = (what: string): void => void problems.push(what);
  const once = [...errors, ...lines].join("\n");
  if (struck === 0) says("the fault applied to no request");
  if (left.service === "several") says("there are two objects");
  if (processed > 1 && !isRepeatable(column)) says(`the request was processed ${processed} times`);
  if (risked > 1 && column.at.method === "POST" && !isRepeatable(column))
    says(`the request was sent ${risked} times, though it may have been processed`);
  const there = left.service !== "none" && kind.kind !== "CampaignState";
  const named = kind.named.test(once) || ids.some((id) => new RegExp(`\\b${id}\\b`).test(once));
  if (there && left.state === "nothing" && column.command !== "preview" && !named)
    says("an object exists that is not in state, and no message names it");
  for (const text of texts) {
    for (const secret of [TOKEN, ...kind.secrets])
      if (text.includes(secret)) says(`a text contains a secret: ${text}`);
    if (text.length > LONGEST) says(`a text has ${text.length} characters: ${text.slice(0, 80)}`);
    if (/\bundefined\b|\[object |\bNaN\b|Infinity|\n\s+at /.test(text))
      says(`a text contains internal terms: ${text}`);
  }
  if (succeeded) problems.push(...pretended(kind, column, played));
  return problems;
}

/** How service and state differ from what the command must leave after a success. */
function pretended(kind: Kind, { command, leaves, found }: Column, { left, lines }: Played): string[] {
  const { service, state } = left;
  const observed = `in the service: ${service}; in state: ${state}`;
  if (command === "preview")
    return service === (found ? "as before" : "none") ? [] : [`preview changed something: ${observed}`];
  if (command === "refresh") {
    if (service === "as before" && state === "as before") return [];
    const isGone =
      kind.kind === "CampaignState" ? lines.length > 0 : ["nothing", "marked as gone"].includes(state);
    return service === "none" && isGone ? [] : [`a refresh that misleads: ${observed}`];
  }
  if (state === "marked as gone" && service === "none" && lines.length > 0) return [];
  if (command === "destroy" && kind.kind === "CampaignState" && service === "none") return [];
  if (command === "destroy" && state !== "nothing") return [`deleted and still in state: ${observed}`];
  if (service !== (leaves === undefined ? "none" : "as declared")) return [`a false success: ${observed}`];
  return command === "destroy" || state === "as declared"
    ? []
    : [`a success that state does not record: ${observed}`];
}
