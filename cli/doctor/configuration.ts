/** Checks the settings as the stack's provider would read them, and their sources. */
import { type Settings, isVoicecallError, parseSettings } from "../../provider/facade.js";
import { environmentIsWhole, stackConfig } from "../account.js";
import { UsageError } from "../exit.js";
import { hasProgram, type StackOptions } from "../pulumi.js";
import { reasonNotToSend, type TrustOptions, trustRemedy } from "../trust.js";
import { couldNotTell, type Line, notReady, ready } from "./report.js";

export interface Configuration {
  /** Absent if the settings do not allow any request. */
  settings?: Settings;
  lines: Line[];
}

/** @param folder of the program; undefined with `--no-program` */
export async function configuration(
  options: StackOptions & TrustOptions,
  folder: string | undefined,
): Promise<Configuration> {
  const id = "configuration";
  const needsStack =
    folder !== undefined || options.stack !== undefined || (hasProgram(options) && !environmentIsWhole());
  const stack = needsStack ? await readStack(options) : { config: {}, lines: [] };
  const { lines } = stack;
  try {
    const settings = parseSettings((key) => stack.config[`voicecall:${key}`], process.env);
    const { baseUrl, baseUrlSource } = settings;
    if (baseUrl === "") return { lines: [notReady(id, "no base URL is set", baseUrlSource), ...lines] };
    const why = await reasonNotToSend(settings, options);
    if (why !== undefined) return { lines: [couldNotTell(id, why, trustRemedy), ...lines] };
    return { settings, lines: [ready(id, `${baseUrl}, from ${baseUrlSource}`), ...lines] };
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    return { lines: [notReady(id, error.message, "correct that setting"), ...lines] };
  }
}

/** The stack's policies and routes apply even if the environment sets base URL and token. */
async function readStack(options: StackOptions): Promise<{ config: Record<string, string>; lines: Line[] }> {
  try {
    return { config: await stackConfig(options), lines: [ready("stack", "its configuration can be read")] };
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    const said = error.message.replace(/\s*\n\s*/g, " ");
    const remedy = "name the stack with --stack, or leave the program out with --no-program";
    return { config: {}, lines: [couldNotTell("stack", said, remedy)] };
  }
}
