import { Command } from "commander";
import { registerDrift } from "./drift/command.js";
import { registerEmulator } from "./emulator.js";
import { registerExport } from "./export/command.js";
import { registerInit } from "./init/command.js";

/** The command line, whole: what runs, and what its page in the documentation is made from. */
export function voicecall(): Command {
  const program = new Command("voicecall")
    .description("Voice assistants, their tools, leads and campaigns: the commands beside the Pulumi program")
    .showHelpAfterError("(see --help)")
    .exitOverride()
    .addHelpText(
      "after",
      `
Exit codes: 0 done, nothing found; 1 could not do, or could not tell; 2 found (drift, not ready, a mistake in a prompt);
64 wrong usage.`,
    );
  for (const register of [registerDrift, registerEmulator, registerExport, registerInit]) register(program);
  return program;
}
