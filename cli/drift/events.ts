/** Reads a stack from the events of `pulumi refresh --preview-only`, one JSON object per line. */
import { z } from "zod";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import type { Message } from "../../provider/base/messages.js";
import { exited, pulumi, type PulumiResult, type StackOptions } from "../base/pulumi.js";
import { withMessages } from "./messages.js";

const side = z.object({
  id: z.string().optional(),
  external: z.boolean().optional(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
});

const metadata = z.object({
  op: z.string(),
  urn: z.string(),
  type: z.string(),
  /** URN and id. */
  provider: z.string().nullish(),
  old: side.nullish(),
  new: side.nullish(),
  detailedDiff: z.record(z.string(), z.unknown()).nullish(),
  diffs: z.array(z.string()).nullish(),
});

const event = z.object({
  resourcePreEvent: z.object({ metadata }).optional(),
  resOutputsEvent: z.object({ metadata }).optional(),
  diagnosticEvent: z
    .object({ urn: z.string().optional(), message: z.string(), severity: z.string() })
    .optional(),
  summaryEvent: z.object({}).optional(),
});

export type Side = z.output<typeof side>;
type Metadata = z.output<typeof metadata>;
type EngineEvent = z.output<typeof event>;
type Diagnostic = NonNullable<EngineEvent["diagnosticEvent"]>;

/** One resource: its recorded and its live state. */
export interface ReadResource {
  readonly urn: string;
  readonly kind: string;
  readonly op: string;
  readonly old: Side;
  /** Absent if the object is gone. */
  readonly live: Side | undefined;
  /** The paths at which the engine found differences, including differences between secrets. */
  readonly paths: readonly string[];
}

export interface Reading {
  /** Sorted by URN, because the engine reads in parallel. */
  readonly resources: readonly ReadResource[];
  readonly failures: readonly { urn?: string; text: string }[];
  readonly warnings: readonly string[];
  /** Notes and errors of the provider. */
  readonly messages: readonly Message[];
  /** Whether the engine has reported its summary, which comes after all resources. */
  readonly complete: boolean;
}

export class EventReader {
  readonly #begun = new Set<string>();
  readonly #read = new Map<string, ReadResource>();
  /** What the program passes to other packages, and its stack outputs, by URN. */
  readonly others = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #failures: { urn?: string; text: string }[] = [];
  readonly #warnings: string[] = [];
  #hasEnded = false;

  /** @returns the number of resources read so far */
  add(line: string): number {
    const found = parsedEvent(line);
    const begun = found?.resourcePreEvent?.metadata;
    if (begun?.type.startsWith(TYPE_PREFIX)) this.#begun.add(begun.urn);
    const read = found?.resOutputsEvent?.metadata;
    if (read?.type.startsWith(TYPE_PREFIX)) this.#read.set(read.urn, resource(read));
    else if (read)
      this.others.set(read.urn, { ...read.new?.inputs, ...(isStack(read) && read.new?.outputs) });
    if (found?.diagnosticEvent) this.#diagnostic(found.diagnosticEvent);
    if (found?.summaryEvent) this.#hasEnded = true;
    return this.#read.size;
  }

  end(): Omit<Reading, "messages"> {
    const named = new Set(this.#failures.map(({ urn }) => urn));
    const silent = [...this.#begun].filter((urn) => !this.#read.has(urn) && !named.has(urn));
    const failures = [
      ...this.#failures,
      ...silent.map((urn) => ({ urn, text: "The engine did not report whether it read the resource." })),
    ];
    return {
      resources: [...this.#read.values()].sort((left, right) => (left.urn < right.urn ? -1 : 1)),
      // If a failure names a resource, failures without a resource, such as "preview failed", add nothing.
      failures: failures.some(({ urn }) => urn) ? failures.filter(({ urn }) => urn) : failures,
      warnings: this.#warnings,
      complete: this.#hasEnded,
    };
  }

  #diagnostic({ urn, message, severity }: Diagnostic): void {
    const text = message.trim();
    if (text === "") return;
    if (severity === "error")
      this.#failures.push({ ...(urn && { urn }), text: text.replace(/^Preview failed: /, "") });
    if (severity === "warning") this.#warnings.push(text);
  }
}

const isStack = ({ type }: Metadata): boolean => type === "pulumi:pulumi:Stack";

/** Undefined if the line is not an event. */
export function parsedEvent(line: string): EngineEvent | undefined {
  try {
    return event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function resource(read: Metadata): ReadResource {
  return {
    urn: read.urn,
    kind: read.type.slice(TYPE_PREFIX.length),
    op: read.op,
    old: read.old ?? { inputs: {}, outputs: {} },
    live: read.new ?? undefined,
    paths: [...new Set([...Object.keys(read.detailedDiff ?? {}), ...(read.diffs ?? [])])],
  };
}

/** Why a command without a complete report has failed. */
const reasonFor = ({ code, stdout, stderr }: PulumiResult): string =>
  code === 0
    ? "It did not report a result: Pulumi CLI 3.254 or later is required."
    : stderr.trim() || stdout.trim().slice(-2_000);

/** The number is high, so that an outage is noticed early: parallel reads share listings, and fail together. */
const PARALLEL = "64";

/**
 * Reads the stack like `pulumi refresh`, but stores nothing.
 * @throws Error if the engine could not start, or ended before it had reported all resources
 */
export async function readStack(options: StackOptions, onRead: (count: number) => void): Promise<Reading> {
  const reader = new EventReader();
  const args = ["refresh", "--preview-only", "--target", `**${TYPE_PREFIX}**`, "--parallel", PARALLEL];
  const { result, messages } = await withMessages((env) =>
    pulumi([...args, "--json", "--color", "never"], options, {
      // Without the variable, the output is one document, which lacks the old state.
      env: { ...env, PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" },
      onLine: (line) => onRead(reader.add(line)),
    }),
  );
  const { code } = result;
  const reading = { ...reader.end(), messages };
  if (!reading.complete || (code !== 0 && reading.failures.length === 0)) {
    const failures = code === 0 ? [] : reading.failures.map(({ text }) => text);
    const why = [...failures, reasonFor(result)].join("\n").trim();
    throw new Error(`read the stack: pulumi refresh --preview-only ${exited(code)}.\n${why}`);
  }
  return reading;
}
