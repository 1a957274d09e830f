/** Plays `voicecall pull` on files of a program, without a stack. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Reading, Side } from "../../cli/drift/events.js";
import type { Report } from "../../cli/drift/report.js";
import type { Declared, Program, PromptUse } from "../../cli/pull/program.js";
import { Pull } from "../../cli/pull/run.js";
import { Sources } from "../../cli/pull/sources.js";
import { granted } from "../../cli/pull/tried.js";
import { wishesOf } from "../../cli/pull/wishes.js";
import { fill, parseTemplate } from "../../sdk/prompt-template.js";
import { temporaryFolder } from "../support/after-test.js";

export type Inputs = Record<string, unknown>;

export interface Given {
  kind?: string;
  /** Files of the program. In each, `new A("name", …)` declares a resource. */
  files: Record<string, string>;
  /** What the program declares now, by resource. */
  now: Record<string, Inputs>;
  /** What the last apply sent, if it was different. */
  applied?: Record<string, Inputs>;
  /** What the service has instead, by resource. */
  live: Record<string, Inputs>;
  /** The files and values of the calls of `prompt()`, in the order of the program. Each call is at a text of index.ts. */
  prompts?: { file: string; values?: Record<string, string>; at?: string; before?: string }[];
  /** With `--shared`. */
  isShared?: boolean;
  /** Fields that the report of drift shows differently. */
  shown?: Partial<Report["drift"][number]["fields"][number]>;
}

const urnOf = (name: string): string =>
  `urn:pulumi:dev::it::pulumi-nodejs:dynamic/voicecall:Assistant::${name}`;

export async function pull({
  kind = "Assistant",
  files,
  now,
  applied = {},
  live,
  prompts = [],
  shown = {},
  isShared = false,
}: Given) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const placeOf = (text: string) => {
    const [file, source] = Object.entries(files).find(([, one]) => one.includes(text))!;
    const lines = source.slice(0, source.indexOf(text)).split("\n");
    return { file: path.join(folder, file), line: lines.length, column: lines.at(-1)!.length + 1 };
  };
  const names = Object.keys(now);
  const order = (name: string): number => 10 * (names.indexOf(name) + 1);
  const resources = new Map<string, Declared>(
    names.map((name) => [
      urnOf(name),
      {
        urn: urnOf(name),
        inputs: now[name]!,
        place: placeOf(`new A("${name}"`),
        order: order(name),
      },
    ]),
  );
  const uses = prompts.map(({ file, values = {}, at, before }, index): PromptUse => {
    const text = fill(parseTemplate(file, files[file]!), new Map(Object.entries(values)));
    return {
      file,
      path: path.join(folder, file),
      allowUnused: false,
      filled: { values, text },
      order: before === undefined ? index / 100 : order(before) - 1,
      ...(at !== undefined && { place: placeOf(at) }),
    };
  });
  const seen = new Map(names.map((name) => [urnOf(name), now[name]!]));
  const program: Program = { resources, seen, prompts: uses, data: [] };
  const side = (inputs: Inputs): Side => ({ id: "1", inputs, outputs: inputs });
  const reading = {
    resources: names.map((name) => ({
      urn: urnOf(name),
      kind,
      old: side(applied[name] ?? now[name]!),
    })),
  } as unknown as Reading;
  const drift = Object.entries(live).map(([name, inputs]) => ({
    urn: urnOf(name),
    kind,
    name,
    title: `Assistant "${name}"`,
    fields: Object.entries(inputs).map(([key, value]) => ({ path: key, live: value, ...shown })),
  })) as unknown as Report["drift"];
  const sources = new Sources();
  const { wishes, left } = wishesOf({ drift } as Report, reading, program, () => true);
  const played = new Pull(program, reading, sources, wishes, isShared);
  const { found, edits } = played;
  // The changes do what they should. test/unit/pull-shared runs programs.
  const run = async () =>
    new Map(
      [...seen].map(([urn, inputs]) => {
        const own = [...played.open].filter((wish) => wish.resource.urn === urn);
        return [
          urn,
          { ...inputs, ...Object.fromEntries(own.map(({ property, after }) => [property, after])) },
        ];
      }),
    );
  played.grant(await granted(played, [], new Map(), run));
  const changed = Object.fromEntries(
    [...edits.changed()].map(([file, text]) => [path.relative(folder, file), text]),
  );
  for (const name of Object.keys(files))
    expect(readFileSync(path.join(folder, name), "utf8")).toBe(files[name]);
  return {
    changed,
    pulled: found.pulled.map(({ name, path: property }) => `${name}.${property}`),
    conflicts: found.conflicts.map(({ name, path: property }) => `${name}.${property}`),
    left: [...left, ...found.left].map(
      ({ name, path: property, why, line = 0 }) => `${name}.${property}:${line} ${why}`,
    ),
  };
}
