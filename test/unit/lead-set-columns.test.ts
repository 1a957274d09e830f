import { expect, test } from "vitest";
import { columnsOf } from "../../provider/lead-set/columns.js";
import { rowsOfCsv, rowsOfJsonLines } from "../../provider/lead-set/rows.js";

const columns = columnsOf({ phoneNumber: "Phone number", variables: { name: "Pr\u00e9nom" } });
const row = { phoneNumber: "+12025550143", variables: { name: "Ada" } };

test.each([
  ["a no-break space, and a letter of two characters", "Phone\u00a0number,Pre\u0301nom", 2],
  ["a line end and blanks", '"Phone\n number",Pr\u00e9nom ', 3],
])("a column is found by a name that looks the same: %s", (_, names, line) => {
  expect(rowsOfCsv(`${names}\n+12025550143,Ada`, { columns })).toMatchObject({ rows: [{ ...row, line }] });
});

test("so is a key of a row", () => {
  const text = JSON.stringify({ "Phone\u00a0number": "+12025550143", "Pre\u0301nom": "Ada" });
  expect(rowsOfJsonLines(text, { columns })).toMatchObject({ rows: [{ ...row, line: 1 }] });
});

test("a point that may separate thousands is refused, unless other rows show that it is a decimal point", () => {
  const visits = ["3,0", "1.234", "12.5", "-12.345", "7", "1234.567"];
  const text = ["Phone;Visits", ...visits.map((cell, n) => `+1202555014${n};${cell}`)].join("\n");
  const typed = columnsOf({
    phoneNumber: "Phone",
    variables: { visits: { column: "Visits", type: "number" } },
  });
  const lines = (of: string) => rowsOfCsv(of, { columns: typed }).refused;
  expect(lines(text).map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'column "Visits" does not contain a number'],
    [3, expect.stringMatching(/^column "Visits" has a point that may separate thousands: write /)],
    [5, expect.stringMatching(/^column "Visits" has a point that may separate thousands: write /)],
  ]);
  expect(lines(text.replace("3,0", "3"))).toEqual([]);
  const unclear = text.replace("3,0", "3").replace("12.5", "12").replace("1234.567", "1234");
  expect(lines(unclear).map(({ line }) => line)).toEqual([3, 5]);
  expect(lines(unclear.replace(";1234", ";0.125"))).toEqual([]);
});
