/** Requests that are processed, but not as specified. */
import { z } from "zod";
import { recordLists } from "../base/lists.js";
import { remove } from "../base/records.js";
import { isoNow } from "../base/service.js";
import { kind, named } from "./kind.js";
import { pageLies } from "../base/page-lies.js";

const recordId = z.int().positive().optional();

export const processingFaults = {
  /** Checks and accepts a field, but does not store it. */
  dropField: kind({
    form: '{"dropField": "name"}',
    schema: z.strictObject({ dropField: z.string().min(1) }),
    moments: ["before"],
    arm:
      ({ dropField }) =>
      ({ overrides }) =>
        void overrides.dropped.push(dropField),
  }),
  /** An update resets what its body lacks, as if it replaced the record. */
  resetOthers: named("reset-others", ["before"], ({ overrides }) => void (overrides.resets = true)),
  /**
   * A listing shows the records as they were this many milliseconds ago, or as they were when the rule was
   * added if that is later.
   */
  listLag: kind({
    form: '{"listLagMs": 5000}',
    schema: z.strictObject({ listLagMs: z.number().min(0) }),
    moments: ["before"],
    arm: ({ listLagMs }, { service }) => {
      service.listings.watch(listLagMs);
      return ({ overrides }) => void (overrides.listLag = Math.max(overrides.listLag, listLagMs));
    },
  }),
  /** A page envelope with wrong values: see `page-lies.ts`. Has no effect on a plain array. */
  pages: kind({
    form: `{"pages": ${pageLies.map((name) => `"${name}"`).join(" | ")}}`,
    schema: z.strictObject({ pages: z.enum(pageLies) }),
    moments: ["before"],
    arm:
      ({ pages }) =>
      ({ overrides }) =>
        void (overrides.pageLie = pages),
  }),
  /**
   * Deletes the record with this id, or the first record, without telling the client. If this happens after
   * the first page of a listing was read, the following records move up by one position.
   */
  vanish: kind({
    form: `{"vanish": ${recordLists.map((list) => `"${list}"`).join(" | ")}, "id"?: 201}`,
    schema: z.strictObject({ vanish: z.enum(recordLists), id: recordId }),
    moments: ["after", "before"],
    arm:
      ({ vanish, id }, { service }) =>
      () => {
        const target = id ?? service.state[vanish][0]?.id;
        if (target !== undefined) remove(service.state, vanish, target);
        return undefined;
      },
  }),
  /**
   * Marks the assistant with this id, or the first assistant that is not marked yet, as deleted. It stays in
   * GET /user/assistants/get, with `deleted_at`.
   */
  markDeleted: kind({
    form: '{"markDeleted": "assistants", "id"?: 201}',
    schema: z.strictObject({ markDeleted: z.literal("assistants"), id: recordId }),
    moments: ["after", "before"],
    arm:
      ({ id }, { service }) =>
      () => {
        const found = service.state.assistants.find(
          (row) => row.deleted_at === null && row.id === (id ?? row.id),
        );
        if (found) found.deleted_at = isoNow(service);
        return undefined;
      },
  }),
};
