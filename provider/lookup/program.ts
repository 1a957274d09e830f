import type { ServiceRecord } from "../core/record.js";
import type { Session } from "../core/session.js";
import { VoicecallError } from "../http/errors.js";
import { quoted } from "../quoted.js";
import { didYouMean } from "../suggest.js";
import { type NumberType, type VoiceMode, listPhoneNumbers, listVoices } from "./api.js";
import * as lookup from "./api.js";
import type { Language, Model, PhoneNumber, Voice } from "./schema.js";

/** Look-ups as a program uses them, spec 2.4 and 4.2. */
export interface Lookups {
  /** True without an access token: nothing can be looked up. */
  readonly offline: boolean;
  voices(mode?: VoiceMode): Promise<Voice[]>;
  models(): Promise<Model[]>;
  languages(): Promise<Language[]>;
  phoneNumbers(type?: NumberType): Promise<PhoneNumber[]>;
  assistant(name: string): Promise<ServiceRecord>;
  midCallTool(name: string): Promise<ServiceRecord>;
}

export function lookups(session: Session): Lookups {
  const { client } = session;
  const online = <T>(what: string, run: () => Promise<T>): Promise<T> => {
    session.requireToken(what);
    return run();
  };
  return {
    offline: session.offline,
    voices: (mode) => online("look up voices", () => listVoices(client, mode)),
    models: () => online("look up LLM models", () => lookup.listModels(client)),
    languages: () => online("look up languages", () => lookup.listLanguages(client)),
    phoneNumbers: (type) => online("look up phone numbers", () => listPhoneNumbers(client, type)),
    assistant: (name) =>
      online("look up an assistant", async () => one("assistant", name, await session.assistants.rows())),
    midCallTool: (name) =>
      online("look up a mid call tool", async () => one("mid call tool", name, await session.tools.rows())),
  };
}

function one(what: string, name: string, rows: readonly ServiceRecord[]): ServiceRecord {
  const found = rows.filter((row) => row["name"] === name);
  if (found.length === 1) return found[0]!;
  const meant = didYouMean(
    name,
    rows.map((row) => String(row["name"])),
  );
  throw new VoicecallError(
    "unknown-name",
    found.length === 0
      ? `look up ${what}: the account has no ${what} ${quoted(name)}.${meant}`
      : `look up ${what}: the account has ${found.length} with the name ${quoted(name)} (ids ${found.map(({ id }) => id).join(", ")}).`,
  );
}
