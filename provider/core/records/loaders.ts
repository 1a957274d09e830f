import { counted } from "../../base/quoted.js";
import { type Kind, nounsOf } from "../../base/kind.js";
import type { Client } from "../../http/client.js";
import type { Listing, OnePage } from "../../http/pages.js";
import { type ServiceRecord, isLiving } from "./record.js";
import type { Source } from "./snapshot.js";

type How = Pick<Listing<ServiceRecord>, "query" | "isUnwanted" | "unidentified" | "kept" | "whole">;

/** How the records of a kind are read. */
export interface Loader {
  /** Loads every object. */
  list(this: void, client: Client, how?: How): Promise<ServiceRecord[]>;
  /** Reads one page; absent if the listing has no pages. */
  page?(this: void, client: Client, number: number, how: How): Promise<OnePage<ServiceRecord>>;
  /** The key of a record by which the 2026 form filters the listing. Its parameter has the same name. */
  readonly filter?: string;
  /** The key of a record, in the format of `keyText` in sides.ts. Undefined if it cannot be read. */
  keyOf(this: void, record: ServiceRecord): string | undefined;
  /** Set if each record shows the user who owns the account. */
  readonly showsOwner?: true | undefined;
  /** Reads one record; absent if the API cannot. The response can show a new object before the listing does. */
  find?(this: void, client: Client, id: number): Promise<ServiceRecord>;
}

/** Provided by the catalog, because the core does not import the code of any kind. */
export type Loaders = Readonly<Partial<Record<Kind, Loader>>>;

/** What a listing needs of its session. */
interface Reader extends Pick<Source<ServiceRecord>, "now" | "allWait"> {
  readonly client: Client;
  say(this: void, line: string): void;
  /** Receives all rows of a kind. */
  rows(this: void, noun: string, rows: readonly ServiceRecord[]): void;
}

/** The listing of a kind, for its snapshot. */
export function sourceOf(
  kind: string,
  { list, page, filter, keyOf }: Loader,
  { client, say, rows: noteRows, now, allWait }: Reader,
): Source<ServiceRecord> {
  const noun = nounsOf(kind).plural;
  const how = (part: number | undefined): How =>
    filter === undefined || part === undefined
      ? {}
      : { query: { [filter]: part }, isUnwanted: (record) => record[filter] !== part };
  return {
    noun,
    all: async (part, { unidentified, kept, whole }) => {
      const noteUnidentified = (count: number): void => {
        unidentified(count);
        say(
          `The listing of ${noun} has ${counted(count, "record")} without a readable id, left out here. Correct them in the service.`,
        );
      };
      const rows = await list(client, { ...how(part), kept, whole, unidentified: noteUnidentified });
      noteRows(noun, rows);
      return rows;
    },
    page: page && ((number, part) => page(client, number, { ...how(part), unidentified: () => undefined })),
    ...(filter !== undefined && { partOf: (record: ServiceRecord) => record[filter] }),
    keyOf,
    isLiving,
    now,
    allWait,
  };
}
