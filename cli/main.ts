#!/usr/bin/env node
import { CommanderError } from "commander";
import { keepParserUnoptimized } from "../provider/base/parser-flags.js";
import { exitCodes, reasonOf, UsageError } from "./base/exit.js";
import { printJson, warn } from "./base/output.js";
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

// A reader such as `head` may close the pipe before the end of the output, and a terminal may close, which fails with
// EIO. Neither is an error: the exit code must not depend on the reader.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });

void main(process.argv);
