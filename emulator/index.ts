/** A local voice calling service for tests and demonstrations. */
export { startEmulator, PortTakenError, type Emulator } from "./start.js";
export { defaultSeed, type DefaultSeed } from "./base/default-seed.js";
export { RouteError, type AssumedRoute } from "./base/assumed-routes.js";
export { DataFileError } from "./base/data-file.js";
export { forms, type Form } from "./base/forms.js";
export { type EmulatorState, type Seed } from "./base/lists.js";
export { SeedError } from "./base/seed.js";
export type { EmulatorClock } from "./base/clock.js";
export type { EmulatorOptions, Modes } from "./base/options.js";
export type { RecordedRequest } from "./base/recorder.js";
export { FaultError, type FaultRule, type Faults } from "./faults/faults.js";
export type { Fault } from "./faults/kinds.js";
export type { Moment } from "./base/exchange.js";
export type { PageLie } from "./base/page-lies.js";
export type { StoredLead } from "./base/state.js";
