import type { Bag } from "../../provider/facade.js";
import type { Kind } from "../../provider/base/kind.js";
import type { Name } from "./names.js";
import type { PromptFile } from "./prompt-file.js";

/** One resource of the program. */
export interface Exported {
  readonly kind: Kind;
  readonly id: number;
  readonly name: Name;
  readonly inputs: Bag;
  readonly outputs: Bag;
  /** The file with an assistant's prompt. Absent if the program itself contains the prompt. */
  readonly prompt?: PromptFile;
  /**
   * Properties that the program lacks or guesses although the service has or may have a value, and that an update
   * then clears or overwrites.
   */
  readonly withheld: readonly string[];
  /** Comments in the program, by property. */
  readonly comments: Readonly<Record<string, string>>;
}

export type Resources = Readonly<Record<Kind, readonly Exported[]>>;
