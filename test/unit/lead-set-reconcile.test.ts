/**
 * What an apply of a lead set does, and how the next apply continues an interrupted apply. There are property tests
 * with random lists, states and live leads, and single cases.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import {
  type RecordedLead,
  fromState,
  idsIn,
  numberHash,
  toState,
  valuesHash,
} from "../../provider/lead-set/recorded.js";
import { type Reconciled, type Sides, reconcile } from "../../provider/lead-set/reconcile.js";
import type { Row } from "../../provider/lead-set/rows.js";

const KEY = "a key";
const NAMES = ["customer_name"];
const CAMPAIGN = 1;

const numberOf = (index: number): string => `+1202555${String(100 + index).padStart(4, "0")}`;
const rowOf = (person: number, name: string, line = person): Row => ({
  line,
  phoneNumber: numberOf(person),
  variables: { customer_name: name },
});
const recordOf = (id: number, person: number, name: string, more: object = {}): ServiceRecord => ({
  id,
  phone_number: numberOf(person),
  campaign_id: CAMPAIGN,
  variables: name === "" ? [] : { customer_name: name },
  ...more,
});
const recordedOf = (id: number, person: number, name: string): RecordedLead => ({
  id,
  number: numberHash(KEY, numberOf(person)),
  values: valuesHash(KEY, rowOf(person, name), NAMES),
});

const sides = (more: Partial<Sides>): Sides => ({
  rows: [],
  skipped: [],
  recorded: [],
  live: [],
  key: KEY,
  campaignId: CAMPAIGN,
  names: NAMES,
  namesBefore: NAMES,
  isRecent: false,
  onRemove: "delete",
  onGone: "keep",
  onExisting: "fail",
  mayResume: () => false,
  belongsToOther: () => false,
  isDeclared: () => false,
  isTaken: () => false,
  isDeleted: () => false,
  ...more,
});

/** People in the list, in state or in the service. Names may be empty or repeated. */
const people = fc.uniqueArray(
  fc.record({ person: fc.nat(12), name: fc.constantFrom("", "Ada", "Bob", "Cyd") }),
  { selector: ({ person }) => person },
);

const anySides = fc
  .record({
    listed: people,
    recorded: people,
    changed: fc.dictionary(fc.constantFrom("0", "1", "2", "3", "4"), fc.constantFrom("Dee", "gone")),
    others: people,
    onRemove: fc.constantFrom("delete" as const, "keep" as const),
    onGone: fc.constantFrom("keep" as const, "recreate" as const),
    onExisting: fc.constantFrom("fail" as const, "adopt" as const),
    resumes: fc.boolean(),
    isRecent: fc.boolean(),
    isUnsure: fc.boolean(),
  })
  .map(({ listed, recorded, changed, others, resumes, isUnsure, ...policies }) => {
    const inState = recorded.map(({ person, name }, index) => ({
      ...recordedOf(100 + index, person, name),
      ...(isUnsure && { isUnsure: true as const }),
    }));
    const ours = recorded.flatMap(({ person, name }, index) => {
      const change = changed[String(index)];
      return change === "gone" ? [] : [recordOf(100 + index, person, change ?? name)];
    });
    // A campaign in the service has each number at most once.
    const taken = new Set(recorded.map(({ person }) => person));
    const theirs = others
      .filter(({ person }) => !taken.has(person))
      .map(({ person, name }, index) => recordOf(200 + index, person, name));
    return sides({
      ...policies,
      mayResume: () => resumes,
      rows: listed.map(({ person, name }, index) => rowOf(person, name, index + 2)),
      recorded: inState,
      live: [...ours, ...theirs],
    });
  });

