/** Requests that are processed, and not as the specification says. */
import { z } from "zod";
import { isoNow, type Service } from "../service.js";
import { kind } from "./kind.js";
import { pageLies } from "./page-lies.js";

const recordId = z.int().positive().optional();

export const processingFaults = {
  /** A field is checked, accepted and not kept. */
  dropField: kind({
    form: '{"dropField": "name"}',
    schema: z.strictObject({ dropField: z.string().min(1) }),
    moments: ["before"],
    arm:
      ({ dropField }) =>
      ({ bends }) =>
        void bends.dropped.push(dropField),
  }),
  /** A listing shows the records as they stood so many milliseconds ago, though not before this rule was added. */
  listLag: kind({
    form: '{"listLagMs": 5000}',
    schema: z.strictObject({ listLagMs: z.number().min(0) }),
    moments: ["before"],
    arm: ({ listLagMs }, { service }) => {
      service.listings.watch(listLagMs);
      return ({ bends }) => void (bends.listLag = Math.max(bends.listLag, listLagMs));
    },
  }),
  /** A page envelope that loops or lies: see `page-lies.ts`. A plain array stays as it is. */
  pages: kind({
    form: `{"pages": ${pageLies.map((name) => `"${name}"`).join(" | ")}}`,
    schema: z.strictObject({ pages: z.enum(pageLies) }),
    moments: ["before"],
    arm:
      ({ pages }) =>
      ({ bends }) =>
        void (bends.pageLie = pages),
  }),
  /**
   * A record, the first one unless an id is given, is deleted behind the client's back. After the first page of a
   * listing it is gone from the second, and what followed it has moved up.
   */
  vanish: kind({
    form: '{"vanish": "assistants" | "tools" | "leads" | "campaigns", "id"?: 201}',
    schema: z.strictObject({ vanish: z.enum(["assistants", "tools", "leads", "campaigns"]), id: recordId }),
    moments: ["after", "before"],
    arm:
      ({ vanish, id }, { service }) =>
      () => {
        const rows: { id: number }[] = service.state[vanish];
        const found = rows.findIndex((row) => row.id === (id ?? row.id));
        if (found >= 0) rows.splice(found, 1);
        return undefined;
      },
  }),
  /** The first assistant that is not, or the one of this id, is marked as deleted: it stays listed with `deleted_at`. */
  markDeleted: kind({
    form: '{"markDeleted": "assistants", "id"?: 201}',
    schema: z.strictObject({ markDeleted: z.literal("assistants"), id: recordId }),
    moments: ["after", "before"],
    arm:
      ({ id }, { service }) =>
      () =>
        mark(service, id),
  }),
};

function mark(service: Service, id: number | undefined): undefined {
  const found = service.state.assistants.find((row) => row.deleted_at === null && row.id === (id ?? row.id));
  if (found) found.deleted_at = isoNow(service);
}
