/** The code that V8 has compiled, which the processes of an engine keep for the next command, with each line of Node. */
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { temporaryFolder } from "../../support/after-test.js";
import { startCommand } from "../../support/commands.js";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";
import { install, pairs, sdks } from "./versions.js";

const PROGRAM = js('new MidCallTool("hours", tool("get_hours"));');
const named = pairs()
  .filter(({ sdk }) => sdk === sdks.pinned)
  .map((pair) => [pair.node, pair] as const);

test.each(named)(
  "Node %s: the program and the provider host each keep their own, and read it again",
  async (node, pair) => {
    const cache = temporaryFolder();
    const { nodeFolder } = await install(pair);
    const stack = await stackOn(await service(), PROGRAM);
    const { PATH = "" } = stack.env;
    const folders = [nodeFolder, path.dirname(inject("engine").pulumi), PATH].join(path.delimiter);
    const base = { ...stack.env, PATH: folders, XDG_CACHE_HOME: cache, CI: undefined };
    const preview = async (env: Record<string, string> = {}): Promise<Record<string, number>> => {
      const main = path.join(REPOSITORY, "dist/cli/main.js");
      const command = startCommand(path.join(nodeFolder, "node"), [main, "preview"], {
        cwd: stack.folder,
        env: { ...base, ...env },
      });
      must(await command.ended, "voicecall preview");
      return kept(path.join(cache, "pulumi-voicecall/compiled"));
    };
    const none = [
      { CI: "true" },
      { NODE_DISABLE_COMPILE_CACHE: "1" },
      { NODE_COMPILE_CACHE: path.join(temporaryFolder(), "own") },
    ];
    for (const env of none) expect(await preview(env)).toEqual({});
    const first = await preview();
    const isIn = (process: string) => Object.keys(first).some((file) => file.startsWith(process));
    const isThere = !node.startsWith("20.");
    expect({ host: isIn("host"), program: isIn("program") }).toEqual({ host: isThere, program: isThere });
    // Not written again: V8 has accepted each of them.
    expect(await preview()).toEqual(first);
  },
);

/** The time of each file below the folder. */
function kept(folder: string): Record<string, number> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(files.map((file) => [file, statSync(path.join(folder, file)).mtimeMs]));
}
