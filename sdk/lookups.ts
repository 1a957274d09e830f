import type * as pulumi from "@pulumi/pulumi";
import type * as records from "../provider/core/lookup/records.js";
import { list, lookUp } from "./lookup-run.js";
import type { LookupOptions } from "./lookup-run.js";

/**
 * The voices that assistants can have: public ones and the account's own.
 * Every lookup runs in the program, in previews too. Without an access token, its result is unknown in a
 * preview, and an apply fails. In tests with `pulumi.runtime.setMocks`, the mock's `call` gets the token
 * `voicecall:index:getVoices` and must return `{ voices: […] }`. The other lookups work in the same way,
 * except that the mock returns the record itself for `getAssistant` and `getMidCallTool`.
 * @example
 * ```ts
 * const voices = getVoices({ mode: "pipeline" });
 * const first = voices.apply(([voice]) => voice!.name);
 * ```
 */
export function getVoices(
  args: {
    /** Only voices for this engine mode. */
    mode?: pulumi.Input<"pipeline" | "multimodal" | "dualplex" | undefined>;
  } = {},
  opts: LookupOptions = {},
): pulumi.Output<records.Voice[]> {
  return list("getVoices", "voices", args, opts, (runtime, { mode }) => runtime.voices(mode));
}

/**
 * The language models that assistants can have.
 * @example
 * ```ts
 * const names = getModels().apply((models) => models.map((model) => model.name));
 * ```
 */
export function getModels(
  args: {
    /**
     * In the 2026 form of the service: "llm" (the default) for models of the pipeline mode, or "multimodal" or
     * "dualplex" for models of the mode with that name. The 2025 form ignores it.
     */
    type?: pulumi.Input<"llm" | "multimodal" | "dualplex" | undefined>;
  } = {},
  opts: LookupOptions = {},
): pulumi.Output<records.Model[]> {
  return list("getModels", "models", args, opts, (runtime, { type }) => runtime.models(type));
}

/**
 * The languages that assistants can speak.
 * @example
 * ```ts
 * const codes = getLanguages().apply((languages) => languages.map((language) => language.iso2));
 * ```
 */
export function getLanguages(args: object = {}, opts: LookupOptions = {}): pulumi.Output<records.Language[]> {
  return list("getLanguages", "languages", args, opts, (runtime) => runtime.languages());
}

/**
 * The account's phone numbers.
 * @example
 * ```ts
 * const free = getPhoneNumbers({ type: "inbound" }).apply((numbers) => numbers.map((one) => one.phoneNumber));
 * ```
 */
export function getPhoneNumbers(
  args: {
    /** "inbound" leaves out Caller ID numbers and numbers that are already assigned. */
    type?: pulumi.Input<"inbound" | "outbound" | undefined>;
  } = {},
  opts: LookupOptions = {},
): pulumi.Output<records.PhoneNumber[]> {
  return list("getPhoneNumbers", "phoneNumbers", args, opts, (runtime, { type }) =>
    runtime.phoneNumbers(type),
  );
}

/**
 * An assistant in the account by its exact name. A name that the account does not have,
 * or has twice, is an error.
 * @example
 * ```ts
 * const reception = Assistant.get("reception", getAssistant({ name: "Reception" }).id);
 * ```
 */
export function getAssistant(
  args: {
    /** The exact name of the assistant. */
    name: pulumi.Input<string>;
  },
  opts: LookupOptions = {},
): pulumi.Output<records.AssistantRecord> {
  return lookUp("getAssistant", args, opts, (runtime, { name }) => runtime.assistant(name));
}

/**
 * A mid call tool in the account by its exact name. A name that the account does not
 * have, or has twice, is an error.
 * @example
 * ```ts
 * const hours = getMidCallTool({ name: "get_opening_hours" });
 * const tools = [hours.id];
 * ```
 */
export function getMidCallTool(
  args: {
    /** The exact name of the tool. */
    name: pulumi.Input<string>;
  },
  opts: LookupOptions = {},
): pulumi.Output<records.MidCallToolRecord> {
  return lookUp("getMidCallTool", args, opts, (runtime, { name }) => runtime.midCallTool(name));
}
