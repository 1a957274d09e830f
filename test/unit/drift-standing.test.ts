/** The calls to `pulumi stack history`, and what their output means. */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type Standing, standingOf } from "../../cli/drift/history.js";
import { type Answered, type FakePulumi, fakePulumi } from "../support/fake-pulumi.js";

afterEach(() => void vi.unstubAllEnvs());

const entry = (kind: string, more: object = {}) => ({
  kind,
  result: "succeeded",
  startTime: "2026-11-21T19:21:27.000Z",
  ...more,
});
const update = entry("update");
const refresh = entry("refresh", { resourceChanges: { update: 1 } });
const failed = entry("update", { result: "failed" });
const looked = entry("preview");

const page = (number: number): string => `stack history --json --page-size 20 --page ${number}`;
const times = (count: number, one: object): Answered => ({
  stdout: JSON.stringify(Array.from({ length: count }, () => one)),
});

async function standing(
  answers: Record<string, Answered>,
  prepare: (pulumi: FakePulumi) => void = () => undefined,
): Promise<{ standing: Standing; commandLines: string[] }> {
  const pulumi = fakePulumi(answers);
  prepare(pulumi);
  vi.stubEnv("PATH", `${pulumi.bin}${path.delimiter}${process.env["PATH"]}`);
  const found = await standingOf({ cwd: pulumi.folder });
  return { standing: found, commandLines: pulumi.commandLines() };
}

const refreshed: Standing = { kind: "refreshed", at: refresh.startTime };

test.each<[string, Record<string, Answered>, Standing["kind"], pages: number]>([
  ["the first page tells", { [page(1)]: times(20, update) }, "applied", 1],
  [
    "a full page that does not tell",
    { [page(1)]: times(20, looked), [page(2)]: times(1, refresh) },
    "refreshed",
    2,
  ],
  ["the end is reached, and nothing ever refreshed", { [page(1)]: times(19, looked) }, "applied", 1],
  [
    "the end is reached after a full page",
    { [page(1)]: times(20, looked), [page(2)]: times(0, {}) },
    "applied",
    2,
  ],
  [
    "the end is reached after a full page, as the CLI says it",
    { [page(1)]: times(20, looked), [page(2)]: { stdout: "null\n" } },
    "applied",
    2,
  ],
  ["ten pages that do not tell", { "stack history": times(20, looked) }, "unknown", 10],
  ["no history", { [page(1)]: times(0, {}) }, "unknown", 1],
  ["no history, as the CLI says it", { [page(1)]: { stdout: "null\n" } }, "unknown", 1],
  ["the CLI fails", { [page(1)]: { ...times(1, update), code: 1 } }, "unknown", 1],
  ["no JSON", { [page(1)]: { stdout: "warning" } }, "unknown", 1],
  ["an entry of another form", { [page(1)]: times(1, { kind: "update" }) }, "unknown", 1],
  [
    "entries without changes or environment",
    { [page(1)]: times(1, { ...refresh, resourceChanges: null, environment: null }) },
    "applied",
    1,
  ],
])("%s", async (_, answers, kind, pages) => {
  const { standing: found, commandLines } = await standing(answers);
  expect(found.kind).toBe(kind);
  expect(commandLines).toHaveLength(pages);
});

test.each<[file: string, text: string, Standing["kind"]]>([
  ["Pulumi.yaml", "name: it\nruntime: nodejs\noptions:\n  refresh: always\n", "refreshed"],
  ["Pulumi.yml", 'name: it\nruntime: nodejs\noptions: { refresh: "always" }\n', "refreshed"],
  ["Pulumi.json", '{ "name": "it", "runtime": "nodejs", "options": { "refresh" : "always" } }', "refreshed"],
  ["Pulumi.json", '{"name":"it","runtime":"nodejs","options":{"refresh":"always"}}', "refreshed"],
  ["Pulumi.yaml", "name: it\nruntime: nodejs\noptions:\n  refresh: never\n", "applied"],
  ["Pulumi.yaml", "name: it\nruntime: nodejs\noptions:\n  norefresh: always\n", "applied"],
  ["Pulumi.yaml", "name: it\nruntime: nodejs\n", "applied"],
])("with %s %j, a failed update leaves state %s", async (file, text, kind) => {
  const history = { stdout: JSON.stringify([failed, update]) };
  const { standing: found } = await standing({ [page(1)]: history }, ({ folder }) => {
    rmSync(path.join(folder, "Pulumi.yaml"));
    writeFileSync(path.join(folder, file), text);
    // A setting in the stack's configuration or in another file is not a setting of the project.
    for (const other of ["Pulumi.dev.yaml", "0-Pulumi.yaml", "Pulumi.yaml.orig"])
      writeFileSync(path.join(folder, other), "config:\n  x:refresh: always\n");
  });
  expect(found.kind).toBe(kind);
});

test("the time of the refresh is reported", async () => {
  expect((await standing({ [page(1)]: times(1, refresh) })).standing).toEqual(refreshed);
});

test("without a program, the project's setting is unknown", async () => {
  const { standing: found, commandLines } = await standing({}, ({ folder }) =>
    rmSync(path.join(folder, "Pulumi.yaml")),
  );
  expect([found, commandLines]).toEqual([{ kind: "unknown" }, []]);
});
