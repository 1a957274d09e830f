/**
 * The types of the export `pulumi-voicecall/runtime`. They refer to no library types, because the package has no
 * dependencies.
 */
import type { Created, DiffResult, ReadResult } from "./core/run/results.js";

type Bag = Readonly<Record<string, unknown>>;

export type ReadConfig = (key: string) => string | undefined;

/** The dynamic provider that the provider host calls. */
export interface Hosted {
  configure(request: { config: { get(key: string): string | undefined } }): void;
  check(
    olds: Bag,
    news: Bag,
  ): Promise<{ inputs: Record<string, unknown>; failures: { property: string; reason: string }[] }>;
  diff(id: string, olds: Bag, news: Bag): Promise<DiffResult>;
  create(inputs: Bag): Promise<Created>;
  read(id: string, props: Bag): Promise<ReadResult>;
  update(id: string, olds: Bag, news: Bag): Promise<Pick<Created, "outs">>;
  delete(id: string, props: Bag): Promise<void>;
}
