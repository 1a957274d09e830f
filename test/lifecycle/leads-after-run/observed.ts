import { ORDERS } from "../../kinds/campaign-state.js";
import type { Outcome, Props } from "../../support/engine-part.js";
import type { World } from "../../support/world.js";
import { listed, personIn, personOf } from "./people.js";

export const STARTED = "**start**";
export const NO_START = "(no start)";

/** Whom the preview of a start names, by their countries. */
export function called({ lines, errors }: Outcome): string {
  const text = [...lines, ...errors].join("\n");
  const start = /(It|As far as this preview knows yet, it) will call \d+ leads?(?: \(([^)]*)\))?/.exec(text);
  if (!start) return /Whom it calls is unknown|known only after an apply/.test(text) ? "unknown" : NO_START;
  const people = (start[2] ?? "").split(", ").flatMap((part) => {
    const [count, country] = part.split(" ");
    return Array.from({ length: Number(count) || 0 }, () => personIn(country!));
  });
  return `${listed(people)}${start[1] === "It" ? "" : " …"}`;
}

const isCalled = ({ status }: { status: string }): boolean =>
  status !== "blacklisted" && status !== "completed";

/** Whom a running campaign calls, by the id of the lead: a person with two leads is called twice. */
export const ringing = ({ emulator: { state } }: World, campaign: number): [id: number, person: string][] =>
  state.leads
    .filter((lead) => lead.campaign_id === campaign && isCalled(lead))
    .map(({ id, phone_number: number }) => [id, personOf(number)]);

/** Ids as people. */
export function unlistedIn(here: World, { lines }: Outcome): string {
  const ids = new Map(
    here.emulator.state.leads.map(({ id, phone_number: number }) => [id, personOf(number)]),
  );
  const named = (text: string): string =>
    text.replaceAll(/\d+/g, (id) => ids.get(Number(id)) ?? `lead ${id}`);
  const found = lines.flatMap((line) => {
    const start =
      /\d+ of them (?:is|are) in no list and of no resource of this program \(ids? ([^)]*)\)/.exec(line);
    const warned = /(up to )?\d+ leads? that no list and no resource .*?\((?:among )?ids? ([^)]*)\)/.exec(
      line,
    );
    const removed = /exclusive: true will remove (up to )?.*?\((?:among )?ids? ([^)]*)\)/.exec(line);
    const kept = /but exclusive: true removes none/.test(line);
    return [
      ...(start ? [`start: ${named(start[1]!)}`] : []),
      ...(warned ? [`named: ${warned[1] ?? ""}${named(warned[2]!)}`] : []),
      ...(removed ? [`to remove: ${removed[1] ?? ""}${named(removed[2]!)}`] : []),
      ...(kept ? ["exclusive waits"] : []),
      ...(/were not looked for/.test(line) ? ["not looked for"] : []),
    ];
  });
  return [...new Set(found)].join("; ") || "–";
}

/** How many leads each resource counts, as the fence says them if it allows none. */
export const counts = ({ errors }: Outcome): string =>
  errors
    // The harness cannot go on with the outputs of a resource that failed.
    .filter((error) => !error.endsWith("is used before it is declared"))
    .map((error) => {
      const kind =
        error.includes("START") || error.includes("start ") ? "start" : /LeadSet|Lead/.exec(error)?.[0];
      const count = /the campaign would have (\d+) lead/.exec(error)?.[1];
      return count ? `${kind}: ${count}` : "other error";
    })
    .join(", ") || "–";

/** Requests that write, with the people whom they are about, and the people who are in the campaign at the start. */
export function watch(
  here: World,
  campaign: number,
): { readonly sent: string[]; readonly rang: Map<number, string> } {
  const sent: string[] = [];
  const rang = new Map<number, string>();
  const { transport, emulator } = { ...here, transport: here.engine.transport! };
  here.engine.transport = {
    send: async (request) => {
      const { method, url, body } = request;
      const bag = body === undefined ? {} : (JSON.parse(body) as Props);
      const id = Number(/\/(\d+)$/.exec(url)?.[1]);
      const about = emulator.state.leads.find((lead) => lead.id === id)?.phone_number;
      if (method !== "GET" && url.includes("/user/lead"))
        sent.push(
          `${{ POST: "+", PUT: "~", DELETE: "−" }[method as string]}${personOf(bag["phone_number"] ?? about)}`,
        );
      const response = await transport.send(request);
      if (url.endsWith(ORDERS)) {
        sent.push(STARTED);
        for (const one of ringing(here, campaign)) rang.set(...one);
      }
      return response;
    },
  };
  return { sent, rang };
}
