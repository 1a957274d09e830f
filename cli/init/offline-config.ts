/** The configuration of a stack for a run without its secrets. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PLACEHOLDER, PLACEHOLDER_NUMBER } from "../../provider/facade.js";
import { reasonOf } from "../base/exit.js";
import { projectFile } from "../base/pulumi.js";
import { projectKeys, stackFileName, stackFiles, yamlKeys } from "../base/stack-file.js";

/** Settings that a run without a token must not have. */
const NEED_A_TOKEN = ["voicecall:accessToken", "voicecall:accessTokenEnv", "voicecall:offline"];

const mostCharacters = 1_000_000;
const mostLevels = 100;

type Config = Record<string, unknown>;

/**
 * The values of the stack's file, such as Pulumi.<stack>.yaml, with a placeholder for each secret, also for one that
 * only the program names. Leaves out this package's secrets and the settings that need a token. Decrypts nothing.
 * @throws Error if the file, or the project's file, cannot be parsed
 */
export function offlineConfig(folder: string, stack: string): { config: Config } {
  const project = projectFile({ cwd: folder });
  const { folder: place, extension } =
    project === undefined ? { folder, extension: ".yaml" } : stackFiles(project);
  const name = stackFileName(stack, extension);
  const file = path.join(place, name);
  const values = existsSync(file) ? configIn(name, readFileSync(file, "utf8")) : {};
  const usable = Object.entries(values).filter(
    // Omits secret settings of this package, because a placeholder is not a valid base URL or policy.
    ([key, value]) => !NEED_A_TOKEN.includes(key) && !(key.startsWith("voicecall:") && isSecret(value)),
  );
  const read = project === undefined ? [] : readBy(project);
  const kinds = Object.fromEntries(read.map(({ key, placeholder }) => [key, placeholder]));
  const shown = usable.map(([key, value]) => [
    key,
    isSecret(value) ? (kinds[key.slice(key.indexOf(":") + 1)] ?? PLACEHOLDER) : value,
  ]);
  // Who has no passphrase cannot add a secret value to the file.
  const added = read
    .filter(({ isRequiredSecret }) => isRequiredSecret)
    .map(({ key, placeholder }) => [`${String(projectKeys(project!)["name"])}:${key}`, placeholder]);
  return {
    config: {
      ...(Object.fromEntries(added) as Config),
      ...withoutSecrets(name, Object.fromEntries(shown) as Config),
      "voicecall:offline": "always",
    },
  };
}

/** A value that the program reads from its configuration. */
interface Read {
  /** Without a namespace. */
  readonly key: string;
  readonly isRequiredSecret: boolean;
  /** Has the type that the program reads. */
  readonly placeholder: unknown;
}

const OF_TYPE: Readonly<Record<string, unknown>> = {
  Number: PLACEHOLDER_NUMBER,
  integer: PLACEHOLDER_NUMBER,
  Boolean: false,
  boolean: false,
  Object: {},
  array: [],
};

const placeholderOf = (type: unknown): unknown => OF_TYPE[String(type)] ?? PLACEHOLDER;

const READS = /\b(?:get|require)(Secret)?(Number|Boolean|Object)?\s*(?:<[^()]*>)?\(\s*(["'`])([^"'`$]+)\3/g;

/** What the program reads by a literal key. The engine checks a type in the project's file, so that type comes last. */
function readBy(project: string): Read[] {
  const { config } = projectKeys(project);
  const inCode = sources(path.dirname(project)).flatMap((text) =>
    [...text.matchAll(READS)].map(([call, secret, type, , key]): Read => ({
      key: key!,
      isRequiredSecret: secret !== undefined && call.startsWith("require"),
      placeholder: placeholderOf(type),
    })),
  );
  const declared = Object.entries((typeof config === "object" && config) || {});
  return [
    ...inCode,
    ...declared.flatMap(([key, value]: [string, { type?: unknown } | null]) =>
      value?.type === undefined
        ? []
        : [
            {
              key: key.slice(key.indexOf(":") + 1),
              isRequiredSecret: false,
              placeholder: placeholderOf(value.type),
            },
          ],
    ),
  ];
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules$|\.)/.test(entry.name) ? [] : sources(file);
    return entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name) ? [readFileSync(file, "utf8")] : [];
  });

function configIn(name: string, text: string): Config {
  let config: unknown;
  try {
    config = yamlKeys(text)["config"] ?? {};
  } catch (error) {
    throw new Error(`${name} cannot be parsed: ${reasonOf(error)}`);
  }
  if (typeof config !== "object" || Array.isArray(config))
    throw new Error(`${name}: "config" must contain keys and values.`);
  return config as Config;
}

/** @throws Error if YAML aliases refer to themselves, or expand to far more than a configuration needs */
function withoutSecrets(name: string, config: Config): Config {
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
