#!/usr/bin/env node
import { CommanderError } from "commander";
import { keepParserUnoptimized } from "../provider/base/parser-flags.js";
import { exitCodes, reasonOf, UsageError } from "./exit.js";
import { printJson, warn } from "./output.js";
import { voicecall } from "./program.js";

keepParserUnoptimized();

async function main(argv: string[]): Promise<void> {
  try {
    await voicecall().parseAsync(argv);
  } catch (error) {
    process.exitCode = failed(error, argv.includes("--json"));
  }
}

function failed(error: unknown, asJson: boolean): number {
  if (error instanceof CommanderError) {
    const isHelpOrVersion = error.code === "commander.helpDisplayed" || error.code === "commander.version";
    if (isHelpOrVersion) return exitCodes.ok;
    // Commander has already printed the message to stderr.
    if (asJson) printJson({ error: error.message.replace(/^error: /, "") });
    return exitCodes.usage;
  }
  const message = reasonOf(error);
  warn(`error: ${message}`);
  if (asJson) printJson({ error: message });
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

// A reader such as `head` may close the pipe before the end of the output, which is not an error. The command goes
// on, because its exit code must not depend on the reader.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
});
// A write to a closed terminal fails with EIO. The process continues, because `fleet` must still wait for its pulumi
// commands.
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
});

void main(process.argv);
