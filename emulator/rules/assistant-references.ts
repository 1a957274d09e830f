/**
 * Rules that the schema of a single field cannot check: references to objects in the account, and fields that
 * depend on each other. Has the rules of form 2025, and those that both forms share.
 */
import type { Form } from "../base/forms.js";
import type { FieldErrors } from "../base/http-error.js";
import { own } from "../base/records.js";
import type { EmulatorState } from "../base/lists.js";
import type { StoredUser } from "../base/state.js";
import type { StoredAssistant } from "../base/stored-assistant.js";
import type { AssistantBody } from "./assistant.js";

export interface Account {
  user: StoredUser;
  state: EmulatorState;
  /** The assistant to update, which has the values of fields that the body lacks. Undefined for a create. */
  stored: StoredAssistant | undefined;
  form: Form;
}

/** Fields of a body that both forms check in the same way. */
export interface SharedReferences {
  voice_id?: number | undefined;
  tool_ids?: number[] | undefined;
  phone_number_id?: number | null | undefined;
  is_webhook_active?: boolean | undefined;
  webhook_url?: string | null | undefined;
  /** The new type, if the body changes it. */
  type?: StoredAssistant["type"] | undefined;
}

export function references2025(body: AssistantBody, account: Account): FieldErrors {
  const { calls_direction, language, llm_model } = body;
  const { languages, models } = account.state;
  const known = models.filter((row) => row.type === "llm");
  const type =
    calls_direction === undefined ? undefined : calls_direction === "receive" ? "inbound" : "outbound";
  return {
    ...sharedErrors({ ...body, type }, account),
    ...(language !== undefined && !languages.some((row) => row.name === language)
      ? selected("language")
      : {}),
    ...(llm_model !== undefined && !known.some((row) => row.name === llm_model) ? selected("llm_model") : {}),
  };
}

export function sharedErrors(body: SharedReferences, account: Account): FieldErrors {
  const { user, state, stored } = account;
  const { voice_id, tool_ids = [] } = body;
  const errors: FieldErrors = {};
  const isUsable = (row: { id: number; owner?: number | undefined }): boolean =>
    row.id === voice_id && (row.owner ?? user.id) === user.id;
  if (voice_id !== undefined && !state.voices.some(isUsable)) Object.assign(errors, selected("voice_id"));
  tool_ids.forEach((id, index) => {
    if (!own(state.tools, id, user)) Object.assign(errors, selected(`tool_ids.${index}`));
  });
  const phone = phoneNumberError(body, account);
  if (phone) errors["phone_number_id"] = [phone];
  if (body.is_webhook_active !== undefined || body.webhook_url !== undefined) {
    const active = body.is_webhook_active ?? stored?.is_webhook_active ?? false;
    const address = body.webhook_url === undefined ? stored?.webhook_url : body.webhook_url;
    if (active && (address ?? null) === null) {
      errors["webhook_url"] = ["The webhook url field is required when is webhook active is true."];
    }
  }
  return errors;
}

/** The error for a reference to an object that the user does not have. */
export function selected(field: string): FieldErrors {
  return { [field]: [`The selected ${field.replaceAll("_", " ").replace(/\.\d+$/, "")} is invalid.`] };
}

/** The assistants whose phone number is not available to others: all assistants, or only inbound ones. */
const holders: Record<Form, (assistant: StoredAssistant) => boolean> = {
  "2025": () => true,
  "2026": ({ type }) => type === "inbound",
};

/** Whether an assistant other than `except` makes the number unavailable. Deleted assistants do not count. */
export function isHeld(
  phoneNumberId: number,
  state: EmulatorState,
  form: Form,
  except?: StoredAssistant,
): boolean {
  return state.assistants
    .filter(holders[form])
    .some((row) => row.phone_number_id === phoneNumberId && row.deleted_at === null && row.id !== except?.id);
}

function phoneNumberError(
  { phone_number_id, type }: SharedReferences,
  { user, state, stored, form }: Account,
): string | undefined {
  if (phone_number_id === undefined && type === undefined) return undefined;
  const numberId = phone_number_id === undefined ? (stored?.phone_number_id ?? null) : phone_number_id;
  if (numberId === null) return undefined;
  const number = own(state.phoneNumbers, numberId, user);
  if (!number) return "The selected phone number id is invalid.";
  if ((type ?? stored?.type) !== "inbound") return undefined;
  if (number.type_label === "Caller ID")
    return "A caller ID number cannot be assigned to an inbound assistant.";
  if (isHeld(numberId, state, form, stored))
    return "The phone number is already assigned to another assistant.";
  return undefined;
}
