#!/usr/bin/env bash
# libphonenumber reads the point of a decimal number, and a leading minus, as separators inside a phone number.
#
# One would guess: "6641234567.0", as pandas writes a column of whole numbers with one empty cell, is either the
# Austrian number 664 1234567 or an error. "-23456891", which LibreOffice calculates from "+49-151-23456789", is an
# error. So is a date. And is_valid_number is there to tell.
# What happens: the digits on both sides of the point are joined, and the minus is dropped. The result is the number
# of somebody else, and it is valid by the full metadata. It makes no difference that `extract: false` asks
# libphonenumber-js to take the whole text for a number.
# Seen with libphonenumber-js 1.13.16 (metadata "max") on Node 20.20, and the same with the Python port, phonenumbers
# 9.0.43. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . libphonenumber-js@1.13.16 >/dev/null

cat >read.js <<'JS'
const { parsePhoneNumberFromString } = require("libphonenumber-js/max");
const cells = [
  ["6641234567", "AT"],
  ["6641234567.0", "AT"],
  ["23456891", "DE"],
  ["-23456891", "DE"],
  ["12.03.2024", "NO"],
  ["22.03.2024", "NO"],
];
for (const [cell, defaultCountry] of cells) {
  const found = parsePhoneNumberFromString(cell, { defaultCountry, extract: false });
  console.log(cell.padEnd(13), defaultCountry, found?.number, found?.isValid() ? "valid" : "not valid");
}
JS
node read.js | tee seen

diff - seen <<'SEEN'
6641234567    AT +436641234567 valid
6641234567.0  AT +4366412345670 valid
23456891      DE +4923456891 valid
-23456891     DE +4923456891 valid
12.03.2024    NO +4712032024 not valid
22.03.2024    NO +4722032024 valid
SEEN
echo "as described: a decimal, a negative number and a date are valid phone numbers"
