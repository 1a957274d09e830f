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
