/** The parts of the provider that the command line may use. Everything else is internal. */
export { placeholders } from "./assistant/placeholders.js";
export { unknownToReceiver } from "./assistant/prompt-variables.js";
export { type KindRow, catalog } from "./catalog.js";
export { type Definition, Operation } from "./core/operation.js";
export type { ServiceRecord } from "./core/record.js";
export { goneButKept, label, namedIds } from "./core/describe.js";
export { type FilePlan, type FileToPlan, planFile } from "./lead-set/plan-file.js";
export { UnreadableList } from "./lead-set/rows.js";
export { leadIdsIn } from "./lead-set/recorded.js";
export type { Change } from "./core/results.js";
export { changes } from "./core/diff.js";
export { type ApiForm, type Field, role } from "./core/fields.js";
export { WILL_FAIL } from "./core/failures.js";
export { inForm } from "./core/form.js";

export type { Session } from "./core/session.js";
export { memory, notReadableIn } from "./core/state.js";
export { phone } from "./core/types.js";
export { type Bag, NOT_READABLE, isObject, normal, ownValue, same } from "./core/values.js";
export { live } from "./core/wanted.js";
export { type Declared, type Omitted, Undeclarable, declare, definitionFor } from "./declare.js";
export { isLoopback } from "./http/base-url.js";
export type { Client } from "./http/client.js";
export { type ErrorCode, type VoicecallError, isVoicecallError } from "./http/errors.js";
export { redactor } from "./http/redact.js";
export {
  type TransportResponse,
  TransportError,
  type TransportRequest,
  createTransport,
} from "./http/transport.js";
export { listLanguages } from "./lookup/api.js";
export { formOf } from "./lookup/form.js";
export { references } from "./lookup/names.js";
export {
  type Route,
  type RouteName,
  type RouteTable,
  placeToFill,
  routeText,
  routesCommand,
  routesWith,
} from "./routes.js";
export { openSession } from "./runtime.js";
export { type Settings, parseSettings, settingsTable } from "./settings.js";
