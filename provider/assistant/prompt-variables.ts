import { distance } from "fastest-levenshtein";
import type { Finding } from "../core/run/results.js";
import type { Operation } from "../core/run/operation.js";
import { type Bag, FILLED_IN, URN, hasUnknown, isObject, ownValue } from "../core/fields/values.js";
import { counted } from "../base/quoted.js";
import { textsIn } from "../base/wording.js";
import { braced, isPlaceholderName, placeholders } from "../base/placeholders.js";

export const prompts = ["initialMessage", "systemPrompt"] as const;

/** Variables of leads in the specification, and the keys with which notifications describe a call. */
const knownOfCalls = new Set(["customer_name", "email", "phone_number", "customer_phone", "assistant_phone"]);

const SLIP =
  'contains "undefined", "NaN" or "[object …]", which JavaScript writes for a missing value or an object. Correct the value, or reword the text';

/**
 * Finds variables that prompts use but nothing declares, and declared variables that nothing uses. If the
 * assistant makes calls, an undeclared variable is reported only if it is probably misspelled: leads and
 * individual phone calls can have any variables.
 */
export function variableFindings({ news: inputs, hints }: Operation, isNew: boolean): Finding[] {
  const declared = declaredNames(inputs, isNew);
  const slips = prompts
    .filter((property) => /\b(?:undefined|NaN)\b|\[object \w+\]/.test(text(inputs, property)))
    .map((path): Finding => ({ path, reason: SLIP }));
  if (!declared) return slips;
  const unused = unusedNames(inputs, declared);
  const later = new Set(filledIn(hints));
  const meant = new Set<string>();
  const found = prompts.flatMap((property) => {
    const finding = (reason: string): Finding[] => [{ path: property, reason }];
    return placeholders(text(inputs, property))
      .filter((name) => !declares(declared, name))
      .flatMap((name) => {
        const near = unused.find((other) => isMisspelled(name, other));
        if (near !== undefined) {
          meant.add(near);
          return finding(
            `uses {{${name}}}, which is not declared in variables. Perhaps "${near}" is meant, which is declared there but not used`,
          );
        }
        if (mayCome(name, inputs) || later.has(name) || !isOfProgram(hints)) return [];
        return finding(
          `uses {{${name}}}, which is not declared in variables and which an incoming call does not provide. If the service fills it in, list it in the front matter of the file that prompt() reads`,
        );
      });
  });
  const idle = unused.filter((name) => !meant.has(name));
  const reason = `declares ${listed(idle)}, which no text of the assistant uses`;
  return [...slips, ...found, ...(idle.length > 0 ? [{ path: "variables", reason }] : [])];
}

/** The names that neither an incoming call nor `variables` provides. Empty if the assistant makes calls. */
export function unknownToReceiver(names: readonly string[], inputs: Bag): string[] {
  const declared = declaredNames(inputs, true) ?? [];
  return names.filter((name) => !declares(declared, name) && !mayCome(name, inputs));
}

/**
 * Whether a call may provide the variable. An incoming call provides only the known keys, and what the inbound webhook
 * responds (docs/assumptions.md: inbound webhook).
 */
const mayCome = (name: string, inputs: Bag): boolean =>
  ownValue(inputs, "callsDirection") !== "receive" ||
  knownOfCalls.has(name) ||
  (ownValue(inputs, "inboundWebhookUrl") ?? null) !== null;

/** Undefined if unknown: a field that the program leaves out keeps its live value. */
function declaredNames(inputs: Bag, isNew: boolean): string[] | undefined {
  const value = ownValue(inputs, "variables");
  if (value === undefined) return isNew ? [] : undefined;
  return isObject(value) ? Object.keys(value) : undefined;
}

/** `{{address.city}}` uses the variable `address`. */
const declares = (declared: readonly string[], name: string): boolean =>
  declared.some((key) => name === key || name.startsWith(`${key}.`));

function unusedNames(inputs: Bag, declared: readonly string[]): string[] {
  const { variables: _, ...rest } = inputs;
  // Notifications contain all variables (`input_variables`), so with a webhook none counts as unused.
  const toReceiver = (ownValue(inputs, "webhookUrl") ?? null) !== null;
  if (toReceiver || hasUnknown(rest)) return [];
  const used = textsIn(rest).flatMap(braced);
  return declared.filter((key) => !used.some((name) => declares([key], name)));
}

export function text(inputs: Bag, property: string): string {
  const value = ownValue(inputs, property);
  return typeof value === "string" && !hasUnknown(value) ? value : "";
}

/**
 * Whether the resource is in a program. The front matter of a prompt can name variables that the service fills
 * in, and `pulumi import`, which runs no program, does not know these names.
 */
const isOfProgram = (hints: Bag): boolean => ownValue(hints, URN) !== undefined;

/** Variables in front matter that the service fills in. The SDK passes them as a hint, which is never stored. */
function filledIn(hints: Bag): unknown[] {
  const names = ownValue(hints, FILLED_IN);
  return Array.isArray(names) ? names : [];
}

function isMisspelled(name: string, other: string): boolean {
  const [left = "", right = ""] = [name, other].map((each) => each.toLowerCase().replace(/[_.-]/g, ""));
  return distance(left, right) <= (Math.min(left.length, right.length) < 8 ? 1 : 2);
}

function listed(names: readonly string[]): string {
  const usable = names.filter(isPlaceholderName);
  const rest = names.length - usable.length;
  if (usable.length === 0) return `${counted(rest, "name")} that cannot be used in a prompt`;
  const quotedNames = usable.slice(0, 10).map((name) => JSON.stringify(name));
  const more = usable.length - quotedNames.length;
  const quoted = joined(more > 0 ? [...quotedNames, `${more} more`] : quotedNames);
  if (rest === 0) return quoted;
  return `${quoted} (and ${rest} more whose ${rest === 1 ? "name" : "names"} cannot be used in a prompt)`;
}

function joined(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0]!;
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;
}
