/** What an export wrote, and of what, so that the next one knows it. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Choice } from "./account.js";
import type { Exported } from "./exported.js";
import type { Known } from "./names.js";
import type { Program } from "./program.js";

export const MANIFEST = ".voicecall-export.json";

/** Paths that an export writes: a manifest names what is removed, and a folder may come from anywhere. */
const OURS = /^([a-z]+\.ts|(assistants|prompts)\/[^/\\]+\.(ts|md))$/;

const shape = z.object({
  user: z.int().nullable(),
  options: z.object({
    assistant: z.array(z.string()),
    tool: z.array(z.string()),
    leads: z.boolean(),
    campaigns: z.boolean(),
    full: z.boolean(),
  }),
  files: z.record(
    z.string().regex(OURS),
    z.object({
      sha256: z.string(),
      objects: z.array(
        z.object({
          kind: z.enum(["MidCallTool", "Assistant", "Lead", "CampaignState"]),
          id: z.int(),
          title: z.string().optional(),
          variable: z.string(),
          resource: z.string(),
        }),
      ),
    }),
  ),
});

export type Manifest = z.infer<typeof shape>;

/** Undefined when no export wrote there. */
export function manifestOf(folder: string): Manifest | undefined {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) return undefined;
  try {
    return shape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** What the last export called the objects of a kind. */
export function knownNames(before: Manifest | undefined, kind: Exported["kind"]): Map<number, Known> {
  const objects = Object.values(before?.files ?? {}).flatMap((file) => file.objects);
  return new Map(objects.filter((one) => one.kind === kind).map((one) => [one.id, one]));
}

/** @param user whose account it is, when the service tells */
export function manifestText(
  { files, declares }: Program,
  { assistant, tool, leads, campaigns, full }: Choice,
  user: number | undefined,
): string {
  const entries = [...files].map(([file, text]) => {
    const objects = (declares.get(file) ?? []).map(recorded);
    return [file, { sha256: hash(text), objects }] as const;
  });
  const note = "What voicecall export wrote, with which options, and what it declares.";
  const options = { assistant, tool, leads, campaigns, full };
  const all = { note, user: user ?? null, options, files: Object.fromEntries(entries) };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

const recorded = ({ kind, id, name, inputs }: Exported) => ({
  kind,
  id,
  ...(kind !== "Lead" && typeof inputs["name"] === "string" && { title: inputs["name"] }),
  ...name,
});

export const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
