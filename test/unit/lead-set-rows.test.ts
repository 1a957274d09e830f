import { describe, expect, test } from "vitest";
import { columnsOf } from "../../provider/lead-set/columns.js";
import { normalized } from "../../provider/core/fields/phone-number.js";
import { refusals } from "../../provider/lead-set/list.js";
import { UnreadableList, rowsOfCsv, rowsOfJsonLines } from "../../provider/lead-set/rows.js";

const columns = columnsOf({
  phoneNumber: "Phone",
  variables: {
    customer_name: "Name",
    visits: { column: "Visits", type: "number" },
    vip: { column: "VIP", type: "boolean" },
  },
});
const HEADER = "Phone,Name,Visits,VIP,Notes";
const read = (text: string, defaultCountry?: string) => rowsOfCsv(text, { columns, defaultCountry });

describe("a CSV file", () => {
  test("becomes rows with typed variables, normalized numbers and line numbers", () => {
    const text = `${HEADER}\n+1 (202) 555-0143,Ada,3,true,x\n\n020 7946 0018,"Bob ""B""",,FALSE,y\n`;
    expect(read(text, "GB")).toEqual({
      unit: "line",
      refused: [],
      skipped: [],
      unread: [],
      rows: [
        {
          line: 2,
          phoneNumber: "+12025550143",
          variables: { customer_name: "Ada", visits: 3, vip: true },
        },
        {
          line: 4,
          phoneNumber: "+442079460018",
          variables: { customer_name: 'Bob "B"', visits: "", vip: false },
        },
      ],
    });
  });

  const [first, second] = ["+12025550143,Ada,3,true,x", "+12025550144,Bob,4,false,y"];
  const expected = [
    ["+12025550143", "Ada"],
    ["+12025550144", "Bob"],
  ];
  test.each([
    ["a mark of UTF-8", `\ufeff${HEADER}\n${first}\n${second}`],
    ["CRLF", `${HEADER}\r\n${first}\r\n${second}\r\n`],
    ["CR", `${HEADER}\r${first}\r${second}\r`],
    ["semicolons", `${HEADER}\n${first}\n${second}`.replaceAll(",", ";")],
    ["tabs", `${HEADER}\n${first}\n${second}`.replaceAll(",", "\t")],
    ["quoted names", `${HEADER}\n${first}\n${second}`.replace(/\w+/g, '"$&"').replaceAll('+"', '"+')],
    [
      "quotes and semicolons",
      `${HEADER}\n${first}\n${second}`.replace(/[+\w]+/g, '"$&"').replaceAll(",", ";"),
    ],
    ["a line that names the delimiter", `sep=;\r\n${HEADER}\r\n${first}\r\n${second}`.replaceAll(",", ";")],
    [
      "a mark and such a line in quotes",
      `\ufeff"sep=^"\n${HEADER}\n${first}\n${second}`.replaceAll(",", "^"),
    ],
    ["spaces around names", `${HEADER.replaceAll(",", " , ")}\n${first}\n${second}`],
    ["short rows of other columns", `${HEADER}\n${first.slice(0, -2)}\n${second}`],
  ])("may have %s", (_, text) => {
    const { rows, refused } = read(text);
    expect(refused).toEqual([]);
    expect(rows.map(({ phoneNumber, variables }) => [phoneNumber, variables["customer_name"]])).toEqual(
      expected,
    );
  });

  test("counts the lines of cells with line breaks", () => {
    const text = `${HEADER}\n+12025550143,"Ada\nof London",3,true,x\n+1202,Bob,1,true,y\n`;
    expect(read(text).refused.map(({ line }) => line)).toEqual([4]);
    expect(read(`sep=,\n${text}`).refused.map(({ line }) => line)).toEqual([5]);
  });

  test("rejects rows with their lines and columns, and never shows a value", () => {
    const lines = [
      "+12025550143,Ada,3,true,",
      "2025550144,Bob,1,true,",
      ",Cyd,1,true,",
      "+12025550145,Dee,many,true,",
      "+12025550146,Eve,1,perhaps,",
      "+1 202 555 0143,Fay,1,true,",
      "call me,Gil,1,true,",
      "+12025550147 ext. 5,Hal,1,true,",
      "+1\u200E2025550148,Hal,1,true,",
      "+12025550143,Ida,many,perhaps,",
    ];
    const { rows, refused } = read([HEADER, ...lines].join("\n"));
    expect(rows).toHaveLength(1);
    const noNumber = 'column "Phone" does not contain a possible phone number';
    const noCountry = `${noNumber} with a country code, and no default country is set`;
    const unreadable = `${noNumber}: write one number with + and its country code, in a column formatted as text`;
    expect(refused).toEqual([
      { line: 3, reason: noCountry },
      { line: 4, reason: 'column "Phone" is empty' },
      { line: 5, reason: 'column "Visits" does not contain a number' },
      { line: 6, reason: 'column "VIP" does not contain a boolean' },
      { line: 7, reason: "an earlier row has the same phone number" },
      { line: 8, reason: unreadable },
      { line: 9, reason: unreadable },
      {
        line: 10,
        reason: `${noNumber}: remove U+200E LEFT-TO-RIGHT MARK from it`,
      },
      {
        line: 11,
        reason:
          'an earlier row has the same phone number, and column "Visits" does not contain a number, and column "VIP" does not contain a boolean',
      },
    ]);
  });

  test.each([
    ["", /it has no rows/],
    [`sep=,\n${HEADER}\n+12025550143,A"da,3,true,x\n`, /near line 3: a quotation mark is in the middle/],
    ["sep=;\nName,Phone", /^it has no column "Phone"/],
    ['Name,"Phone\n+12025550143,Ada', /not valid CSV near line 2: a quotation mark is not closed/],
    [
      "Name,Age\nAda,3",
      /it has no column "Phone".*Its columns are "Name", "Age"\. Column names come from the first line of a CSV file/,
    ],
    ["+12025550143,Ada\n+12025550144,Bob", /it has no column "Phone" and no column/],
    ["phone,Name,Visits,VIP\n", /it has no column "Phone"\. Did you mean "phone"\? Its columns are/],
    [
      "P\u00a0hone,+12025550143,Visits,VIP\n",
      /^it has no column "Phone" and no column "Name"\. Did you mean "P\u00a0hone"\? Column names/,
    ],
    [
      `${HEADER}\n<<<<<<< HEAD\n=======\n+12025550143,Ada,3,true,x\n>>>>>>> a`,
      /^line 2 is the mark of a conflict: resolve/,
    ],
    [`${HEADER},Phone\n`, /two columns have the name "Phone"/],
    [
      `${HEADER}\n+12025550143,"Ada,3,true,x\n`,
      /it is not valid CSV near line \d: a quotation mark is not closed/,
    ],
    [`${HEADER}\n+12025550143,A"da,3,true,x\n`, /near line 2: a quotation mark is in the middle of a cell/],
  ])("that cannot be read is an error without its content: %j", (text, says) => {
    expect(() => read(text)).toThrow(UnreadableList);
    expect(() => read(text)).toThrow(says);
    const message = (() => {
      try {
        read(text);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    })();
    expect(message).not.toMatch(/\+1202|Ada/);
  });
});

test("rows of a program are read by their keys, and counted from 1", () => {
  const text = [
    { Phone: 12025550143, Name: "Ada", Visits: 2, VIP: true },
    { Phone: "+12025550144", Name: null },
    { Name: "no number" },
  ]
    .map((row) => JSON.stringify(row))
    .join("\n");
  expect(rowsOfJsonLines(text, { columns, defaultCountry: "US" })).toEqual({
    unit: "row",
    rows: [
      { line: 1, phoneNumber: "+12025550143", variables: { customer_name: "Ada", visits: 2, vip: true } },
      { line: 2, phoneNumber: "+12025550144", variables: { customer_name: "", visits: "", vip: "" } },
    ],
    refused: [{ line: 3, reason: 'column "Phone" is empty' }],
    skipped: [],
    unread: [{ line: 3, reason: 'column "Phone" is empty' }],
  });
  expect(() => rowsOfJsonLines('{"Fone":"+12025550143"}', { columns })).toThrow(/no column "Phone"/);
});

test.each([
  ["+44 20 7946 0018", undefined, "+442079460018"],
  ["020 7946 0018", "GB", "+442079460018"],
  ["0044 20 7946 0018", "GB", "+442079460018"],
  ["'+442079460018", undefined, "+442079460018"],
  ["(202) 555-0143", "US", "+12025550143"],
  ["202 555 0143", undefined, undefined],
  ["+44", undefined, undefined],
  ["call +442079460018", undefined, undefined],
  ["", "GB", undefined],
  // A slash may follow an area code, or separate two numbers.
  ["030/123456", "DE", "+4930123456"],
  ["0171/1234567", "DE", "+491711234567"],
  ["033056 / 123456", "DE", "+4933056123456"],
  ["+49 (0)30/123456", undefined, "+4930123456"],
  ["0049 30/123456", "DE", "+4930123456"],
  ["06-1/234-5678", "HU", "+3612345678"],
  ["202/555-0143", "US", "+12025550143"],
  ["030 123456-57", "DE", "+493012345657"],
  ["030 123456/57", "DE", undefined],
  ["030 1234/1235", "DE", undefined],
  ["030/123456/57", "DE", undefined],
  ["+49 30 123456/57", undefined, undefined],
  ["030 123456／57", "DE", undefined],
  ["030 123456~57", "DE", undefined],
])("the number %j with the country %s is %s", (text, country, number) => {
  expect(normalized(text, country)).toBe(number);
});

test.each([
  ["030/1234567", "+49301234567"],
  ["030 / 12345-67", "+49301234567"],
  ["+49 30/1234567", "+49301234567"],
  ["0170/1234567", "+491701234567"],
  ["033203/12345", "+493320312345"],
  ["030 12345 / 67890", undefined],
  ["0170 1234567/89", undefined],
  ["+49 30 1234567/68", undefined],
])("a slash separates an area code, but two numbers in a cell are not one number: %s", (text, number) => {
  expect(normalized(text, "DE")).toBe(number);
});

// Each cell was another person's number, or is a neighbour of one that was.
test.each([
  ["6641234567", "AT", "+436641234567"],
  ["6641234567.0", "AT", undefined],
  ["4915123456789.0", "DE", undefined],
  ["+4915123456789.0", undefined, undefined],
  ["0664 1234567.00", "AT", undefined],
  ["0664.1234567", "AT", "+436641234567"],
  ["(202) 555.0143", "US", "+12025550143"],
  ["+1.2025550143", undefined, "+12025550143"],
  ["4.91512E+12", "DE", undefined],
  ["12.03.2024", "DE", undefined],
  ["2024-03-12", "DE", undefined],
  ["03/12/2024", "US", undefined],
  ["12.3.24", "DE", undefined],
  ["-23456891", "DE", undefined],
  ["\u221223456891", "DE", undefined],
  ["030 1234567 - 8", "DE", undefined],
  ["030 1234 - 1235", "DE", undefined],
  ["030 - 1234567 - 8", "DE", undefined],
  ["030 123456  2345", "DE", undefined],
  ["030 123456\t2345", "DE", undefined],
  ["0664  1234567", "AT", "+436641234567"],
  ["22 - 03 - 2024", "NO", undefined],
  ["030 - 1234567", "DE", "+49301234567"],
  ["202 - 555 - 0143", "US", "+12025550143"],
  ["10115", "DE", undefined],
  ["45363", "DE", undefined],
  ["030 1234567 (8)", "DE", undefined],
  ["030 1234567\n030 1234568", "DE", undefined],
  ["+49 30 123456, +49 30 123457", undefined, undefined],
  ["1-800-FLOWERS", "US", undefined],
  ["tel:+4930123456", undefined, undefined],
  ["=+4930123456", undefined, undefined],
  ["+49 (0) 30 / 123456", undefined, "+4930123456"],
  ["(0049) 30 123456", "DE", "+4930123456"],
  ["\u202a+49 30 123456\u202c", undefined, "+4930123456"],
  // Italian numbers keep the 0. The library keeps it in Argentina too, where no number has it.
  ["+39 (0)6 12345678", undefined, "+390612345678"],
  ["+54 (0)11 1543-6732", undefined, undefined],
  // 001 begins a call abroad in Thailand, and 00 means + elsewhere.
  ["0049 30 1234567", "TH", "+49301234567"],
  ["0044 20 7946 0018", undefined, "+442079460018"],
  ["0015 49 30 1234567", "BR", "+49301234567"],
])("the cell %j with the country %s is %s", (text, country, number) => {
  expect(normalized(text, country)).toBe(number);
});

// With the country code already in it, and without. The ways to write it name no part of the number.
test.each([
  ["4915123456789", "DE", ["+49", "+"]],
  ["49 1512 3456789", "DE", ["+49", "+"]],
  ["62812345678", "ID", ["+62", "+"]],
  ["468123456", "SE", ["+46", "+"]],
  ["38343201234", "XK", ["+383", "+"]],
  // An Austrian mobile number that has lost its +, or a German landline that has lost its 0.
  ["436641234567", "DE", ["+49", "+"]],
  // A spreadsheet drops a 0, which numbers in Italy and Gabon keep abroad.
  ["332123456", "IT", ["+39", "+390"]],
  ["6031234", "GA", ["+241", "+2410"]],
])("the cell %j with the country %s has two readings", (text, defaultCountry, [one, other]) => {
  const says = `contains a phone number with two readings: write ${one} or ${other} before it, whichever is right`;
  for (const cell of [text, ...(/^\d+$/.test(text) ? [Number(text)] : [])]) {
    const read = rowsOfJsonLines(JSON.stringify({ Phone: cell }), {
      columns: columnsOf({ phoneNumber: "Phone" }),
      defaultCountry,
    });
    expect(read.refused).toEqual([{ line: 1, reason: `column "Phone" ${says}` }]);
    // The lead of either number stays as it is.
    expect(read.skipped).toHaveLength(2);
  }
});

test.each([
  ["4930123456", "DE", "+4930123456"],
  ["436641234567", "AT", "+436641234567"],
  ["12025550143", "US", "+12025550143"],
  ["15123456789", "DE", "+4915123456789"],
  ["2035550143", "US", "+12035550143"],
  ["3471234567", "IT", "+393471234567"],
  ["332 123456", "IT", "+39332123456"],
  ["393331234567", "IT", "+393331234567"],
  ["5511912345678", "BR", "+5511912345678"],
])("the cell %j with the country %s has one reading: %s", (text, country, number) => {
  expect(normalized(text, country)).toBe(number);
});

// The time grew with the square of the number of rows: minutes, instead of a moment.
test("100,000 rejected rows are reported in a moment", { timeout: 20_000 }, () => {
  const refused = Array.from({ length: 100_000 }, (_, line) => ({ line, reason: "it is empty" }));
  expect(refusals({ refused, unit: "line" })).toEqual(["lines 0, 1, 2, 3, 4 and 99995 more: it is empty"]);
});

test("a row that could not be read again as a lead is refused", () =>
  expect(read(`${HEADER}\n+12025550143,${"a".repeat(1_500_001)},3,true,x`).refused).toEqual([
    { line: 2, reason: expect.stringMatching(/^it is too long: all texts have 15000\d\d/) },
  ]));
