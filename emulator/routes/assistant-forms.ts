/** The differences between the API forms, for assistants. */
import type { z } from "zod";
import type { Form } from "../base/forms.js";
import type { FieldErrors } from "../base/http-error.js";
import type { EmulatorState } from "../base/lists.js";
import { assistantRecord2025, assistantRecord2026 } from "../records/assistant.js";
import { changes2025, changes2026 } from "./assistant-changes.js";
import { assistantCreate, assistantUpdate, type AssistantBody } from "../rules/assistant.js";
import { assistantCreate2026, assistantUpdate2026, type AssistantBody2026 } from "../rules/assistant-2026.js";
import { references2026 } from "../rules/assistant-modes.js";
import { references2025, type Account } from "../rules/assistant-references.js";
import type { Service } from "../base/service.js";
import type { StoredAssistant } from "../base/stored-assistant.js";

interface AssistantForm<B> {
  create: z.ZodType<B>;
  update: z.ZodType<B>;
  /** The errors of references and of fields that depend on each other. */
  references(body: B, account: Account): FieldErrors;
  /** The changes that a checked body makes to the stored assistant. A create has no stored assistant yet. */
  changes(body: Partial<B>, state: EmulatorState, stored?: StoredAssistant): Partial<StoredAssistant>;
  /** The initial values of a new assistant that differ from the defaults of `assistantSchema`. */
  created: Partial<StoredAssistant>;
  record(assistant: StoredAssistant, service: Service): object;
}

const form2025: AssistantForm<AssistantBody> = {
  create: assistantCreate,
  update: assistantUpdate,
  references: references2025,
  changes: changes2025,
  created: {},
  record: assistantRecord2025,
};

const form2026: AssistantForm<AssistantBody2026> = {
  create: assistantCreate2026,
  update: assistantUpdate2026,
  references: references2026,
  changes: changes2026,
  created: { status: "inactive", ambient_sound: "off", knowledgebase_mode: "function_call" },
  record: assistantRecord2026,
};

export const assistantForms: Record<Form, AssistantForm<object>> = { "2025": form2025, "2026": form2026 };