/** State and service after an apply of the whole plan. */
function applied(given: Sides, plan: Reconciled): { recorded: RecordedLead[]; live: ServiceRecord[] } {
  let live = given.live!.filter(({ id }) => !plan.remove.some((lead) => lead.id === id));
  const recorded = [...plan.same, ...plan.gone];
  const entry = (id: number, row: Row): RecordedLead => ({
    id,
    number: numberHash(KEY, row.phoneNumber),
    values: valuesHash(KEY, row, NAMES),
  });
  const written = (id: number, row: Row): ServiceRecord => ({
    id,
    phone_number: row.phoneNumber,
    campaign_id: CAMPAIGN,
    variables: row.variables,
  });
  for (const { row, lead } of [...plan.update, ...plan.adopt, ...plan.resume]) {
    if (live.some(({ id }) => id === lead.id))
      live = live.map((record) => (record.id === lead.id ? written(lead.id, row) : record));
    recorded.push(entry(lead.id, row));
  }
  plan.create.forEach((row, index) => {
    live.push(written(1_000 + index, row));
    recorded.push(entry(1_000 + index, row));
  });
  return { recorded, live };
}

const count = (numbers: readonly unknown[], one: unknown): number =>
  numbers.filter((number) => number === one).length;

describe("any list, state and service", () => {
  test("each row and each recorded lead has one place", () => {
    fc.assert(
      fc.property(anySides, (given) => {
        const plan = reconcile(given);
        const ids = given.recorded.map(({ id }) => id);
        const placed = [
          ...plan.create,
          ...[...plan.update, ...plan.resume, ...plan.adopt, ...plan.existing, ...plan.refused].map(
            ({ row }) => row,
          ),
        ].map(({ line }) => line);
        const leads = [
          ...[...plan.same, ...plan.gone, ...plan.remove, ...plan.forget].map(({ id }) => id),
          ...plan.update.map(({ lead }) => lead.id),
        ];
        // Rows of recorded leads that are gone. Such a lead has no other place in the plan.
        const again = [
          ...plan.create,
          ...[...plan.resume, ...plan.adopt, ...plan.existing, ...plan.refused].map(({ row }) => row),
        ].filter(({ phoneNumber }) =>
          given.recorded.some(({ number }) => number === numberHash(KEY, phoneNumber)),
        );
        expect(leads.length + again.length).toBe(ids.length);
        expect(new Set(leads).size).toBe(leads.length);
        expect(new Set(placed).size).toBe(placed.length);
        expect(placed.length + plan.same.length + plan.gone.length).toBe(given.rows.length);
      }),
    );
  });

  test("after an apply nothing is left to do, and no number occurs twice", () => {
    fc.assert(
      fc.property(anySides, (given) => {
        const plan = reconcile(given);
        const after = applied(given, plan);
        const numbers = after.live.map((record) => record["phone_number"]);
        expect(new Set(numbers).size).toBe(numbers.length);
        const next = reconcile({ ...given, ...after, isRecent: false });
        expect(next.update).toEqual([]);
        expect(next.remove).toEqual([]);
        expect(next.resume).toEqual([]);
        expect(next.adopt).toEqual([]);
        const later = given.onGone === "recreate" && given.isRecent;
        if (!later) expect(next.create).toEqual([]);
        expect(next.refused.length).toBe(plan.refused.length);
        expect(next.existing.length).toBe(plan.existing.length);
      }),
    );
  });

  test("after an apply that was killed and recorded no writes, the next apply creates no lead twice", () => {
    fc.assert(
      fc.property(anySides, fc.infiniteStream(fc.boolean()), (given, dice) => {
        const plan = reconcile(given);
        const whole = applied(given, plan);
        const original = new Map(given.live!.map((record) => [record.id, record]));
        const results = new Map(whole.live.map((record) => [record.id, record]));
        const touched = [...new Set([...original.keys(), ...results.keys()])];
        const live = touched.flatMap((id) => {
          const [coin] = dice.take(1);
          const record = coin ? results.get(id) : original.get(id);
          return record ? [record] : [];
        });
        const next = reconcile({ ...given, live, isRecent: false });
        const numbers = live.map((record) => record["phone_number"]);
        const recorded = new Set(given.recorded.map(({ id }) => id));
        for (const { phoneNumber } of next.create) {
          const rest = live.filter((record) => record["phone_number"] === phoneNumber);
          expect(rest.every(({ id }) => recorded.has(id))).toBe(true);
          expect(count(numbers, phoneNumber)).toBe(0);
        }
        const newIds = live.filter(({ id }) => id >= 1_000).map(({ id }) => id);
        const isTaken = given.mayResume(rowOf(0, ""), { id: 1 }) || given.onExisting === "adopt";
        const covered = (isTaken ? next.resume : next.existing).map(({ row }) => row.phoneNumber);
        const again = new Set(next.gone.map(({ number }) => number));
        for (const id of newIds) {
          const record = live.find((one) => one.id === id)!;
          // If the killed run created a gone lead again, state still marks the lead as gone.
          if (again.has(numberHash(KEY, record["phone_number"]))) continue;
          expect(covered).toContain(record["phone_number"]);
        }
      }),
    );
  });

  test("a lead that is gone is never created again, unless the program says so", () => {
    fc.assert(
      fc.property(anySides, (given) => {
        if (given.onGone === "recreate") return;
        const known = new Set(given.recorded.map(({ number }) => number));
        for (const { phoneNumber } of reconcile(given).create)
          expect(known.has(numberHash(KEY, phoneNumber))).toBe(false);
      }),
    );
  });
});

