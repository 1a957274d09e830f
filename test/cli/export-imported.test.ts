/** An export to a folder whose stack already has objects. Its next steps leave out what was already done. */
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

/** Exports again, with a fake `pulumi` that prints these answers. Returns the suggested next steps. */
async function again(
  world: ExportWorld,
  answers: Record<string, Answered>,
  ...args: string[]
): Promise<string[]> {
  const { bin } = fakePulumi({ config: { stdout: "{}" }, ...answers });
  const { code, stdout } = await world.runWith(
    { PATH: `${bin}${path.delimiter}${process.env["PATH"]}` },
    "--json",
    ...args,
  );
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { next: string[] }).next;
}

const CONFIGURED = { config: { stdout: '{"out:header_get-weather_Key": {"value": "v", "secret": true}}' } };

test("everything is in the stack: only the preview is left, and import.json is gone", async () => {
  const world = await exportWorld(seed);
  await world.run();
  const { resources } = importFileIn(world);
  expect(resources).toHaveLength(2);
  const next = await again(world, { ...CONFIGURED, "stack export": stateOf(resources) });
  expect(next.filter((line) => !line.startsWith("npm"))).toEqual(["cd out", "pulumi preview"]);
  expect(existsSync(path.join(world.out, "import.json"))).toBe(false);
  // After another object appears, the import file contains only that object.
  world.emulator.state.tools.push({ ...world.emulator.state.tools[0]!, id: 190, name: "get_offers" });
  expect(await again(world, { ...CONFIGURED, "stack export": stateOf(resources) })).toContain(IMPORT);
  expect(importFileIn(world).resources.map(({ id }) => id)).toEqual(["190"]);
});

test("a secret value that the stack lacks must still be set", async () => {
  const world = await exportWorld(seed);
  await world.run();
  const next = await again(world, { "stack export": stateOf(importFileIn(world).resources) });
  expect(next.filter((line) => !line.startsWith("npm"))).toEqual([
    "cd out",
    "npx voicecall export . --stack dev",
    "pulumi preview",
  ]);
});

test.each<[string, (resources: ImportFile["resources"]) => Answered]>([
  ["there is no stack", () => ({ code: 255, stderr: "error: no stack selected" })],
  ["the stack is empty", () => ({ stdout: '{"version": 3, "deployment": {}}' })],
  ["the output is not a stack's state", () => ({ stdout: "{}" })],
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

const UP = "pulumi up   # records in state what changed in the service; writes nothing to the service";

const lastOf = (next: string[]): string[] => next.filter((line) => !/^(npm|cd) /.test(line));

test("protected objects that only the stack has are removed from it by a refresh of only those objects", async () => {
  const world = await exportWorld({
    tools: [...seed.tools, { id: 103, name: "get_offers", description: "Tells." }],
  });
  await world.run();
  const { resources } = importFileIn(world);
  const state = { ...CONFIGURED, "stack export": stateOf(resources, { protect: true }) };
  world.emulator.state.tools.splice(2);
  const refresh =
    "pulumi refresh --target 'urn:pulumi:dev::out::pulumi-nodejs:dynamic/voicecall:MidCallTool::get-offers' --yes";
  // The second export suggests the same refresh, although its program no longer has the object.
  for (const last of [[UP], []])
    expect(lastOf(await again(world, state))).toEqual([refresh, "pulumi preview", ...last]);
  world.emulator.state.tools.splice(1);
  const [line, ...others] = lastOf(await again(world, state, "--stack", "dev"));
  expect(line).toMatch(/^pulumi refresh --target '\S+get-hours' --target '\S+get-offers' --yes --stack dev$/);
  expect(others).toEqual(["pulumi preview --stack dev", UP.replace("up", "up --stack dev")]);
  // The deletion of an unprotected object does not make a preview fail, so no refresh is suggested.
  const unprotected = { ...CONFIGURED, "stack export": stateOf(resources) };
  expect(lastOf(await again(world, unprotected))).toEqual(["pulumi preview"]);
});

test("an object that is merely not selected is not refreshed", async () => {
  const world = await exportWorld(seed);
  await world.run();
  const state = { ...CONFIGURED, "stack export": stateOf(importFileIn(world).resources, { protect: true }) };
  expect(lastOf(await again(world, state, "--tool", "101", "--force"))).toEqual(["pulumi preview", UP]);
});

test("changes made only in the service are recorded by an up that sends nothing", async () => {
  const world = await exportWorld(seed);
  await world.run();
  const state = stateOf(importFileIn(world).resources);
  const [tool] = world.emulator.state.tools;
  tool!.description = "Tells more.";
  expect(lastOf(await again(world, { ...CONFIGURED, "stack export": state }))).toEqual([
    "pulumi preview",
    UP,
  ]);
  // `pulumi up` would send the stack's value or the edit, so it is not suggested.
  tool!.description = "Tells even more.";
  const differing = { config: { stdout: '{"out:header_get-weather_Key": {"value": "w", "secret": true}}' } };
  expect(lastOf(await again(world, { ...differing, "stack export": state }))).toEqual(["pulumi preview"]);
  world.write("index.ts", `// Mine.\n${world.read("index.ts")}`);
  tool!.description = "Tells all.";
  expect(lastOf(await again(world, { ...CONFIGURED, "stack export": state }))).toEqual(["pulumi preview"]);
});

test("the command for the secret values names the only stack with a file, or else dev or NAME", async () => {
  const world = await exportWorld(seed);
  const setConfig = async (): Promise<unknown> =>
    (JSON.parse((await world.run("--json")).stdout) as { setConfig: unknown }).setConfig;
  expect(await setConfig()).toBe("npx voicecall export . --stack dev");
  world.write("Pulumi.prod.yaml", "config: {}\n");
  expect(await setConfig()).toBe("npx voicecall export . --stack prod");
  world.write("Pulumi.test.yaml", "config: {}\n");
  expect(await setConfig()).toBe("npx voicecall export . --stack NAME");
  world.write("Pulumi.yaml", "name: out\nruntime: nodejs\nstackConfigDir: ../config\n");
  expect(await setConfig()).toBeNull();
  const { next } = JSON.parse((await world.run("--json")).stdout) as { next: string[] };
  expect(next).toContain("pulumi config set --secret header_get-weather_Key");
});
