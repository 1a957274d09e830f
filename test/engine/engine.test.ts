import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { createStack, must } from "../support/engine.js";
import { REPOSITORY } from "../support/project.js";
import { TOY_PROVIDER, TOY_TEXT, toyProgram } from "../support/toy.js";

test("the CLI prints its version and previews an empty program", async () => {
  await using stack = await createStack({ program: "" });
  const result = must(await stack.run("version"));
  expect(result.stdout.trim()).toBe(inject("engine").version);
  const preview = must(await stack.preview());
  expect(preview.stdout).toContain("engine-test-dev create");
});

test("a whole life cycle of a resource; the program and the provider host load the SDK of this repository", async () => {
  await using stack = await createStack({
    program: toyProgram(1),
    files: { "toy.js": TOY_PROVIDER },
    config: { "toy:greeting": "hello" },
    secretConfig: { "toy:secret": "whisper" },
  });
  must(await stack.up());
  const { resolve } = createRequire(path.join(REPOSITORY, "package.json"));
  expect(await stack.outputs()).toEqual({
    sdk: resolve("@pulumi/pulumi"),
    host: resolve("@pulumi/pulumi/cmd/dynamic-provider"),
    greeting: "hello",
  });
  expect(await stack.stateText()).not.toContain("whisper");

  const { deployment } = await stack.exportState();
  const toy = deployment.resources?.find((resource) => resource.type === "pulumi-nodejs:dynamic/toy:Toy");
  expect(toy).toMatchObject({ id: "toy-1", inputs: { size: 1, __provider: TOY_TEXT } });

  stack.write(toyProgram(2));
  const { steps = [] } = await stack.previewJson();
  expect(steps.find((step) => step.urn.endsWith("::toy"))).toMatchObject({
    op: "update",
    diffReasons: ["size"],
  });

  must(await stack.destroy());
  expect((await stack.exportState()).deployment.resources ?? []).toEqual([]);
});

test("a stack whose CLI was killed leaves nothing behind", async () => {
  const stack = await createStack({ program: toyProgram(1), files: { "toy.js": TOY_PROVIDER } });
  stack.write(
    "toy.js",
    TOY_PROVIDER.replace("async create(news) {", "async create(news) { await new Promise(() => {});"),
  );
  const up = stack.start("up", "--yes", "--skip-preview");
  await up.until(/Toy toy creating/);
  up.signal("SIGKILL");
  expect((await up.ended).signal).toBe("SIGKILL");
  expect(stack.processes().map(({ command }) => command)).toContainEqual(
    expect.stringContaining("dynamic-provider"),
  );

  await stack.dispose();
  expect(existsSync(stack.folder)).toBe(false);
  // On a busy machine, a killed process takes a moment to exit.
  await expect.poll(() => stack.processes(), { timeout: 60_000 }).toEqual([]);
});

test("a program that throws fails with its error", async () => {
  await using stack = await createStack({
    program: `require("@pulumi/pulumi").output(1).apply(() => { throw new Error("not like this"); });`,
  });
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.all).toContain("Error: not like this");
  expect(preview.all).not.toContain("\u001b");
});
