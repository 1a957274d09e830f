/**
 * The types of the export `pulumi-voicecall/runtime`. They refer to no library types, because the package has no
 * dependencies.
 */

type Bag = Readonly<Record<string, unknown>>;

export type ReadConfig = (key: string) => string | undefined;

/** The dynamic provider that the provider host calls. */
export interface Hosted {
  configure(request: { config: { get(key: string): string | undefined } }): void;
  check(
    olds: Bag,
    news: Bag,
  ): Promise<{ inputs: Record<string, unknown>; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Bag,
    news: Bag,
  ): Promise<{ changes?: boolean; replaces?: string[]; deleteBeforeReplace?: boolean }>;
  create(inputs: Bag): Promise<{ id: string; outs: Record<string, unknown> }>;
  read(
    id: string,
    props: Bag,
  ): Promise<{ id?: string; props?: Record<string, unknown>; inputs?: Record<string, unknown> }>;
  update(id: string, olds: Bag, news: Bag): Promise<{ outs: Record<string, unknown> }>;
  delete(id: string, props: Bag): Promise<void>;
}
