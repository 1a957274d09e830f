#!/usr/bin/env bash
# The first line of a list decides for csv-parse and Papa Parse where all the others end.
#
# One would guess: a CSV reader that finds out by itself which line ends a file has accepts \r\n and \n side by side, as
# spreadsheets and Python's csv do. Lists of people come like that: somebody pastes lines of one file into
# another, or a script writes the head of a file and a tool appends the rows.
# What happens: the end of the first line is taken for the only one. After a first line with \n, the last cell of every row
# keeps a \r, so a phone number at the end of the row is another text. After a first line with \r\n, all later rows with \n
# become one row: with two columns that is an error, and with one column, a list of numbers, it is a single number.
# So pass csv-parse record_delimiter: ["\r\n", "\n", "\r"].
# Seen with csv-parse 7.0.3 and papaparse 5.5.3 on Node 20.20, and Python 3. Needs npm and python3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . csv-parse@7.0.3 papaparse@5.5.3 >/dev/null

printf 'name,phone\nAnn,+12025550143\r\nBen,+12025550144\r\n' >pasted.csv
printf 'phone\r\n+12025550143\n+12025550144\n' >appended.csv
cat >read.js <<'JS'
const { readFileSync } = require("node:fs");
const { parse } = require("csv-parse/sync");
const papa = require("papaparse");
for (const file of ["pasted.csv", "appended.csv"]) {
  const text = readFileSync(file, "utf8");
  const all = { columns: true, record_delimiter: ["\r\n", "\n", "\r"] };
  const phones = (rows) => JSON.stringify(rows.map(({ phone }) => phone));
  console.log(file);
  console.log("  csv-parse            ", phones(parse(text, { columns: true })));
  console.log("  with all delimiters  ", phones(parse(text, all)));
  console.log("  Papa Parse           ", phones(papa.parse(text, { header: true, skipEmptyLines: true }).data));
}
JS
{
  node read.js
  python3 - <<'PY'
import csv
for file in ["pasted.csv", "appended.csv"]:
    with open(file, newline="") as text:
        print("Python", file, [row["phone"] for row in csv.DictReader(text)])
PY
} | tee seen

diff - seen <<'SEEN'
pasted.csv
  csv-parse             ["+12025550143\r","+12025550144\r"]
  with all delimiters   ["+12025550143","+12025550144"]
  Papa Parse            ["+12025550143\r","+12025550144\r"]
appended.csv
  csv-parse             ["+12025550143\n+12025550144\n"]
  with all delimiters   ["+12025550143","+12025550144"]
  Papa Parse            ["+12025550143\n+12025550144\n"]
Python pasted.csv ['+12025550143', '+12025550144']
Python appended.csv ['+12025550143', '+12025550144']
SEEN
echo "as described: the first line decides"
