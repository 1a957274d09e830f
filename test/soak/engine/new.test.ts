/** What `voicecall new --local` writes, applied; and `pulumi new` with the same template. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/after-test.js";
import { freePort } from "../../support/free-port.js";
import { must, Stack } from "../../support/engine.js";
import { REPOSITORY } from "../../support/project.js";

/** A folder of the PATH with the command `voicecall`, as npm adds it for scripts. */
function commandFolder(): string {
  const folder = temporaryFolder();
  const main = path.join(REPOSITORY, "dist/cli/main.js");
  writeFileSync(path.join(folder, "voicecall"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
    mode: 0o755,
  });
  return folder;
}

test.each([
  ["inbound", "typescript", 3],
  ["outbound-campaign", "javascript", 4],
])("%s in %s: created, then unchanged", async (template, language, count) => {
  const folder = path.join(temporaryFolder(), "new");
  const any = new Stack({ program: "" });
  const options = ["--template", template, "--language", language, "--local", "--generate-only"];
  must(await any.voicecall("new", folder, ...options));
  const stack = new Stack({ program: { dir: folder } });
  must(await stack.run("stack", "init", "dev"));
  const { scripts } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const port = String(await freePort());
  stack.setEnv({ PATH: [commandFolder(), stack.env["PATH"]].join(path.delimiter) });
  const npmScript = (name: string, ...more: string[]) =>
    stack.voicecall(
      ...scripts[name]!.replace("emulator", `emulator --port ${port}`).split(" ").slice(1),
      ...more,
    );

  const up = must(await npmScript("up", "--yes", "--non-interactive"));
  expect(up.stdout).toContain(`+ ${count} created`);
  expect(must(await npmScript("preview", "--non-interactive")).stdout).toContain(`${count} unchanged`);
  expect(must(await npmScript("drift")).stdout).toContain("no drift");
  await Promise.all([stack.dispose(), any.dispose()]);
});

test("the folder of a template is a template of `pulumi new`", async () => {
  const stack = new Stack({ program: "" });
  const template = path.join(REPOSITORY, "templates/new/inbound");
  const folder = path.join(stack.folder, "created");
  mkdirSync(folder);
  must(
    await stack.run(
      "new",
      template,
      "--generate-only",
      "--yes",
      "--dir",
      folder,
      "--name",
      "mine",
      "--description",
      "My own",
    ),
  );
  const files = (at: string): string[] => readdirSync(at, { recursive: true }).map(String).sort();
  expect(files(folder)).toEqual(files(template));
  expect(readFileSync(path.join(folder, "Pulumi.yaml"), "utf8")).toMatch(
    /^name: mine\ndescription: My own\nruntime: nodejs\nmain: index\.ts\n/,
  );
  expect(readFileSync(path.join(folder, "package.json"), "utf8")).toContain('"name": "mine"');
  await stack.dispose();
});
