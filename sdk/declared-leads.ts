import * as pulumi from "@pulumi/pulumi";
import { type Kind, namesOf } from "../provider/base/kind.js";
import type { OwnProvider } from "./own-account.js";
import { perRun } from "./per-run.js";

interface Resource {
  readonly kind: Kind;
  readonly name: string;
  /** Known only after the constructor. */
  readonly own: OwnProvider;
}

/** As the program declares them: they may be outputs or resources. */
interface Arguments {
  readonly phoneNumber?: unknown;
  readonly campaign?: unknown;
}

interface Declared extends Resource, Arguments {
  /** A Lead resource passes its number, or another one of its provider did. */
  isPassed?: true;
}

const declared = perRun((): Declared[] => []);

/**
 * Notes a resource, for the hints of others.
 * @returns a hint for the provider: the place of the resource and, for a kind that counts the leads of its campaign, all
 * resources with leads and the others of its own kind that the program declares until it waits for something. Of many
 * Lead resources, only the first gets them, because all copies would be large. The engine reports some of them later, and those that `--target` leaves out never. An output may depend on the resource
 * with the hint, so it is passed as null, or as true if both have the same campaign.
 */
export function declaredLeads(
  resource: Resource,
  { phoneNumber, campaign }: Arguments,
): { readonly __declaredLeads?: object } {
  const { kind, own } = resource;
  if (namesOf(kind).calls === "nobody") return {};
  const all = declared();
  const place = all.push({ ...resource, phoneNumber, campaign });
  const numberAt = (index: number): string | null => {
    const number = all[index]!.phoneNumber;
    return typeof number === "string" ? number : null;
  };
  const other = ({ name, campaign: theirs }: Declared): [string, unknown] => [
    name,
    typeof theirs === "string" || typeof theirs === "number" ? theirs : theirs === campaign || null,
  ];
  const hint = async (): Promise<object> => {
    await new Promise(setImmediate);
    if (kind === "Lead") {
      if (all[place - 1]!.isPassed) return { place };
      for (const one of all) if (one.own.provider === own.provider) one.isPassed = true;
    }
    if (kind === "CampaignState" && pulumi.runtime.isDryRun()) await registered(all.slice(0, place - 1));
    const places = (of: Kind): number[] =>
      [...all.keys()].filter((index) => all[index]!.kind === of && all[index]!.own.provider === own.provider);
    const hints = {
      place,
      leads: places("Lead").map((index) => [index + 1, numberAt(index)]),
      sets: places("LeadSet").map((index) => index + 1),
    };
    if (kind === "Lead") return hints;
    const others = places(kind).filter((index) => index !== place - 1);
    return { ...hints, others: others.map((index) => other(all[index]!)) };
  };
  return { __declaredLeads: hint() };
}

/**
 * Resolves when the engine has checked the leads, so that each preview of one program says the same about whom a start
 * calls. Gives up after half a minute, because a lead may wait for the start.
 */
const registered = (before: readonly Declared[]): Promise<unknown> => {
  const urns = before.flatMap(({ kind, own }) => (kind === "CampaignState" ? [] : (own.urn ?? [])));
  return Promise.race([
    new Promise((resolve) => setTimeout(resolve, 30_000).unref()),
    Promise.all(urns.map((urn) => new Promise((resolve) => urn.apply(resolve)))),
  ]);
};
