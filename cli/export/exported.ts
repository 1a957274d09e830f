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
  readonly prompt?: PromptFile | undefined;
  /** Comments in the program, by property. */
  readonly comments: Readonly<Record<string, string>>;
}

export type Resources = Readonly<Record<Kind, readonly Exported[]>>;

/** What the program declares in addition to, or instead of, the values in a record. */
export interface Additions {
  readonly instead: Bag;
  readonly comments: Readonly<Record<string, string>>;
  readonly prompt: PromptFile | undefined;
  /** The number of values that the program lacks, although the service may have them. */
  readonly withheld: number;
  /** Notes about the declared inputs. */
  readonly notes: (inputs: Bag) => readonly string[];
}
