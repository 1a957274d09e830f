/** How many commands and edits everyday work takes, beside what other tools for voice AI ask for. Prints a table. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { expectAllOnce } from "../../engine/kill/account.js";
import { ROWS, nameOf } from "../../engine/kill/rows.js";
import { killed } from "../../engine/kill/strike.js";
import { temporaryFolder } from "../../support/after-test.js";
import { Stack, must } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";
import { freePort } from "../../support/free-port.js";
import { change, commit } from "../../support/pulled-stack.js";
import { REPOSITORY } from "../../support/project.js";

const table: { work: string; commands: string[] }[] = [];

/** Notes each command that a person types. */
function counted(work: string): (command: string) => void {
  const commands: string[] = [];
  table.push({ work, commands });
  return (command) => void commands.push(command);
}

const most = (commands: number): void => expect(table.at(-1)!.commands.length).toBeLessThanOrEqual(commands);

afterAll(() => {
  for (const { work, commands } of table) console.log(`${work}: ${commands.length} (${commands.join("; ")})`);
});

test("from nothing to the first unchanged preview", async () => {
  const typed = counted("first program");
  const folder = path.join(temporaryFolder(), "my-assistants");
  const any = new Stack({ program: "" });
  // Without the option, the command also installs packages and creates the stack, which is done below.
  typed("voicecall new my-assistants --local");
  must(await any.voicecall("new", folder, "--local", "--generate-only"));
  typed("cd my-assistants");
  const stack = new Stack({ program: { dir: folder } });
  must(await stack.run("stack", "init", "dev"));
  const bin = temporaryFolder();
  const main = path.join(REPOSITORY, "dist/cli/main.js");
  writeFileSync(path.join(bin, "voicecall"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
    mode: 0o755,
  });
  stack.setEnv({ PATH: [bin, stack.env["PATH"]].join(path.delimiter) });
  const manifest = readFileSync(path.join(folder, "package.json"), "utf8");
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  const port = await freePort();
  const npmRun = (name: string, ...more: string[]) => {
    typed(`npm run ${name}`);
    const [, ...args] = scripts[name]!.replace("emulator", `emulator --port ${port}`).split(" ");
    return stack.voicecall(...args, ...more, "--non-interactive");
  };
  must(await npmRun("up", "--yes"));
  expect(must(await npmRun("preview")).stdout).toContain("3 unchanged");
  most(4);
  await Promise.all([stack.dispose(), any.dispose()]);
});

test("after SIGKILL, without an edit", async () => {
  const typed = counted("after SIGKILL");
  const row = ROWS.find((one) => nameOf(one) === "create: POST /user/assistant, processed, command")!;
  const { emulator, stack } = await killed(row);
  typed("voicecall resume --cancel-lock");
  must(await stack.voicecall("resume", "--cancel-lock", "--yes", "--only-certain"));
  typed("pulumi up");
  must(await stack.up());
  most(2);
  await expectAllOnce(stack, emulator, 0);
});

test("a dashboard object comes home", async () => {
  const typed = counted("one dashboard object");
  const emulator = await service();
  const stack = await stackOn(emulator, js(""));
  must(await stack.up());
  commit(stack.folder);
  const tool = {
    name: "get_hours",
    description: "Hours.",
    endpoint: "https://tools.example.com/h",
    method: "GET",
  };
  await byHand(emulator, "POST", "/user/tools", tool);
  emulator.reset();
  typed("voicecall pull --untracked get_hours");
  must(await stack.voicecall("pull", "--untracked", "get_hours"));
  typed("pulumi up");
  expect(must(await stack.up()).stdout).toContain("1 created");
  expect(writes(emulator)).toEqual([]);
  most(2);
});

test("a conflict is solved without touching another resource", async () => {
  const typed = counted("a conflict");
  const emulator = await service();
  const program = (greeting: string): string =>
    js(
      ["Support", "Other"]
        .map(
          (name) =>
            `new Assistant("${name}", { ...support, name: "${name}", initialMessage: "${greeting}" });`,
        )
        .join("\n"),
    );
  const stack = await stackOn(emulator, program("Hello!"));
  must(await stack.up());
  await change(emulator, "Support", { initial_message: "Hi!" });
  stack.write(program("Good morning!"));
  emulator.reset();
  typed("pulumi up --config voicecall:onConflict=overwrite $(voicecall target Support)");
  const target = must(await stack.voicecall("target", "Support"))
    .stdout.trim()
    .split(" ");
  must(await stack.up("--config", "voicecall:onConflict=overwrite", ...target));
  expect(writes(emulator).map(({ body }) => body)).toEqual([{ initial_message: "Good morning!" }]);
  most(1);
});
