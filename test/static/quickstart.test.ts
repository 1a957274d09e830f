import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { REPOSITORY } from "../support/project.js";

test("the Pulumi.yaml of the repository runs the quickstart", () => {
  const project: unknown = parse(readFileSync(path.join(REPOSITORY, "Pulumi.yaml"), "utf8"));
  // Pulumi's Automation API writes a project file to its working folder, and could overwrite this one.
  expect(project).toEqual({
    name: "voicecall-quickstart",
    description: expect.any(String) as string,
    runtime: "nodejs",
    main: "examples/quickstart/index.ts",
  });
});
