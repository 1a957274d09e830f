/** Reads the settings as the stack's provider does. Checks them, and where they come from. */
import { type Settings, isVoicecallError, parseSettings, settingsTable } from "../../provider/facade.js";
import { environmentIsWhole, stackEntries } from "../base/account.js";
import { commandKeys } from "../../provider/base/command-settings.js";
import { keyText } from "../../provider/base/quoted.js";
import { refreshWarnings } from "../base/refresh.js";
import { didYouMean } from "../../provider/base/suggest.js";
import { UsageError } from "../base/exit.js";
import { hasProgram, type StackOptions } from "../base/pulumi.js";
import { reasonNotToSend, type TrustOptions, trustRemedy } from "../base/trust.js";
import { couldNotTell, type Line, notReady, ready } from "./report.js";

type Options = StackOptions & TrustOptions & { program: boolean };

/**
 * `settings` are absent if the base URL is missing, a setting is wrong, or the token must not be sent to the base URL.
 */
export async function configuration(options: Options): Promise<{ settings?: Settings; lines: Line[] }> {
  const id = "configuration";
  // The stack is read even if the environment sets base URL and token, because policies and routes come only from
  // stack configuration.
  const hasStack = options.stack !== undefined || hasProgram(options);
  const stack = hasStack ? await readStack(options) : { config: {}, lines: [] };
  const { lines } = stack;
  try {
    const settings = parseSettings((key) => stack.config[`voicecall:${key}`], process.env);
    const { baseUrl, baseUrlSource } = settings;
    if (baseUrl === "") return { lines: [notReady(id, "no base URL is set", baseUrlSource), ...lines] };
    const why = await reasonNotToSend(settings, options);
    if (why !== undefined) return { lines: [couldNotTell(id, why, trustRemedy), ...lines] };
    for (const text of refreshWarnings(options)) {
      const line = notReady("refresh", text, "remove that setting, or set --refresh=false");
      lines.push({ ...line, informative: true });
    }
    const fences = (["callOnly", "maxLeads"] as const).filter((key) => settings[key] !== undefined);
    const limits = fences.map((key) => `; voicecall:${key} limits whom the stack calls`).join("");
    return { settings, lines: [ready(id, `${baseUrl}, from ${baseUrlSource}${limits}`), ...lines] };
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    return { lines: [notReady(id, error.message, "correct that setting"), ...lines] };
  }
}

async function readStack(options: Options): Promise<{ config: Record<string, string>; lines: Line[] }> {
  try {
    const { config, secrets } = await stackEntries(options);
    return {
      config,
      lines: [
        ready("stack", "its configuration can be read"),
        ...wrongSettings(Object.keys(config), secrets),
      ],
    };
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    const remedy = `correct that, or name the stack with --stack${options.program ? ", or leave the program out with --no-program" : ""}`;
    const reason = error.message.replace(/\s*\n\s*/g, " ");
    const line = couldNotTell("stack", reason, remedy);
    // Then the environment alone counts, as for other commands.
    const isEnough = !options.program && options.stack === undefined && environmentIsWhole();
    return { config: {}, lines: [isEnough ? { ...line, informative: true } : line] };
  }
}

/** Finds settings that have no effect, and secrets in clear text. */
function wrongSettings(keys: readonly string[], secrets: ReadonlySet<string>): Line[] {
  const known = [...settingsTable.map(({ key }) => key), ...commandKeys];
  return keys
    .filter((key) => key.startsWith("voicecall:"))
    .flatMap((whole): Line[] => {
      const key = whole.slice("voicecall:".length);
      if (commandKeys.includes(key)) return [];
      const row = settingsTable.find((one) => one.key === key);
      if (!row)
        return [
          notReady(
            "settings",
            `voicecall:${keyText(key)} is not a setting.${didYouMean(key, known)}`,
            "correct or remove it in the stack configuration",
          ),
        ];
      if (!row.secret || secrets.has(whole)) return [];
      return [
        notReady(
          "settings",
          `${whole} is in clear text in the stack configuration`,
          `replace the token in the service, and set the new one with \`pulumi config set --secret ${whole}\``,
        ),
      ];
    });
}
