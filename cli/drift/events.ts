/** What the engine says while it reads a stack without storing anything: one event a line. */
import { z } from "zod";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { pulumi, type StackOptions } from "../pulumi.js";

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
  summaryEvent: z.object({ result: z.string().optional() }).optional(),
});

export type Side = z.output<typeof side>;

/** One resource as state has it and as the provider has read it. */
export interface ReadResource {
  readonly urn: string;
  readonly kind: string;
  readonly op: string;
  readonly old: Side;
  /** Absent: gone. */
  readonly live: Side | undefined;
  /** Paths by which the engine names what differs, of secrets too. */
  readonly paths: readonly string[];
}

export interface Reading {
  /** In the order of their URNs: the engine reads in parallel. */
  readonly resources: readonly ReadResource[];
  readonly failures: readonly { urn?: string; text: string }[];
  /** What provider and engine said besides. */
  readonly said: readonly { text: string; warning: boolean }[];
  /** A stack of which every resource was read, or failed by name. */
  readonly complete: boolean;
}

/** Takes the engine's lines, in any number of pieces, and answers what they tell. */
export class EventReader {
  readonly #begun = new Set<string>();
  readonly #read = new Map<string, ReadResource>();
  readonly #failures: { urn?: string; text: string }[] = [];
  readonly #said: { text: string; warning: boolean }[] = [];
  #result: string | undefined;

  /** Answers how many resources have been read. */
  add(line: string): number {
    const told = parsed(line);
    const begun = told?.resourcePreEvent?.metadata;
    if (begun?.type.startsWith(TYPE_PREFIX)) this.#begun.add(begun.urn);
    const read = told?.resOutputsEvent?.metadata;
    if (read?.type.startsWith(TYPE_PREFIX)) this.#read.set(read.urn, resource(read));
    if (told?.diagnosticEvent) this.#diagnostic(told.diagnosticEvent);
    if (told?.summaryEvent) this.#result = told.summaryEvent.result ?? "succeeded";
    return this.#read.size;
  }

  end(): Reading {
    const named = new Set(this.#failures.map(({ urn }) => urn));
    const silent = [...this.#begun].filter((urn) => !this.#read.has(urn) && !named.has(urn));
    const failures = [
      ...this.#failures,
      ...silent.map((urn) => ({ urn, text: "The engine did not say what became of it." })),
    ];
    return {
      resources: [...this.#read.values()].sort((left, right) => (left.urn < right.urn ? -1 : 1)),
      // «preview failed» says nothing where something else says why.
      failures: failures.some(({ urn }) => urn) ? failures.filter(({ urn }) => urn) : failures,
      said: this.#said,
      complete: this.#result !== undefined,
    };
  }

  #diagnostic({
    urn,
    message,
    severity,
  }: {
    urn?: string | undefined;
    message: string;
    severity: string;
  }): void {
    const text = message.trim();
    // What the host prints of an error comes a second time as the error itself.
    if (text === "" || severity === "info#err" || severity === "debug") return;
    if (severity === "error") {
      this.#failures.push({ ...(urn && { urn }), text: text.replace(/^Preview failed: /, "") });
    } else this.#said.push({ text, warning: severity === "warning" });
  }
}

function parsed(line: string): z.output<typeof event> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function resource(read: z.output<typeof metadata>): ReadResource {
  return {
    urn: read.urn,
    kind: read.type.slice(TYPE_PREFIX.length),
    op: read.op,
    old: read.old ?? { inputs: {}, outputs: {} },
    live: read.new ?? undefined,
    paths: [...new Set([...Object.keys(read.detailedDiff ?? {}), ...(read.diffs ?? [])])],
  };
}

/** Reads share what was listed, and those that wait together fail together: a service that is down is told soon. */
const PARALLEL = "64";

/**
 * Reads the stack as `pulumi refresh` does, and stores nothing.
 * @throws Error when the engine could not begin
 */
export async function readStack(options: StackOptions, onRead: (count: number) => void): Promise<Reading> {
  const reader = new EventReader();
  const { code, stderr, stdout } = await pulumi(
    [
      "refresh",
      "--preview-only",
      "--json",
      "--color",
      "never",
      "--target",
      `**${TYPE_PREFIX}**`,
      "--parallel",
      PARALLEL,
    ],
    options,
    {
      // Without it the answer is one document, in which the old state is the new one.
      env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" },
      onLine: (line) => onRead(reader.add(line)),
    },
  );
  const reading = reader.end();
  if (!reading.complete || (code !== 0 && reading.failures.length === 0)) {
    const said = [...reading.failures.map(({ text }) => text), stderr.trim() || stdout.trim().slice(-2_000)];
    const why =
      code === 0 ? "It told no events: Pulumi CLI 3.254 or later is needed." : said.join("\n").trim();
    throw new Error(
      `read the stack: pulumi refresh --preview-only ended with ${code ?? "a signal"}.\n${why}`,
    );
  }
  return reading;
}
