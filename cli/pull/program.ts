/** Runs the program in a preview, and learns where each resource and each prompt comes from. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Bag } from "../../provider/facade.js";
import { type Noted, type NotedPrompt, PLACES_FILE, type Place } from "../../sdk/places.js";
import { previewWith } from "../base/preview.js";
import { exited, type StackOptions } from "../base/pulumi.js";
import { EventReader } from "../drift/events.js";
import { masked } from "../drift/secret.js";

/** A resource of the program. */
export interface Declared {
  readonly urn: string;
  readonly kind: string;
  /** What the program declares now, with secrets masked. */
  readonly inputs: Bag;
  readonly place?: Place;
  /** When the program came to this place, compared with other places. */
  readonly order: number;
}

export interface PromptUse extends NotedPrompt {
  readonly place?: Place;
  readonly order: number;
}

export interface Program {
  readonly resources: ReadonlyMap<string, Declared>;
  readonly prompts: readonly PromptUse[];
}

/** @throws Error if the preview fails */
export async function programOf(options: StackOptions): Promise<Program> {
  // Only the current user can read this folder.
  const folder = mkdtempSync(path.join(tmpdir(), "voicecall-pull-"));
  const file = path.join(folder, "places");
  const reader = new EventReader();
  try {
    const { code, stderr } = await previewWith("voicecall:willFail=warn", options, {
      env: { [PLACES_FILE]: file, PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" },
      onLine: (line) => void reader.add(line),
    });
    const { resources, failures } = reader.end();
    if (code !== 0) {
      const why = failures.map(({ text }) => text).join("\n") || stderr.trim().slice(-2_000);
      throw new Error(`run the program: pulumi preview ${exited(code)}. Nothing was changed.\n${why}`);
    }
    const notes = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
    return {
      ...placed(
        notes.map((line) => JSON.parse(line) as Noted),
        resources,
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function placed(notes: readonly Noted[], resources: ReturnType<EventReader["end"]>["resources"]): Program {
  const places = new Map(notes.flatMap((note) => ("urn" in note ? [[note.urn, note] as const] : [])));
  // A prompt is noted again when its text is known.
  const prompts = new Map(notes.flatMap((note) => ("prompt" in note ? [[note.order, note] as const] : [])));
  return {
    resources: new Map(
      resources.flatMap(({ urn, kind, live }) => {
        if (!live || live.external) return [];
        const { place, order = 0 } = places.get(urn) ?? {};
        return [[urn, { urn, kind, inputs: masked(live.inputs) as Bag, order, ...(place && { place }) }]];
      }),
    ),
    prompts: [...prompts.values()].map(({ prompt, order, place }) => ({
      ...prompt,
      order,
      ...(place && { place }),
    })),
  };
}
