/** The rules of spec 4.2 that need more than one field: references into the account, and fields that depend on each other. */
import type { FieldErrors } from "../http-error.js";
import type { EmulatorState } from "../lists.js";
import type { StoredUser } from "../state.js";
import type { StoredAssistant } from "../stored-assistant.js";
import type { AssistantBody } from "./assistant.js";

/** `stored` is the assistant to update. Rules that bind fields check the result of the update. */
export function referenceErrors(
  body: AssistantBody,
  user: StoredUser,
  state: EmulatorState,
  stored?: StoredAssistant,
): FieldErrors {
  const errors: FieldErrors = {};
  const selected = (field: string): void => {
    errors[field] = [`The selected ${field.replaceAll("_", " ").replace(/\.\d+$/, "")} is invalid.`];
  };

  const { voice_id, language, llm_model } = body;
  if (
    voice_id !== undefined &&
    !state.voices.some((row) => row.id === voice_id && (row.owner ?? user.id) === user.id)
  ) {
    selected("voice_id");
  }
  if (language !== undefined && !state.languages.some((row) => row.name === language)) selected("language");
  if (llm_model !== undefined && !state.models.some((row) => row.name === llm_model)) selected("llm_model");
  (body.tool_ids ?? []).forEach((id, index) => {
    if (!state.tools.some((tool) => tool.id === id && tool.owner === user.id)) selected(`tool_ids.${index}`);
  });

  const phone = phoneNumberError(body, user, state, stored);
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

/** Whether a live assistant other than `except` has the number. */
export function isHeld(phoneNumberId: number, state: EmulatorState, except?: StoredAssistant): boolean {
  return state.assistants.some(
    (row) => row.phone_number_id === phoneNumberId && row.deleted_at === null && row.id !== except?.id,
  );
}

function phoneNumberError(
  body: AssistantBody,
  user: StoredUser,
  state: EmulatorState,
  stored?: StoredAssistant,
): string | undefined {
  if (body.phone_number_id === undefined && body.calls_direction === undefined) return undefined;
  const numberId =
    body.phone_number_id === undefined ? (stored?.phone_number_id ?? null) : body.phone_number_id;
  if (numberId === null) return undefined;
  const number = state.phoneNumbers.find((row) => row.id === numberId && row.owner === user.id);
  if (!number) return "The selected phone number id is invalid.";
  const inbound =
    body.calls_direction === undefined ? stored?.type === "inbound" : body.calls_direction === "receive";
  if (!inbound) return undefined;
  if (number.type_label === "Caller ID")
    return "A caller ID number cannot be assigned to an inbound assistant.";
  if (isHeld(numberId, state, stored)) return "The phone number is already assigned to another assistant.";
  return undefined;
}
