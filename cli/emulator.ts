/** `voicecall emulator`: runs the local service in the foreground, until a signal stops it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { InvalidArgumentError, Option, type Command } from "commander";
import type * as LocalService from "pulumi-voicecall-emulator";
import { assumedRoutes, isAssumedRoute, type AssumedRoute } from "../emulator/base/assumed-routes.js";
import { forms, type Form } from "../emulator/base/forms.js";
import type { EmulatorOptions, Modes, Seed } from "../emulator/index.js";
import { dialects } from "../emulator/base/dialect.js";
import { listingOrders } from "../emulator/base/listing-order.js";
import { exitCodes, reasonOf, UsageError } from "./base/exit.js";

interface Given extends Modes {
  port: number;
  host: string;
  form: Form;
  token?: string;
  seed?: string;
  data?: string;
  strict?: boolean;
  route: Partial<Record<AssumedRoute, string>>;
  listLag?: number;
  json?: boolean;
}

export function registerEmulator(program: Command): void {
  program
    .command("emulator")
    .argument("[command...]", "runs this command after --, with the service's address and token, and stops")
    .description("run the voice calling service on this machine; stop it with Ctrl-C")
    .option("--port <number>", "port to listen on, 0 for any free one", portNumber, 4010)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .addOption(
      new Option("--form <year>", "documented form of the service's API").choices(forms).default("2025"),
    )
    .option(
      "--token <text>",
      "bearer token of the first user (default: the token in the seed; without a seed, local-token)",
    )
    .option("--seed <file>", "JSON file with the initial users, campaigns, voices and so on")
    .option(
      "--data <file>",
      "keep the state in this file across restarts; if the file exists, the seed is ignored",
    )
    .option("--strict", "serve only what the documents show: assumed routes return 404 or 405")
    .option(
      "--route <name=place>",
      'move an assumed route, or remove it with "none"; may be repeated',
      assumedRoute,
      {},
    )
    .option("--tidy-text", "trim text, and return CRLF as LF, an empty webhook_url as null, and {} as []")
    .addOption(
      new Option(
        "--multimodal-model <key>",
        "form 2025: the key of the model in a multimodal assistant's record",
      ).choices(["llm", "multimodal"]),
    )
    .addOption(
      new Option("--tool-items <kind>", 'what the list "tools" in an assistant\'s record contains').choices([
        "objects",
        "ids",
        "built-in",
      ]),
    )
    .option("--tool-ids", "form 2026: an assistant's record has tool_ids")
    .option(
      "--all-record-keys",
      "form 2026: an assistant's record also has the keys that the documents do not show",
    )
    .option("--post-call-defaults", "an assistant's post_call_schema also has status and summary")
    .option("--text-decimals", "all decimal numbers in an assistant's record are text")
    .option("--leads-envelope", "list leads in pages")
    .option("--campaigns-envelope", "list campaigns as {campaigns: [...]}")
    .option("--refuse-unknown-fields", "reject a request with a field that its route does not know")
    .option("--digit-strings", "accept a string of digits for an integer")
    .option("--window-limits", "accept at most 100 requests a minute and 20 in ten seconds from each token")
    .option("--unknown-keys", "add an unknown key to every object of every response")
    .addOption(new Option("--dialect <name>", "how texts are trimmed and values spelled").choices(dialects))
    .addOption(
      new Option("--listing-order <order>", "order of all listings of records").choices(listingOrders),
    )
    .option("--list-lag <ms>", "milliseconds by which listings lag behind writes", milliseconds)
    .option("--json", "print the ready line as JSON")
    .addHelpText(
      "after",
      `
Assumed routes: ${assumedRoutes.join(", ")}

Examples:
  voicecall emulator
  voicecall emulator --port 0 --json
  voicecall emulator --seed account.json --data service-state.json
  voicecall emulator --strict
  voicecall emulator --form 2026
  voicecall emulator --data service-state.json -- pulumi preview
  voicecall emulator --route updateTool="PATCH /user/tools/{id}" --route deleteLead=none

Control routes (no token needed): GET /_emulator/requests, GET /_emulator/state, POST /_emulator/reset,
GET and PATCH /_emulator/settings (modes, with the names of the options of startEmulator(), such as listingOrder),
GET and POST /_emulator/faults, DELETE /_emulator/faults[/{id}], GET and POST /_emulator/calls (a POST simulates an
incoming call), POST /_emulator/calls/{id}/finish, PATCH and DELETE
/_emulator/records/{tools|assistants|leads|campaigns}/{id}

The Host of a request, and its Origin if present, must be localhost, this machine's name or one of its addresses. Other
requests get 403, which blocks DNS rebinding by web pages. The service records the newest 10,000 requests, at most 64
MB.

A reset clears the recorded requests and the faults, and keeps the records. With the body {"state": true} it also
restores the seed and the initial modes.

A seed is a JSON object of lists: users, voices, models, languages, phoneNumbers, campaigns, builtInTools, tools,
assistants, leads, synthesizerProviders, transcriberProviders, knowledgebases, folders, labels, replies. The fields of
their items have the service's names. docs/local-service.md has an example. Missing users, voices, models, languages
and providers come from the default seed. Other missing lists are empty.`,
    )
    .action(run);
}

async function run(command: string[], options: Given): Promise<void> {
  if (command.length > 0 && !process.argv.includes("--"))
    throw new UsageError(`${command[0]}: write -- before a command that uses the service.`);
  const stopped = new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  const { startEmulator, RouteError } = await localService();
  const emulator = await startEmulator(optionsFrom(options)).catch((error: unknown) => {
    throw error instanceof RouteError ? new UsageError(`--route: ${error.message}`) : error;
  });
  const { address, token } = emulator;
  const line = options.json
    ? JSON.stringify({ address, token })
    : `voicecall emulator ready at ${address} (token ${token})`;
  try {
    if (command.length > 0) process.exitCode = await inService(command, emulator);
    else {
      process.stdout.write(`${line}\n`);
      await stopped;
    }
  } finally {
    await emulator.close();
  }
}

/**
 * Runs a command whose program uses the service. A signal from a terminal reaches the command too, which ends first.
 * @returns its exit code
 */
