/** Runs the program in a preview, and learns where each resource and each prompt comes from. */
import { realpathSync } from "node:fs";
import type { Bag } from "../../provider/facade.js";
import { type Noted, type NotedPrompt, PLACES_FILE, type Place } from "../../sdk/places.js";
import type { StackOptions } from "../base/pulumi.js";
import { fromUrn } from "../drift/compare.js";
import { notedPreview } from "../drift/noted-preview.js";
import { masked } from "../drift/secret.js";
import type { DeclaredPlace } from "./syntax.js";

/** A resource of the program. */
export interface Declared {
  readonly urn: string;
  /** What the program declares now, with secrets masked. */
  readonly inputs: Bag;
  readonly place?: DeclaredPlace | undefined;
  /** When the program came to this place, compared with other places. */
  readonly order: number;
}

export interface PromptUse extends NotedPrompt {
  readonly place?: Place | undefined;
  readonly order: number;
}

export interface Program {
  readonly resources: ReadonlyMap<string, Declared>;
  /** What the engine sees of every resource, and of the stack's outputs, by URN. */
  readonly seen: ReadonlyMap<string, Bag>;
  readonly prompts: readonly PromptUse[];
  /** The files with values of the program. */
  readonly data: readonly string[];
}

/**
 * Where the program declares a resource. Undefined if it declares several there, as a function does that is called twice.
 */
export function ownPlace({ resources }: Pick<Program, "resources">, urn: string): DeclaredPlace | undefined {
  const { place } = resources.get(urn) ?? {};
  const isHere = (one?: DeclaredPlace): boolean =>
    one?.file === place?.file && one?.line === place?.line && one?.column === place?.column;
  const here = [...resources.values()].filter((one) => isHere(one.place));
  return here.length === 1 ? place : undefined;
}

/** @throws PreviewFailed */
export async function programOf(options: StackOptions, env?: Record<string, string>): Promise<Program> {
  const { notes, resources, others } = await notedPreview<Noted>(PLACES_FILE, options, env);
  const places = new Map(notes.flatMap((note) => ("urn" in note ? [[note.urn, note] as const] : [])));
  // A prompt is noted again when its text is known.
  const prompts = new Map(notes.flatMap((note) => ("prompt" in note ? [[note.order, note] as const] : [])));
  const declared = resources.flatMap(({ urn, live }): Declared[] => {
    if (!live || live.external) return [];
    const { order = 0, place } = places.get(urn) ?? {};
    const { name, kind } = fromUrn(urn);
    const named = place && { ...place, resource: name, kind };
    return [{ urn, inputs: masked(live.inputs) as Bag, order, place: named }];
  });
  const ours = declared.map((one) => [one.urn, one.inputs] as const);
  const rest = [...others].map(([urn, inputs]) => [urn, masked(inputs) as Bag] as const);
  const data = notes.flatMap((note) => ("data" in note ? [realpathSync(note.data)] : []));
  return {
    data: [...new Set(data)],
    resources: new Map(declared.map((one) => [one.urn, one])),
    seen: new Map([...ours, ...rest]),
    prompts: [...prompts.values()].map(({ prompt, order, place }) => ({
      ...prompt,
      // Symbolic links may give a file several names.
      path: realpathSync(prompt.path),
      order,
      place,
    })),
  };
}
