/**
 * Each name of PHP (php.txt, of which `-` marks those that `timezone_identifiers_list()` lacks) and each that Node knows:
 * what preview says, and what the local service accepts with `dialect: "php"`.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isZoneInPhp } from "../../../emulator/base/dialect.js";
import type { Field } from "../../../provider/core/fields/fields.js";
import { zoneDoubt, zoneNames, zoneOf } from "../../../provider/core/fields/time-zones.js";
import { timeZone } from "../../../provider/core/fields/types.js";
import { wrongValue } from "../../../provider/core/fields/wrong-value.js";

const rows = readFileSync(path.join(__dirname, "php.txt"), "utf8").trim().split("\n");
const current = rows.filter((row) => !row.startsWith("- "));
const old = rows.flatMap((row) => (row.startsWith("- ") ? [row.slice(2)] : []));
const proposed = (name: string): string | undefined => / write "(.*)"$/.exec(zoneDoubt(name) ?? "")?.[1];

test("the proposed names are exactly those that PHP accepts", () => {
  // Node and php.txt may have different years of the tz database.
  const listed = [...zoneNames].filter((name) => rows.includes(name) || old.includes(name));
  expect(listed.sort()).toEqual(current.filter((name) => zoneOf(name) !== undefined).sort());
});

test("a current name is in no doubt, and the local service accepts it", () => {
  const known = current.filter((name) => zoneOf(name) !== undefined);
  expect(known.filter((name) => zoneDoubt(name) !== undefined || !isZoneInPhp(name))).toEqual([]);
});

test("any other name of PHP or Node is in doubt, and the local service refuses it", () => {
  const others = [
    ...old,
    ...Intl.supportedValuesOf("timeZone"),
    ...[...current, ...old].map((name) => name.toLowerCase()),
  ];
  const doubtful = others.filter((name) => !current.includes(name));
  expect(doubtful.filter((name) => zoneDoubt(name) === undefined || isZoneInPhp(name))).toEqual([]);
});

test("a proposed name is a current name of the same zone", () => {
  for (const name of old.filter((one) => !/^(Etc\/GMT.\d|[A-Z]{3}(\d[A-Z]{3})?$)/.test(one))) {
    expect(current, name).toContain(proposed(name));
    expect(zoneOf(proposed(name)!), name).toBe(zoneOf(name));
  }
});

test.each([
  ["US/Eastern", "America/New_York"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["US/East-Indiana", "America/Indiana/Indianapolis"],
  ["GMT", "UTC"],
  ["Etc/UTC", "UTC"],
  ["utc", "UTC"],
  ["europe/london", "Europe/London"],
  ["GB", "Europe/London"],
])("%s is %s", (name, now) => {
  expect(proposed(name)).toBe(now);
});

test.each(["BST", "IST", "EST", "CET", "AST", "EST5EDT", "PRC", "Etc/GMT-1"])(
  "%s: a place instead",
  (name) => {
    expect(zoneDoubt(name)).toMatch(
      /^is ".*", which .* another zone; write a place, such as "Europe\/Berlin"$/,
    );
  },
);

describe("did you mean", () => {
  const field: Field = { type: timeZone(), doc: "", spec: "", shown: true };
  const meant = (name: string): string => {
    const { error } = field.type.safeParse(name);
    return wrongValue(field, error!.issues[0]!, name).meant;
  };
  test.each([
    ["Asia/Kolkatta", "Asia/Kolkata"],
    ["America/Argentina/Buenos_Aire", "America/Argentina/Buenos_Aires"],
    ["America/Indiana/Indianapolos", "America/Indiana/Indianapolis"],
    ["UCT+", "UTC"],
  ])("%s: %s", (name, now) => {
    expect(meant(name)).toContain(` Did you mean "${now}"`);
  });

  test("every proposal is a current name", () => {
    for (const name of [...current, ...old]) {
      const texts = meant(`${name.slice(0, -1)}_`).matchAll(/"([^"]+)"/g);
      for (const [, text] of texts) expect(current).toContain(text);
    }
  });
});