function inService(
  [file = "", ...args]: string[],
  { address, token }: LocalService.Emulator,
): Promise<number> {
  const env = { PULUMI_CONFIG_PASSPHRASE: "", ...process.env };
  const child = spawn(file, args, {
    stdio: "inherit",
    env: { ...env, VOICECALL_BASE_URL: address, VOICECALL_ACCESS_TOKEN: token },
  });
  process.once("SIGTERM", () => child.kill());
  return new Promise((resolve, reject) => {
    child.once("error", () =>
      reject(new Error(`There is no command ${file} on the PATH. Install it, or name it with its folder.`)),
    );
    child.once("close", (code) => resolve(code ?? exitCodes.failed));
  });
}

/** The package may be missing, because it is an optional peer dependency. */
async function localService(): Promise<typeof LocalService> {
  try {
    return await import("pulumi-voicecall-emulator");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.endsWith("MODULE_NOT_FOUND") || !message.includes("pulumi-voicecall-emulator")) throw error;
    throw new Error(
      "The local service is a separate package, which is not installed next to pulumi-voicecall. Install it: npm install --save-dev pulumi-voicecall-emulator",
    );
  }
}

function optionsFrom({ seed, data, route, json: _, ...plain }: Given): EmulatorOptions {
  return {
    ...plain,
    routes: route,
    log: (line) => process.stderr.write(`${line}\n`),
    ...(seed === undefined ? {} : { seed: readSeed(seed) }),
    ...(data === undefined ? {} : { dataFile: data }),
  };
}

function readSeed(file: string): Seed {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Seed;
  } catch (error) {
    throw new Error(`The seed ${file} cannot be read: ${reasonOf(error)}`);
  }
}

function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65535)) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

function milliseconds(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Give milliseconds as a whole number.");
  return Number(text);
}

function assumedRoute(text: string, previous: Given["route"]): Given["route"] {
  const [name = "", ...place] = text.split("=");
  if (!isAssumedRoute(name) || place.length === 0) {
    throw new InvalidArgumentError(
      `Write NAME="METHOD /path" or NAME=none. NAME is one of ${assumedRoutes.join(", ")}.`,
    );
  }
  return { ...previous, [name]: place.join("=") };
}