describe("single cases", () => {
  const ada = rowOf(1, "Ada", 2);

  test("an existing lead is adopted only if the program or the run says so, and the run only if it has exactly the values of the row", () => {
    const cases: [object, keyof Reconciled][] = [
      [{}, "resume"],
      [{ variables: { customer_name: "Bob" } }, "existing"],
      [{ variables: { customer_name: "Ada", more: 1 } }, "existing"],
      [{ secondary_contacts: [{ id: 1 }] }, "existing"],
    ];
    for (const [more, place] of cases) {
      const given = { rows: [ada], live: [recordOf(7, 1, "Ada", more)] };
      const says = JSON.stringify(more);
      expect(reconcile(sides({ ...given, mayResume: () => true }))[place], says).toHaveLength(1);
      expect(reconcile(sides(given)).existing, says).toEqual([{ row: ada, isExact: place === "resume" }]);
      expect(reconcile(sides({ ...given, onExisting: "adopt" })).existing, says).toEqual([]);
    }
    const live = [recordOf(7, 1, "Ada")];
    expect(reconcile(sides({ rows: [ada], live, belongsToOther: () => true })).refused).toHaveLength(1);
    const twice = [...live, recordOf(8, 1, "Ada")];
    expect(reconcile(sides({ rows: [ada], live: twice, onExisting: "adopt" })).refused).toHaveLength(1);
    const elsewhere = [recordOf(7, 1, "Ada", { campaign_id: 2 })];
    expect(reconcile(sides({ rows: [ada], live: elsewhere })).create).toEqual([ada]);
  });

  test("a lead whose number and campaign were changed manually does not come back beside one with that number", () => {
    const recorded = [recordedOf(7, 2, "Bob")];
    const live = [recordOf(7, 1, "Bob", { campaign_id: 2 }), recordOf(8, 1, "Ada")];
    const found = reconcile(sides({ rows: [ada], recorded, live, onExisting: "adopt" }));
    expect(found).toMatchObject({ update: [], resume: [{ record: { id: 8 } }], remove: recorded });
  });
});

test("state has an id and two hashes for each lead, in under 75 bytes when encrypted", () => {
  const leads = Array.from({ length: 1_000 }, (_, index) => ({
    ...recordedOf(1_234_567 + index * 2, index, "Ada"),
    ...(index % 3 === 0 && { isGone: true as const }),
  }));
  const recorded = { key: "a-key_of-16-bytes", leads };
  const state = toState(recorded);
  expect(fromState(state)).toEqual(recorded);
  expect(idsIn(state["__ids"])).toEqual(leads.map(({ id }) => id));
  expect(state["__ids"]!.length + (state["__leads"]!.length * 4) / 3).toBeLessThan(75 * leads.length);
  expect(JSON.stringify(state)).not.toMatch(/2025|Ada/);
  expect(idsIn("1-3 5 7-8")).toEqual([1, 2, 3, 5, 7, 8]);
  expect(fromState({})).toBeUndefined();
  expect(fromState(toState({ key: "k", leads: [] }))).toEqual({ key: "k", leads: [] });
});

test("the same number has another hash under another key", () => {
  expect(numberHash("one", numberOf(1))).not.toBe(numberHash("other", numberOf(1)));
});
