/** The values that applies have replaced or deleted although no program had declared them. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type InState, type Session, label, memory, sealedSchema, unsealed } from "../../provider/facade.js";
import { isKind } from "../../provider/base/kind.js";
import { type StackOptions, programFolder } from "../base/pulumi.js";
import { type StateResource, inClear } from "../base/stack-state.js";
import { fromUrn } from "../drift/compare.js";
import type { StackAccount } from "../drift/accounts.js";

export interface Kept {
  /** A few hex digits that name the value in commands. */
  readonly id: string;
  readonly kind: string;
  /** The resource's name in the program. */
  readonly name: string;
  /** The object's kind and name: `Assistant "Support"`. */
  readonly title: string;
  readonly property: string;
  readonly value: unknown;
  /** What the program had instead. */
  readonly declared?: unknown;
  /** ISO 8601. */
  readonly at: string;
  readonly by: "update" | "adoption" | "deletion";
  /** Absent if the object was deleted. */
  readonly resource?: InState & { readonly urn: string; readonly session: Session };
  /** The file that has the value; absent if state has it. */
  readonly file?: string;
}

const values = z.array(
  z.object({
    property: z.string(),
    value: z.unknown(),
    declared: z.unknown().optional(),
    at: z.number(),
    by: z.enum(["update", "adoption", "deletion"]),
  }),
);

const document = z.object({
  version: z.literal(1),
  kind: z.string(),
  id: z.string(),
  name: z.string().default(""),
  title: z.string(),
  token: z.string().optional(),
  values: sealedSchema,
});

/** @returns the values, newest first, and what could not be read */
export function keptIn(accounts: readonly StackAccount[], options: StackOptions) {
  const problems: string[] = [];
  const inState = accounts.flatMap(({ session, resources }) =>
    resources.flatMap((one) => ofResource(one, session)),
  );
  const folders = new Set(
    accounts.flatMap(({ session }) => {
      const { keepOverwritten } = session.settings;
      return keepOverwritten === undefined ? [] : path.resolve(programFolder(options)!, keepOverwritten);
    }),
  );
  const tokens = accounts.map(({ session }) => session.settings.accessToken ?? "");
  const inFiles = [...folders].flatMap(filesIn).flatMap((file) => {
    const read = ofFile(file, tokens);
    if (typeof read !== "string") return read;
    problems.push(`${path.relative(process.cwd(), file)}: ${read}`);
    return [];
  });
  const kept = [...inState, ...inFiles].sort((one, other) => (one.at < other.at ? 1 : -1));
  return { kept, problems };
}

function ofResource(state: StateResource, session: Session): Kept[] {
  const { kind, name } = fromUrn(state.urn);
  if (!isKind(kind)) return [];
  const [inputs, outputs] = [state.inputs, state.outputs].map(
    (bag) => inClear(bag) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>];
  const resource = { kind, urn: state.urn, id: state.id, inputs, outputs, session };
  const title = label(kind, inputs);
  return values
    .parse(memory(outputs).overwritten ?? [])
    .map((one) => keptFrom(one, { kind, name, title, resource }, state.urn));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** @returns the reason as a text if the file cannot be read */
function ofFile(file: string, tokens: readonly string[]): Kept[] | string {
  const read = document.safeParse(json(file));
  if (!read.success) return "not a file of this version";
  const { kind, name, title, token, values: parts } = read.data;
  for (const one of tokens) {
    try {
      const found = values.parse(unsealed(parts, one));
      return found.map((entry) => keptFrom(entry, { kind, name, title, file }, path.basename(file)));
    } catch {
      // The next token may be the right one.
    }
  }
  return `encrypted with another access token (fingerprint ${token ?? "unknown"}): set that one for this command`;
}

function json(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function keptFrom(
  { at, ...one }: z.output<typeof values>[number],
  about: Pick<Kept, "kind" | "name" | "title" | "resource" | "file">,
  place: string,
): Kept {
  const text = JSON.stringify([place, one.property, at, one.value]);
  const id = createHash("sha256").update(text).digest("hex").slice(0, 6);
  return { ...about, ...one, id, at: new Date(at).toISOString() };
}
