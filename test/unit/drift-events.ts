/** Events of Pulumi 3.255.0, reduced to the parts that the tests need, and a report without drift. */
import { compare } from "../../cli/drift/compare.js";
import { EventReader } from "../../cli/drift/events.js";
import { type Report, reportSchema } from "../../cli/drift/report.js";
import type { Message } from "../../provider/base/messages.js";
import { assistant } from "../kinds/index.js";

export const noDrift: Report = {
  version: 1,
  stack: "dev",
  outcome: "no drift",
  compared: 3,
  drift: [],
  gone: [],
  notes: [],
  notReadable: [],
  errors: [],
};

const SIGNATURE = "4dabf18193072939515e22adb298388d";

/** A secret, as the engine shows it. */
export const secret = { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };

type Bag = Record<string, unknown>;

export interface ResourceRead {
  kind?: string;
  name?: string;
  op?: string;
  id?: string;
  external?: true;
  /** The inputs of the last apply. */
  declared: Bag;
  /** Live values that differ. Absent: none differ. Undefined: the object is gone. */
  live?: Bag | undefined;
  /** Outputs that are not inputs. */
  outputs?: Bag;
  paths?: string[];
}

const hidden = { __v: 1, __account: { baseUrl: "http://127.0.0.1:1", token: "c7ec7c54", userId: 1 } };

export const urnOf = (kind: string, name: string): string =>
  `urn:pulumi:dev::x::pulumi-nodejs:dynamic/voicecall:${kind}::${name}`;

/** The two events of one resource. */
export function read(change: ResourceRead): Bag[] {
  const { kind = "Assistant", name = "support", id = "205", external, declared, outputs = {} } = change;
  const gone = "live" in change && change.live === undefined;
  const inputs = { ...declared, ...change.live };
  const side = (bag: Bag, more: Bag = {}): Bag => ({
    type: `pulumi-nodejs:dynamic/voicecall:${kind}`,
    urn: urnOf(kind, name),
    custom: true,
    id,
    ...(external && { external }),
    inputs: { __provider: "exports.handler=…", ...bag },
    outputs: { ...hidden, __provider: "exports.handler=…", ...bag, ...more },
  });
  const paths = change.paths ?? Object.keys(change.live ?? {});
  const op = change.op ?? (gone ? "delete" : paths.length > 0 ? "update" : "same");
  const common = {
    urn: urnOf(kind, name),
    type: `pulumi-nodejs:dynamic/voicecall:${kind}`,
    old: side(declared),
  };
  const detailedDiff = Object.fromEntries(paths.map((one) => [one, { diffKind: "update", inputDiff: true }]));
  const now = {
    op,
    new: gone ? null : side(inputs, outputs),
    detailedDiff: op === "same" ? null : detailedDiff,
  };
  return [
    { sequence: 1, resourcePreEvent: { metadata: { ...common, op: "refresh" } } },
    { sequence: 2, resOutputsEvent: { metadata: { ...common, ...now }, planning: true } },
  ];
}

export const diagnostic = (message: string, severity = "info", urn?: string): Bag => ({
  diagnosticEvent: { message: `${message}\n\n`, color: "never", severity, ...(urn && { urn }) },
});

export const ended = { summaryEvent: { isPreview: true, result: "succeeded" } };

export const support = { ...assistant, systemPrompt: "You help." };

export async function reportWith(messages: readonly Message[], ...events: object[]): Promise<Report> {
  const reader = new EventReader();
  for (const event of [...events, ended]) reader.add(JSON.stringify(event));
  return reportSchema.parse(await compare("dev", { ...reader.end(), messages }));
}

export const note = (kind: string, id: string, text: string): Message => ({ kind, id, text });
