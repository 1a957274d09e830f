import { Command, CommanderError } from "commander";
import { registerCall } from "./call/command.js";
import { registerChat, registerRender } from "./chat/command.js";
import { registerCompare } from "./compare/command.js";
import { registerDoctor } from "./doctor/command.js";
import { registerDrift } from "./drift/command.js";
import { registerEmulator } from "./emulator.js";
import { exitCodes, exitMeanings } from "./base/exit.js";
import { registerExport } from "./export/command.js";
import { registerInit } from "./init/command.js";
import { registerLeads } from "./leads/command.js";
import { registerNew } from "./new/command.js";
import { print } from "./base/output.js";
import { registerPreview } from "./preview/command.js";
import { registerPull } from "./pull/command.js";
import { registerResume } from "./resume/command.js";
import { registerTarget } from "./target/command.js";
import { registerUndo } from "./undo/command.js";
import { ownVersion } from "./base/own-package.js";
import { checkFolder } from "./base/pulumi.js";

const commands = [
  registerCall,
  registerChat,
  registerCompare,
  registerDoctor,
  registerDrift,
  registerEmulator,
  registerExport,
  registerInit,
  registerLeads,
  registerNew,
  registerPreview,
  registerPull,
  registerRender,
  registerResume,
  registerTarget,
  registerUndo,
];

/** docs/commands.md is generated from the returned command and its subcommands. */
export function voicecall(): Command {
  const program = new Command("voicecall")
    .description(
      "Commands for voice assistants, their tools, leads and campaigns, in addition to the Pulumi program",
    )
    .option("--version", "print the version")
    .on("option:version", () => {
      const version = ownVersion();
      print(version);
      throw new CommanderError(exitCodes.ok, "commander.version", version);
    })
    .showHelpAfterError("(see --help)")
    .exitOverride()
    .hook("preAction", (_, command) => {
      const { cwd } = command.opts<{ cwd?: string }>();
      if (cwd !== undefined) checkFolder(cwd);
    })
    .addHelpText("after", `\nExit codes: ${exitCodeLine()}.`);
  for (const register of commands) register(program);
  return program;
}

const exitCodeLine = (): string =>
  Object.entries(exitMeanings)
    .map(([code, meaning]) => `${code} ${meaning}`)
    .join("; ");
