/** `voicecall chat` and `voicecall render`: an assistant as the program declares it, before anything is applied. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type ExitCode, UsageError, ending, exitCodes } from "../base/exit.js";
import { during, print, printJson } from "../base/output.js";
import { withStackOptions } from "../base/pulumi.js";
import { withTrustOption } from "../base/trust.js";
import { variable } from "../base/variable.js";
import type { Chatting, Given } from "./converse.js";
import type { Found } from "./program.js";

interface Rendering extends Given {
  showSecrets?: true;
}

const withAssistant = (command: Command): Command =>
  withTrustOption(
    withStackOptions(
      command.argument("[resource]", "an assistant of the program (default: the only one)"),
    ).option("--var <name=value>", "a variable that the service fills in; may be repeated", variable, {}),
  );

export function registerChat(program: Command): void {
  withAssistant(
    program
      .command("chat")
      .description("talk in text with an assistant as the program declares it, before anything is applied"),
  )
    .option("--model <name>", "the model's name at an OpenAI-compatible endpoint, such as gpt-4o-mini")
    .option("--model-url <url>", "the endpoint (default: OPENAI_BASE_URL, or OpenAI's own)")
    .option(
      "--temperature <number>",
      'instead of the assistant\'s temperature; "none" for a model that accepts only its own',
      temperature,
    )
    .option("--answers <file>", "JSON with the answers of tools, by name (default: you answer)")
    .addOption(
      new Option(
        "--service",
        "talk with the assistant as the service has it now: its tools really run",
      ).conflicts(["model", "modelUrl", "temperature", "answers"]),
    )
    .option("--json", "at the end, print the conversation as JSON")
    .addHelpText(
      "after",
      `
The command runs the program in a preview, and sends the prompt and what you type to the model. The key of the model comes
from OPENAI_API_KEY. Each line is what the caller says; an empty line is a silence. When the assistant calls a tool, type
its answer. Nothing is applied, and no phone rings. --service needs the 2026 form of the API.

Exit codes: 0 the conversation has ended; 1 the model or the program failed; 64 wrong usage.

Examples:
  voicecall chat support --model gpt-4o-mini --var customer_name=Ada
  voicecall chat --model llama3.1 --model-url http://127.0.0.1:11434/v1 --answers answers.json`,
    )
    .action(ending(chat));
}

function temperature(text: string): number | "none" {
  if (text === "none") return text;
  if (/^\d(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a number such as 0.5, or "none".');
}

export function registerRender(program: Command): void {
  withAssistant(
    program
      .command("render")
      .description("print what a model gets of an assistant: prompt, first message, tools and temperature"),
  )
    .option("--show-secrets", "also print texts that the program marks as secret")
    .option("--json", "print JSON instead of YAML, for other tools")
    .addHelpText(
      "after",
      `
Example:
  voicecall render support --var customer_name=Ada --json > support.json`,
    )
    .action(ending(rendered));
}

async function rendered(name: string | undefined, given: Rendering): Promise<ExitCode> {
  const { resource, assistant, secrets } = await found(name, given);
  if (secrets.length > 0 && !given.showSecrets)
    throw new Error(`${resource}: ${secrets.join(", ")} is secret. Add --show-secrets to print it.`);
  if (given.json) printJson({ version: 1, resource, assistant });
  else print((await import("yaml")).stringify(assistant, { lineWidth: 0 }).trimEnd());
  return exitCodes.ok;
}

async function chat(name: string | undefined, given: Chatting): Promise<ExitCode> {
  if (!given.service && given.model === undefined)
    throw new UsageError("Which model? Add --model NAME, or --service for the service's own test chat.");
  const program = await found(name, given);
  const { converse } = await import("./converse.js");
  const talk = await converse(program.assistant, given);
  if (given.json) printJson({ version: 1, resource: program.resource, events: talk.events });
  return exitCodes.ok;
}

async function found(name: string | undefined, given: Given): Promise<Found> {
  const { assistantOf } = await import("./program.js");
  return during("Running the program in a preview …", () => assistantOf(given, name, given.var));
}
