/** Objects recorded with one token prove each other's account. */
import { expect, test } from "vitest";
import { type AccountMark, RecordedAccounts } from "../../provider/core/run/recorded-accounts.js";

const mark: AccountMark = { baseUrl: "https://example.com", token: "aaaa", userId: 1 };
const proof = async (): Promise<boolean> => true;

test("there is one entry per address, token and owner, with the proofs of all objects", () => {
  const accounts = new RecordedAccounts();
  const entry = accounts.add(mark, proof);
  expect(entry).toMatchObject({ account: mark, proofs: [proof], isProven: false });
  expect(accounts.add({ ...mark, form: "2026" }, proof)).toBe(entry);
  expect(accounts.add(mark)).toBe(entry);
  expect(entry.proofs).toEqual([proof, proof]);
  const others = [
    { ...mark, baseUrl: "https://example.org" },
    { ...mark, token: "bbbb" },
    { ...mark, userId: 2 },
  ].map((other) => accounts.add(other));
  expect(accounts.all).toEqual([entry, ...others]);
});

test("a proven account drops its proofs, because they retain state, and stores no new ones", () => {
  const entry = new RecordedAccounts().add(mark, proof);
  entry.isProven = false;
  expect(entry.proofs).toEqual([proof]);
  entry.isProven = true;
  expect([entry.isProven, entry.proofs]).toEqual([true, []]);
  const accounts = new RecordedAccounts();
  const proven = accounts.add(mark);
  proven.isProven = true;
  accounts.add(mark, proof);
  expect(proven.proofs).toEqual([]);
});

test("a proven account vouches for the former tokens of all its objects, and an unproven one for none", () => {
  const accounts = new RecordedAccounts();
  const entry = accounts.add({ ...mark, former: ["old1"] });
  accounts.add({ ...mark, former: ["old2"] });
  accounts.add({ ...mark, token: "bbbb", former: ["old3"] });
  const vouched = () => ["old1", "old2", "old3", "aaaa"].filter((token) => accounts.vouchFor(token));
  expect(vouched()).toEqual([]);
  entry.isProven = true;
  expect(vouched()).toEqual(["old1", "old2"]);
});
