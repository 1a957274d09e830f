/** The records of lookups (spec 2.4), with the additions of form 2026. */
import type {
  StoredFolder,
  StoredKnowledgebase,
  StoredLabel,
  StoredModel,
  StoredPhoneNumber,
  StoredProvider,
  StoredVoice,
} from "../base/state.js";

export const voice2025 = ({ id, name, mode }: StoredVoice): object => ({ id, name, mode });

export const voice2026 = ({ mode: _, owner: __, ...row }: StoredVoice): object => row;

export const model = ({ id, name, type, code = "" }: StoredModel): object =>
  type === "llm" ? { id, name } : { id, name, code };

export const provider = ({ id, name, code }: StoredProvider): object => ({ id, name, code });

/** A folder or a label. */
export const withoutOwner = ({ owner: _, ...row }: StoredFolder | StoredLabel): object => row;

export const knowledgebase = (row: StoredKnowledgebase, assistants_count: number): object => ({
  ...withoutOwner(row),
  assistants_count,
});

const numberTypes = { Normal: "normal", SIP: "sip", "Caller ID": "caller_id" };

export const phoneNumber2026 = ({ owner: _, ...row }: StoredPhoneNumber): object => ({
  ...row,
  type: numberTypes[row.type_label],
  region: null,
  sms_capable: row.type_label === "Normal",
  has_active_subscription: row.type_label === "Normal",
  created_at: "2026-01-01T00:00:00.000000Z",
});
