/** An export to a folder whose stack already has objects: the next steps leave out what was already done. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fakePulumi, type Answered } from "../support/fake-pulumi.js";
import { type ExportWorld, exportWorld } from "../support/export-world.js";

const IMPORT = "pulumi import --file import.json --generate-code=false --yes";

interface ImportFile {
  resources: { type: string; name: string; id: string }[];
}

const seed = {
  tools: [
    { id: 101, name: "get_weather", description: "Tells.", headers: [{ name: "Key", value: "v" }] },
    { id: 102, name: "get_hours", description: "Tells." },
  ],
};

const importFileIn = ({ out }: ExportWorld): ImportFile =>
  JSON.parse(readFileSync(path.join(out, "import.json"), "utf8")) as ImportFile;

const stateOf = (resources: ImportFile["resources"], more: object = {}): Answered => ({
  stdout: JSON.stringify({
    deployment: {
      resources: resources.map(({ type, name, id }) => ({
        urn: `urn:pulumi:dev::out::${type}::${name}`,
        type,
        id,
        ...more,
      })),
    },
  }),
});

/** Exports a second time, now with a stack. */
async function again(world: ExportWorld, answers: Record<string, Answered>): Promise<string[]> {
  const { bin } = fakePulumi({ config: { stdout: "{}" }, ...answers });
  const { code, stdout } = await world.runWith(
    { PATH: `${bin}${path.delimiter}${process.env["PATH"]}` },
    "--json",
  );
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { next: string[] }).next;
}

const CONFIGURED = { config: { stdout: '{"out:header_get-weather_Key": {"value": "v", "secret": true}}' } };

test("all is in the stack: only the preview is left, and import.json is gone", async () => {
  const world = await exportWorld(seed);
  await world.run();
  const { resources } = importFileIn(world);
  expect(resources).toHaveLength(2);
  const next = await again(world, { ...CONFIGURED, "stack export": stateOf(resources) });
  expect(next.filter((line) => !line.startsWith("npm"))).toEqual(["cd out", "pulumi preview"]);
  expect(existsSync(path.join(world.out, "import.json"))).toBe(false);
  // Only the new object is imported.
  world.emulator.state.tools.push({ ...world.emulator.state.tools[0]!, id: 190, name: "get_offers" });
  expect(await again(world, { ...CONFIGURED, "stack export": stateOf(resources) })).toContain(IMPORT);
  expect(importFileIn(world).resources.map(({ id }) => id)).toEqual(["190"]);
});

test("a secret value that the stack lacks is still to be set", async () => {
  const world = await exportWorld(seed);
  await world.run();
  const next = await again(world, { "stack export": stateOf(importFileIn(world).resources) });
  expect(next.filter((line) => !line.startsWith("npm"))).toEqual([
    "cd out",
    "pulumi config set --secret header_get-weather_Key",
    "pulumi preview",
  ]);
});

test.each<[string, (resources: ImportFile["resources"]) => Answered]>([
  ["there is no stack", () => ({ code: 255, stderr: "error: no stack selected" })],
  ["the stack is empty", () => ({ stdout: '{"version": 3, "deployment": {}}' })],
  ["the answer is not a stack", () => ({ stdout: "{}" })],
  ["it has other ids", (all) => stateOf(all.map((one) => ({ ...one, id: "9" })))],
  ["it has other names", (all) => stateOf(all.map((one) => ({ ...one, name: "other" })))],
  ["its resources are about to be deleted", (all) => stateOf(all, { delete: true })],
])("%s: everything is imported", async (_, answer) => {
  const world = await exportWorld(seed);
  await world.run();
  const before = importFileIn(world);
  rmSync(path.join(world.out, "import.json"));
  const next = await again(world, { ...CONFIGURED, "stack export": answer(before.resources) });
  expect(next).toContain(IMPORT);
  expect(importFileIn(world)).toEqual(before);
});
