import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { REPOSITORY } from "../support/project.js";

test("the Pulumi.yaml of the repository runs the quickstart", () => {
  const project: unknown = parse(readFileSync(path.join(REPOSITORY, "Pulumi.yaml"), "utf8"));
  // A stack of the Automation API writes its own project file to its working folder.
  expect(project).toEqual({
    name: "voicecall-quickstart",
    description: expect.any(String) as string,
    runtime: "nodejs",
    main: "examples/quickstart/index.ts",
  });
});
