#!/usr/bin/env bash
# SheetJS writes one column of phone numbers in two ways: whole up to 11 digits, in scientific notation from 12 on.
#
# One would guess: sheet_to_csv writes the numbers of a column alike. American numbers (11 digits with their code) come
# out whole, so a test with them passes, and so will German ones. The cell is an exact integer, far below 2^53.
# What happens: without a number format, a number is written with the format General and its 11 places, so that
# "4915123456789" becomes "4.91512E+12". More than half of its digits are lost, and 4915123456789 and 4915123499999 are
# the same text. sheet_to_json of the same sheet has every digit, and so has sheet_to_csv with rawNumbers.
# Seen with xlsx 0.18.5, the newest on npm, on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . xlsx@0.18.5 >/dev/null

cat >write.js <<'JS'
const { read, utils, write } = require("xlsx");
const numbers = [12025550143, 99999999999, 436641234567, 4915123456789, 4915123499999];
const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet([["Phone"], ...numbers.map((number) => [number])]), "People");
const sheet = read(write(book, { type: "buffer", bookType: "xlsx" })).Sheets.People;
const lines = (csv) => csv.trim().split("\n").slice(1);
console.log("sheet_to_csv      ", lines(utils.sheet_to_csv(sheet)).join(" "));
console.log("  with rawNumbers ", lines(utils.sheet_to_csv(sheet, { rawNumbers: true })).join(" "));
console.log("sheet_to_json     ", utils.sheet_to_json(sheet).map(({ Phone }) => Phone).join(" "));
JS
node write.js | tee seen

diff - seen <<'SEEN'
sheet_to_csv       12025550143 99999999999 4.36641E+11 4.91512E+12 4.91512E+12
  with rawNumbers  12025550143 99999999999 436641234567 4915123456789 4915123499999
sheet_to_json      12025550143 99999999999 436641234567 4915123456789 4915123499999
SEEN
echo "as described: two different numbers are the same text"
