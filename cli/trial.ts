// See docs/decisions/command-line.md.
// Node loads this file first in a program that `voicecall pull` runs with changes that no file has yet.
import fs from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CONFIG, type Trial, TRIAL_FILE } from "./pull/trial.js";

interface Loaded {
  source?: unknown;
}

type Load = (url: string, context: object, next: (url: string, context: object) => Loaded) => object;

const { files, config } = JSON.parse(fs.readFileSync(process.env[TRIAL_FILE]!, "utf8")) as Trial;
const settings = process.env[CONFIG];
if (settings !== undefined)
  process.env[CONFIG] = JSON.stringify({ ...(JSON.parse(settings) as object), ...config });

const textOf = (file: unknown): string | undefined =>
  typeof file === "string" || file instanceof URL
    ? files[file instanceof URL || file.startsWith("file:") ? fileURLToPath(file) : path.resolve(file)]
    : undefined;

const { readFileSync } = fs;
fs.readFileSync = ((file: fs.PathOrFileDescriptor, options: unknown) => {
  const text = textOf(file);
  if (text === undefined) return readFileSync(file, options as BufferEncoding);
  return options ? text : Buffer.from(text);
}) as typeof readFileSync;
module.syncBuiltinESMExports();

// Node reads the files of import declarations in another way.
const urls = Object.fromEntries(
  Object.entries(files).map(([file, text]) => [pathToFileURL(file).href, text]),
);
const { registerHooks } = module as { registerHooks?: (hooks: { load: Load }) => void };
if (registerHooks) registerHooks({ load: (url, context, next) => withText(urls[url], next(url, context)) });
else {
  // Before Node 22.15. The module is loaded in a thread of its own.
  const code = `const urls = ${JSON.stringify(urls)};
const withText = ${withText.toString()};
export const load = async (url, context, next) => withText(urls[url], await next(url, context));`;
  module.register(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Without a source, another loader reads the file. */
function withText(text: string | undefined, loaded: Loaded): object {
  return text === undefined || (loaded.source ?? undefined) === undefined
    ? loaded
    : { ...loaded, source: text };
}
