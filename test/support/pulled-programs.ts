/** Programs without an engine: what they declare, and what `voicecall pull` makes of them. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { isDeepStrictEqual } from "node:util";
import type { Reading } from "../../cli/drift/events.js";
import type { Report } from "../../cli/drift/report.js";
import type { Declared, Program } from "../../cli/pull/program.js";
import { Pull } from "../../cli/pull/run.js";
import type { Edit } from "../../cli/pull/site.js";
import { Sources, codeFiles } from "../../cli/pull/sources.js";
import { granted, trialOf } from "../../cli/pull/tried.js";
import type { Left } from "../../cli/pull/report.js";
import { wishesOf } from "../../cli/pull/wishes.js";

export type Inputs = Record<string, unknown>;
export type Files = Record<string, string>;
interface Run {
  resources: Map<string, { inputs: Inputs; file: string; line: number; column: number }>;
  /** What the program uses for something else than resources. */
  used: unknown[];
}

/** Runs a program of modules in plain JavaScript. */
export function evaluated(files: Files, config: Settings = {}): Run {
  const run: Run = { resources: new Map(), used: [] };
  class A {
    constructor(name: string, inputs: Inputs) {
      const frame = new Error().stack!.split("\n").find((one) => /\/program\//.test(one))!;
      const [, file = "", line, column] = /\/program\/([^:]+):(\d+):(\d+)/.exec(frame)!;
      const plain = JSON.parse(JSON.stringify(inputs)) as Inputs;
      run.resources.set(name, { inputs: plain, file, line: Number(line), column: Number(column) });
    }
  }
  class Config {
    require = (key: string): unknown => config[key];
    requireNumber = (key: string): unknown => config[key];
  }
  const use = (value: unknown): number => run.used.push(JSON.parse(JSON.stringify(value)));
  const load = (file: string): unknown => {
    const names = [...files[file]!.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
    const code = files[file]!.replace(/^export const/gm, "       const")
      .replace(/^import \* as (\w+) from "\.\/(.*)";/gm, 'const $1 = load("$2");')
      .replace(/^import (.*) from "\.\/(.*)";/gm, 'const $1 = load("$2");');
    const script = `(load, A, Config, use) => {${code}\nreturn { ${names.join(", ")} }; }`;
    return (vm.runInThisContext(script, { filename: `/program/${file}` }) as (...all: unknown[]) => unknown)(
      load,
      A,
      Config,
      use,
    );
  };
  load("index.js");
  return run;
}

const urnOf = (name: string): string =>
  `urn:pulumi:dev::it::pulumi-nodejs:dynamic/voicecall:Assistant::${name}`;

export interface ServiceEdit {
  name: string;
  path: string;
  value: unknown;
}

export type Settings = Readonly<Record<string, unknown>>;

const seenIn = ({ resources, used }: Run): Map<string, Inputs> =>
  new Map([
    ...[...resources].map(([name, { inputs }]) => [urnOf(name), inputs] as const),
    ["used", { ...used }],
  ]);

/** As the stack's file has it. */
const asText = (config: Settings): Map<string, string> =>
  new Map(Object.entries(config).map(([key, one]) => [key, String(one)]));

const withConfig = (config: Settings, values: Iterable<readonly [string, string]>): Settings => ({
  ...config,
  ...Object.fromEntries(
    [...values].map(([key, text]) => [key, typeof config[key] === "number" ? Number(text) : text]),
  ),
});

/** What `pull` leaves and writes, in a folder. */
export async function pulledInto(
  folder: string,
  files: Files,
  edits: readonly ServiceEdit[],
  config: Settings = {},
) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const before = evaluated(files, config);
  const all = [...before.resources];
  const declared = all.map(([name, { inputs, file, line, column }], order): Declared => {
    const place = { file: path.join(folder, file), line, column, resource: name, kind: "A" };
    return { urn: urnOf(name), inputs, order, place };
  });
  const program: Program = {
    resources: new Map(declared.map((one) => [one.urn, one])),
    seen: seenIn(before),
    prompts: [],
    data: [],
  };
  const reading = {
    resources: all.map(([name, { inputs }]) => ({
      urn: urnOf(name),
      kind: "Assistant",
      old: { id: "1", inputs, outputs: inputs },
    })),
  } as unknown as Reading;
  const drift = all.flatMap(([name]) => {
    const own = edits.filter((one) => one.name === name);
    const fields = own.map((one) => ({ path: one.path, live: one.value }));
    return own.length === 0 ? [] : [{ urn: urnOf(name), kind: "Assistant", name, title: name, fields }];
  });
  const sources = new Sources();
  const { wishes, left } = wishesOf({ drift } as unknown as Report, reading, program, () => true);
  const pull = new Pull(program, reading, sources, wishes);
  const inFolder = (texts: Iterable<readonly [string, string]>): Files => ({
    ...files,
    ...Object.fromEntries([...texts].map(([file, text]) => [path.relative(folder, file), text])),
  });
  let runs = 0;
  const run = async (changes: readonly Edit[]) => {
    runs += 1;
    const trial = trialOf(changes, pull);
    try {
      return seenIn(
        evaluated(inFolder(Object.entries(trial.files)), withConfig(config, Object.entries(trial.config))),
      );
    } catch {
      return undefined;
    }
  };
  pull.grant(await granted(pull, codeFiles(folder), asText(config), run));
  return {
    files: inFolder(pull.edits.changed()),
    config: withConfig(config, pull.found.config),
    left: [...left, ...pull.found.left],
    runs,
  };
}

function valueAt(inputs: Inputs | undefined, at: string): unknown {
  const [root = "", key] = at.split(".");
  return key === undefined ? inputs?.[root] : (inputs?.[root] as Inputs | undefined)?.[key];
}

/** Whether everything is in the program that the service has, but for what is left, and nothing else has changed. */
export async function problemsOf(
  folder: string,
  files: Files,
  edits: readonly ServiceEdit[],
  config: Settings = {},
): Promise<{ problems: string[]; left: readonly Left[]; runs: number }> {
  const before = evaluated(files, config);
  const result = await pulledInto(folder, files, edits, config);
  const after = evaluated(result.files, result.config);
  const isLeft = ({ name, path: key }: ServiceEdit): boolean =>
    result.left.some((one) => one.name === name && (key === one.path || key.startsWith(`${one.path}.`)));
  const expected = new Map(
    [...before.resources].map(([name, { inputs }]) => [name, structuredClone(inputs)]),
  );
  for (const edit of edits) {
    const [root = "", key] = edit.path.split(".");
    const inputs = expected.get(edit.name)!;
    // Parts of what is left may be pulled.
    const isDone = isDeepStrictEqual(valueAt(after.resources.get(edit.name)?.inputs, edit.path), edit.value);
    if (isLeft(edit) && !isDone) continue;
    if (key === undefined) inputs[root] = edit.value;
    else (inputs[root] as Inputs)[key] = edit.value;
  }
  const problems = [...expected].flatMap(([name, inputs]) => {
    const now = after.resources.get(name)?.inputs;
    return isDeepStrictEqual(now, inputs)
      ? []
      : [`${name}: ${JSON.stringify(now)} instead of ${JSON.stringify(inputs)}`];
  });
  if ([...after.resources.keys()].join() !== [...expected.keys()].join()) problems.push("other resources");
  if (!isDeepStrictEqual(after.used, before.used)) problems.push("something else reads another value");
  const comments = (all: Files): string =>
    Object.values(all)
      .map((text) => text.match(/\/\/.*|\n\n/g)?.join("") ?? "")
      .join("|");
  if (comments(result.files) !== comments(files)) problems.push("comments or blank lines");
  if (problems.length > 0)
    problems.push(
      JSON.stringify(edits),
      ...Object.values(files),
      "became",
      ...Object.values(result.files),
      JSON.stringify(result.left.map(({ name, path: key, why }) => `${name}.${key} ${why}`)),
    );
  return { problems, left: result.left, runs: result.runs };
}
