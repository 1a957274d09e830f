/** The manifest: what an export wrote, and from which account, for the next export. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { kinds, namesOf } from "../../provider/base/kind.js";
import { keyText, quoted } from "../../provider/base/quoted.js";
import { type Choice, choiceFrom, optionsOf, requestable, selectable } from "./choice.js";
import type { Exported } from "./exported.js";
import { type Known, isName } from "./names.js";
import { refuseLinks } from "./place.js";
import { type Program, fileOf, isProgramFile } from "./program.js";

export const MANIFEST = ".voicecall-export.json";

const object = z
  .object({
    kind: z.enum(kinds),
    id: z.int().positive(),
    title: z.string().optional(),
    variable: z.string(),
    resource: z.string(),
  })
  .refine((one) => isName(one, one.id), "has a name that no export would give");

const optionShapes: Record<string, z.ZodType> = {
  ...Object.fromEntries(selectable.map((kind) => [namesOf(kind).noun, z.array(z.string())])),
  ...Object.fromEntries(requestable.map((kind) => [namesOf(kind).plural, z.boolean()])),
  full: z.boolean(),
};

const hashes = {
  sha256: z.string(),
  /**
   * Hashes of the file's earlier contents. If the export that wrote this manifest was interrupted, the file
   * may still have one of them.
   */
  earlier: z.array(z.string()).optional(),
};

const shape = z.object({
  user: z.int().nullable(),
  options: z.object(optionShapes).transform(choiceFrom),
  files: z.record(z.string(), z.object({ ...hashes, objects: z.array(object) })),
  /** Hashes of the notes that the export printed. */
  notes: z.array(z.string()).default([]),
});

export type Manifest = z.output<typeof shape>;

const consistent = shape.superRefine(({ files }, context) => {
  const seen = new Set<string>();
  for (const [file, { objects }] of Object.entries(files)) {
    if (!isProgramFile(file)) {
      context.addIssue({
        code: "custom",
        path: ["files", file],
        message: "is not a file that an export writes",
      });
    }
    for (const [index, { kind, id, variable, resource }] of objects.entries()) {
      const refuse = (message: string): void =>
        context.addIssue({ code: "custom", path: ["files", file, "objects", index], message });
      if (fileOf(kind, resource) !== file) refuse("does not belong in that file");
      const keys = [`id ${id}`, `variable ${variable}`, `resource ${resource}`].map(
        (key) => `${kind} ${key}`,
      );
      if (keys.some((key) => seen.has(key))) refuse("shares its id or its name with another object");
      for (const key of keys) seen.add(key);
    }
  }
});

/**
 * Reads the manifest; undefined if there was no export to this folder. Rejects entries that no export could
 * have written: the folder may come from anywhere, and entries become paths, code and commands.
 * @throws Error that names the invalid entry
 */
export function manifestOf(folder: string): Manifest | undefined {
  refuseLinks(folder, [MANIFEST]);
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) return undefined;
  const refusal = (why: string): Error =>
    new Error(
      `Nothing was written to ${folder}: ${MANIFEST}, which lists the files of the last export, is invalid: ${why}. Restore the file from version control, or name another folder.`,
    );
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw refusal("it is not JSON");
  }
  const { data, error } = consistent.safeParse(content);
  if (error) throw refusal(error.issues.slice(0, 3).map(reasonWithEntry).join("; "));
  return data;
}

function reasonWithEntry({ path: place, message }: z.core.$ZodIssue): string {
  const [first = "its content", ...rest] = place;
  const steps = rest.map((step) => (typeof step === "number" ? `[${step}]` : `[${quoted(String(step))}]`));
  return `${keyText(String(first))}${steps.join("")} ${message}`;
}

/** The names that the last export gave to a kind's objects, by id. */
export function knownNames(before: Manifest | undefined, kind: Exported["kind"]): Map<number, Known> {
  const objects = Object.values(before?.files ?? {}).flatMap((file) => file.objects);
  return new Map(objects.filter((one) => one.kind === kind).map((one) => [one.id, one]));
}

export type Hashes = Pick<Manifest["files"][string], "sha256" | "earlier">;

/** Whether the last export wrote this text to the file or, if it was interrupted, an earlier one did. */
export const wasWritten = (text: string, known: Hashes | undefined): boolean =>
  known !== undefined && [known.sha256, ...(known.earlier ?? [])].includes(hash(text));

export const repeatedNotes = (notes: readonly string[], before: Manifest | undefined): string[] =>
  notes.filter((note) => before?.notes.includes(hash(note)));

/** What the manifest contains besides the files. */
export interface Facts {
  readonly choice: Choice;
  /** The user id of the account, if the service shows it. */
  readonly user: number | undefined;
  readonly notes: readonly string[];
}

/** @param hashesOf the hashes by which the next export recognizes an unedited file */
export function manifestText(
  { files, declares }: Program,
  { choice, user, notes }: Facts,
  hashesOf: (file: string, text: string) => Hashes,
): string {
  const entries = [...files].map(([file, text]) => {
    const objects = (declares.get(file) ?? []).map(recorded);
    return [file, { ...hashesOf(file, text), objects }] as const;
  });
  const note =
    "Written by voicecall export, for the next export: the options, the files, and the objects that each file declares.";
  const all = {
    note,
    user: user ?? null,
    options: optionsOf(choice),
    notes: notes.map(hash),
    files: Object.fromEntries(entries),
  };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

const recorded = ({ kind, id, name, inputs }: Exported) => ({
  kind,
  id,
  ...(typeof inputs["name"] === "string" && { title: inputs["name"] }),
  ...name,
});

export const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
