import * as pulumi from "@pulumi/pulumi";
import { commandKeys } from "../provider/base/command-settings.js";
import { keyText, quoted } from "../provider/base/quoted.js";
import { closest, didYouMean } from "../provider/base/suggest.js";
import { credentialKeys, policyForms, policyKeys, secretKeys } from "./generated/account.js";
import { refusal } from "./refusal.js";

const known: readonly string[] = [...credentialKeys, ...policyKeys, ...commandKeys];

const NAMESPACE = "voicecall:";

/** Pulumi's types lack this function. Undefined if the installed version lacks it too. */
const isSecret = (key: string): boolean | undefined =>
  (pulumi.runtime as { isConfigSecret?: (key: string) => boolean }).isConfigSecret?.(key);

/** The runs that have shown their warnings. A process of the Automation API may have many runs. */
const warned = new WeakSet<object>();

/** Settings with names that a program may use for its own values. */
const COMMON = ["baseUrl", "accessToken", "accessTokenEnv", "offline", "timeout", "routes", "debug"];

/**
 * Checks the settings in the stack configuration. The provider reads individual keys, so a misspelled key
 * would have no effect. Warns about a secret in clear text, and about settings in a different namespace.
 * @throws RunError that names an unknown setting, or one with a wrong value
 */
export function checkStackSettings(): void {
  const keys = Object.keys(pulumi.runtime.allConfig())
    .filter((key) => key.startsWith(NAMESPACE))
    .map((key) => key.slice(NAMESPACE.length));
  for (const key of keys) {
    if (!known.includes(key))
      throw refusal(
        `voicecall:${keyText(key)} in the stack configuration is not a setting.${didYouMean(key, known)} ` +
          "Correct it, or remove it with `pulumi config rm`.",
      );
    checkValue(key);
  }
  const run = pulumi.runtime.getMonitor();
  if (run === undefined || warned.has(run)) return;
  warned.add(run);
  for (const text of misplaced()) void pulumi.log.warn(text);
  for (const key of keys.filter((one) => (secretKeys as readonly string[]).includes(one))) {
    if (isSecret(NAMESPACE + key) === false)
      void pulumi.log.warn(
        `voicecall:${key} is in clear text in the stack configuration. Replace the token in the service, and set the new one with \`pulumi config set --secret voicecall:${key}\`.`,
      );
  }
}

/** What `voicecall pull` has merged of a resource, for the provider. */
export function mergedOf(kind: string, name: string): { __merged?: Record<string, unknown> } {
  const all = new pulumi.Config("voicecall").getObject<Record<string, unknown>>("merged");
  const own = Object.entries({ ...all }).filter(([key]) => key.startsWith(kind) && key.includes(`${name}.`));
  return own.length > 0 ? { __merged: Object.fromEntries(own) } : {};
}

/** Warnings about settings in the namespace of the project or in a misspelled `voicecall`, which have no effect. */
function misplaced(): string[] {
  const project = pulumi.getProject();
  return Object.keys(pulumi.runtime.allConfig()).flatMap((full) => {
    const [namespace = "", key = ""] = full.split(/:(.*)/s);
    if (namespace === "voicecall") return [];
    const isOwn = namespace === project;
    if (isOwn ? !known.includes(key) || COMMON.includes(key) : closest(namespace, ["voicecall"]).length === 0)
      return [];
    const [meant] = closest(key, known);
    return [
      `${quoted(full)} in the stack configuration has no effect: settings of this package begin with "voicecall:".` +
        (meant === undefined ? "" : ` Did you mean voicecall:${meant}?`),
    ];
  });
}

/** Checked here as well, because the provider would report the error on the first resource only, without the value. */
function checkValue(key: string): void {
  const { pattern, allowed, default: initial } = policyForms[key] ?? {};
  const value = pulumi.runtime.getConfig(NAMESPACE + key)?.trim();
  if (pattern === undefined || value === undefined || new RegExp(pattern).test(value)) return;
  // The value may be secret, unless the configuration is known to contain it in clear text.
  const what =
    isSecret(NAMESPACE + key) === false && value.length <= 40
      ? `is ${quoted(value)}, which is not allowed`
      : "has a value that is not allowed";
  throw refusal(
    `voicecall:${key} in the stack configuration ${what}. Allowed: ${allowed}. The default is ${initial}.`,
  );
}
