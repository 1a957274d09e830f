import { VoicecallError } from "../http/errors.js";
import type { Definition } from "./definition.js";
import { type Bag, own, withoutUndefined } from "./values.js";

/** Keys that only the provider reads. They are outputs, never inputs, so they never show as a difference. */
export const HIDDEN = {
  version: "__v",
  account: "__account",
  createdAt: "__createdAt",
  partial: "__partial",
  notReadable: "__notReadable",
  /** Of a campaign: id and name together show that an account is the recorded one. */
  campaignName: "__campaignName",
} as const;

export const STATE_VERSION = 1;

/** The account that an object was made in, as far as the service has shown it. */
export interface AccountMark {
  baseUrl: string;
  /** From an assistant's record; absent until one was seen. */
  userId?: number;
  /** First 8 hex digits of the token's SHA-256. */
  token: string;
  /** The same of earlier tokens of this account: what one object has shown need not be shown by each. */
  former?: readonly string[];
}

export interface Memory {
  account?: AccountMark;
  /** Milliseconds since the epoch; absent for what was adopted. */
  createdAt?: number;
  /** Properties whose last write is not known to have been kept. */
  partial: readonly string[];
}

/** Declared properties: the keys of the field table that the program set. */
export function declared(definition: Definition, bag: Bag): Record<string, unknown> {
  const keys = Object.keys(definition.fields).filter((key) => own(bag, key) !== undefined);
  return Object.fromEntries(keys.map((key) => [key, bag[key]]));
}

export function memory(bag: Bag): Memory {
  const account = own(bag, HIDDEN.account) as AccountMark | undefined;
  const createdAt = own(bag, HIDDEN.createdAt) as number | undefined;
  return {
    ...(account && { account }),
    ...(createdAt !== undefined && { createdAt }),
    partial: (own(bag, HIDDEN.partial) as string[] | undefined) ?? [],
  };
}

/** Paths of declared fields that the last reading could not compare, though the service shows such fields as a rule. */
export const notReadableIn = (bag: Bag): readonly string[] =>
  (own(bag, HIDDEN.notReadable) as string[] | undefined) ?? [];

/** False for what `get` brings: it was given an id and nothing of ours. */
export const isManaged = (bag: Bag): boolean => own(bag, HIDDEN.version) !== undefined;

/** What a newer version keeps in state, this one would lose or misread. */
export function assertKnownVersion(bag: Bag, purpose: string): void {
  const version = own(bag, HIDDEN.version);
  if (typeof version !== "number" || version <= STATE_VERSION) return;
  throw new VoicecallError(
    "invalid",
    `${purpose}: its state was written by a newer version of pulumi-voicecall (state version ${version}; this version knows ${STATE_VERSION}). ` +
      "Nothing was read or sent, and state is as it was. Update the package: npm install pulumi-voicecall@latest",
  );
}

/** What is stored: declared inputs, computed outputs, and the provider's own memory. */
export function outputs(
  inputs: Bag,
  computed: Bag,
  kept: Memory,
  notReadable: readonly string[] = [],
): Record<string, unknown> {
  return withoutUndefined({
    ...inputs,
    ...computed,
    [HIDDEN.version]: STATE_VERSION,
    [HIDDEN.account]: kept.account,
    [HIDDEN.createdAt]: kept.createdAt,
    [HIDDEN.partial]: kept.partial.length > 0 ? [...kept.partial] : undefined,
    [HIDDEN.notReadable]: notReadable.length > 0 ? [...notReadable] : undefined,
  });
}
