/** What a preview would do, from the events of the engine and the messages of the provider. */
import { NOT_DELETED } from "../../provider/facade.js";
import type { Message } from "../../provider/base/messages.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { parsedEvent } from "../drift/events.js";

export interface Review {
  /** Whether the engine has seen all resources. After an error, it skips those that it has not seen. */
  readonly complete: boolean;
  /** Whether the apply changes anything. True if the preview is incomplete. */
  readonly changes: boolean;
  /** What starts campaigns, or may start them. */
  readonly starts: readonly string[];
  /** Who may be called because of the apply, by campaigns that run. */
  readonly calls: readonly string[];
  /** Resources, and texts about leads that the service deletes with a campaign. */
  readonly deletions: readonly string[];
  readonly replacements: readonly string[];
  readonly failures: readonly string[];
  /** What the preview cannot show, such as that a setting takes away a protection. */
  readonly warnings: readonly string[];
}

/**
 * Whether objects of the kind must not be deleted.
 * @param account the setting of the account (explicit provider)
 */
export type IsFenced = (kind: string, account: unknown) => boolean;

const QUIET = ["same", "read", "refresh"];

/**
 * Takes nothing from the text of the preview, which contains texts of the program and of the service.
 * @param isWhole whether the command ended as it does after a whole preview
 */
export function reviewOf(
  log: readonly string[],
  messages: readonly Message[],
  isWhole = true,
  warnings: readonly string[] = [],
  isFenced: IsFenced = () => false,
): Review {
  const events = log.flatMap((line) => parsedEvent(line) ?? []);
  // A provider only has settings. The default one changes with each setting that CI and a person give differently.
  const all = events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  const steps = all.filter(({ type }) => !type.startsWith("pulumi:providers:"));
  const accounts = new Map(all.map((one) => [one.urn, (one.new ?? one.old)?.inputs["voicecall:deletions"]]));
  const replaced = new Set(steps.filter(({ op }) => op.includes("replace")).map(({ urn }) => urn));
  const deleted = steps.filter(({ op, urn }) => op === "delete" && !replaced.has(urn));
  const errors = events
    .flatMap(({ diagnosticEvent }) => diagnosticEvent ?? [])
    .filter(({ severity, message }) => severity === "error" && message.trim() !== "");
  const failures = errors.flatMap(({ urn, message }) => (urn ? `${resourceName(urn)}: ${message}` : []));
  const texts = (effect: Message["effect"]): string[] =>
    messages.flatMap((message) =>
      message.effect === effect && !replaced.has(message.unlessReplaced ?? "") ? message.text : [],
    );
  const starts = texts("start");
  const fenced = deleted.flatMap(({ urn, type, provider }) => {
    const account = accounts.get(provider?.replace(/::[^:]*$/, "") ?? "");
    const kind = type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : "";
    return isFenced(kind, account) ? [`${resourceName(urn)}: will fail: ${NOT_DELETED}`] : [];
  });
  // The engine writes its summary even after an error.
  const complete = isWhole && errors.length === 0 && events.some(({ summaryEvent }) => summaryEvent);
  return {
    complete,
    changes: !complete || starts.length > 0 || steps.some(({ op }) => !QUIET.includes(op)),
    starts: sorted(starts),
    calls: sorted(texts("call")),
    deletions: sorted([...deleted.map(({ urn }) => resourceName(urn)), ...texts("loss")]),
    replacements: sorted([...replaced].map(resourceName)),
    // If an error names a resource, errors without one, such as "preview failed", add nothing.
    failures: sorted([
      ...fenced,
      ...texts("failure"),
      ...(failures.length > 0 ? failures : errors.map(({ message }) => message)),
    ]),
    warnings,
  };
}

/** Each text is one line, so that no name looks like a line of its own. */
const sorted = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.replace(/\s+/g, " ").trim()))].sort();

/** Such as `Assistant support`, and with the whole type for resources of other packages. */
function resourceName(urn: string): string {
  const [, , types = "", ...name] = urn.split("::");
  const type = types.split("$").at(-1)!;
  return `${type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : type} ${name.join("::")}`;
}
