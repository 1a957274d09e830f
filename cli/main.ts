#!/usr/bin/env node
/** The command `voicecall`: registers the commands and turns what becomes of them into an exit code. */
import { Command, CommanderError } from "commander";
import { registerEmulator } from "./emulator.js";
import { exitCodes, UsageError } from "./exit.js";

async function main(argv: string[]): Promise<number> {
  const program = new Command("voicecall")
    .description("Voice assistants, their tools, leads and campaigns: the commands beside the Pulumi program")
    .showHelpAfterError("(see --help)")
    .exitOverride();
  registerEmulator(program);
  try {
    await program.parseAsync(argv);
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      const asked = error.code === "commander.helpDisplayed" || error.code === "commander.version";
      return asked ? exitCodes.ok : exitCodes.usage;
    }
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
}

// Whoever reads no further, as `head` does, has what they wanted.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitCodes.ok);
});

void main(process.argv).then((code) => {
  process.exitCode = code;
});
