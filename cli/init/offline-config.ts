/** The configuration of a stack for a run without its secrets. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { PLACEHOLDER } from "../../provider/facade.js";
import { reasonOf } from "../base/exit.js";
import { projectFile } from "../base/pulumi.js";
import { stackFileName, stackFiles, yamlKeys } from "../base/stack-file.js";

/** Settings that a run without a token must not have. */
const NEED_A_TOKEN = ["voicecall:accessToken", "voicecall:accessTokenEnv", "voicecall:offline"];

const mostCharacters = 1_000_000;
const mostLevels = 100;

/**
 * The values of the stack's file, such as Pulumi.<stack>.yaml, with a placeholder for each secret. Leaves out
 * this package's secrets and the settings that need a token. Decrypts nothing. Without the file, the
 * configuration is empty.
 * @throws Error if the file, or the project's file, cannot be parsed
 */
export function offlineConfig(folder: string, stack: string): { config: Record<string, unknown> } {
  const project = projectFile({ cwd: folder });
  const { folder: place, extension } =
    project === undefined ? { folder, extension: ".yaml" } : stackFiles(project);
  const name = stackFileName(stack, extension);
  const file = path.join(place, name);
  if (!existsSync(file)) return { config: {} };
  const entries = Object.entries(configIn(name, readFileSync(file, "utf8")));
  const usable = entries.filter(
    // Omits secret settings of this package, because a placeholder is not a valid base URL or policy.
    ([key, value]) => !NEED_A_TOKEN.includes(key) && !(key.startsWith("voicecall:") && isSecret(value)),
  );
  return { config: withoutSecrets(name, Object.fromEntries(usable)) };
}

function configIn(name: string, text: string): Record<string, unknown> {
  let config: unknown;
  try {
    config = yamlKeys(text)["config"] ?? {};
  } catch (error) {
    throw new Error(`${name} cannot be parsed: ${reasonOf(error)}`);
  }
  if (typeof config !== "object" || Array.isArray(config))
    throw new Error(`${name}: "config" must contain keys and values.`);
  return config as Record<string, unknown>;
}

/** @throws Error if YAML aliases refer to themselves, or expand to far more than a configuration needs */
function withoutSecrets(name: string, config: Record<string, unknown>): Record<string, unknown> {
  let characters = 0;
  const copied = (value: unknown, level: number): unknown => {
    characters += typeof value === "string" ? value.length + 1 : 1;
    if (characters > mostCharacters || level > mostLevels) {
      throw new Error(
        `${name} cannot be used: with its aliases resolved it contains more than a million characters or more than ${mostLevels} levels.`,
      );
    }
    if (isSecret(value)) return PLACEHOLDER;
    if (Array.isArray(value)) return value.map((inner) => copied(inner, level + 1));
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    return copiedObject(value, level);
  };
  const copiedObject = (object: object, level: number): Record<string, unknown> => {
    const entries = Object.entries(object).map(([key, inner]) => {
      characters += key.length;
      return [key, copied(inner, level + 1)];
    });
    return Object.fromEntries(entries) as Record<string, unknown>;
  };
  return copiedObject(config, 0);
}

function isSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const [only, ...others] = Object.entries(value);
  return others.length === 0 && only?.[0] === "secure" && typeof only[1] === "string";
}
