/** Puts a value that an apply has replaced into the program, by the way of `voicecall pull`. */
import { fromUrn } from "../drift/compare.js";
import { holdsSecret } from "../drift/secret.js";
import type { Drift } from "../drift/stack.js";
import type { Kept } from "./kept.js";

/** A drift in which the kept value is the only manual change, of what the program had when an apply replaced it. */
export function asDrift(drift: Drift, { title, property, value, declared, resource }: Kept): Drift {
  const { urn } = resource!;
  const read = drift.reading.resources.find((one) => one.urn === urn);
  if (!read)
    throw new Error(`The resource could not be read, so nothing was changed: \`voicecall drift\` says why.`);
  const { kind, name } = fromUrn(urn);
  const field = {
    path: property,
    live: value as never,
    ...(holdsSecret(read.old.inputs[property]) && { secret: true as const }),
  };
  const only = {
    urn,
    kind,
    name,
    title,
    ...(read.old.id !== undefined && { id: read.old.id }),
    fields: [field],
  };
  const inputs = { ...read.old.inputs, ...(declared !== undefined && { [property]: declared }) };
  const resources = drift.reading.resources.map((one) =>
    one === read ? { ...read, old: { ...read.old, inputs } } : one,
  );
  return {
    ...drift,
    reading: { ...drift.reading, resources },
    report: { ...drift.report, drift: [only], gone: [], errors: [] },
  };
}
