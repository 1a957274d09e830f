/** The parts of the provider that the command line may use. Everything else is internal. */
export { placeholders } from "./base/placeholders.js";
export { unknownToReceiver } from "./assistant/prompt-variables.js";
export { catalog } from "./catalog.js";
export { selfIn } from "./core/run/describe.js";
export { type Definition, Operation, type Standard } from "./core/run/operation.js";
export type { ServiceRecord } from "./core/records/record.js";
export { faultIn } from "./core/records/unreadable.js";
export { goneButKept, label, namedIds } from "./core/run/describe.js";
export { type FilePlan, type FileToPlan, planFile } from "./lead-set/plan-file.js";
export { UnreadableList } from "./lead-set/rows.js";
export { leadIdsIn } from "./lead-set/recorded.js";
export type { Change } from "./core/run/results.js";
export { changes } from "./core/steps/diff.js";
export { type ApiForm, type Field, role } from "./core/fields/fields.js";
export { inForm } from "./core/steps/form.js";

export type { Session } from "./core/run/session.js";
export { isSameAccount, memory, notReadableIn } from "./core/run/state.js";
export { type Mark, markKey, marksOf } from "./core/run/merged.js";
export { NOT_DELETED, mayDelete, obstacle } from "./core/run/fence.js";
export { isAssigned } from "./core/fields/phone-number.js";
export { phone } from "./core/fields/types.js";
export { type Bag, NOT_READABLE, isObject, normal, ownValue, same } from "./core/fields/values.js";
export { recorded, shownIn } from "./core/run/sides.js";
export {
  type Declared,
  type Omitted,
  Undeclarable,
  asDeclared,
  declare,
  definitionFor,
  liveFields,
} from "./declare.js";
export type { Verdict, Window } from "./core/steps/interrupted.js";
export { putBack } from "./put-back.js";
export { sealedSchema, unsealed } from "./core/run/sealed.js";
export { type InState, judgeInterrupted, rememberAccounts } from "./interrupted.js";
export { isLoopback } from "./http/base-url.js";
export type { Difference } from "./contract/differences.js";
export { type Compared, type Contract, readContract } from "./contract.js";
export { proxyFor } from "./http/proxy.js";
export type { Client } from "./http/client.js";
export { listAll } from "./http/pages.js";
export { type ErrorCode, type VoicecallError, isVoicecallError } from "./base/errors.js";
export { withoutToken } from "./http/shown-text.js";
export { listLanguages } from "./core/lookup/api.js";
export { formOf } from "./core/lookup/form.js";
export { references } from "./core/lookup/names.js";
export { openSession } from "./open-session.js";
export { PLACEHOLDER, PLACEHOLDER_NUMBER } from "./base/placeholder.js";
export { type Settings, parseSettings, settingsTable } from "./http/settings.js";
