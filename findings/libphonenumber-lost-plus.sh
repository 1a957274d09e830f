#!/usr/bin/env bash
# A phone number that has lost its "+" is read right with nearly every default country, but not in Germany, Indonesia,
# Kosovo and Sweden: there, libphonenumber puts the country code before it a second time, and calls the result valid.
#
# One would guess: with the right default country, "4915123456789" is +49 1512 3456789, because "4930123456" from the same
# column is +49 30 123456. Or the library refuses both, or says at least that the first is not valid.
# What happens: libphonenumber takes the country code away only if the digits with it are no valid national number. In
# these countries they are one, such as that of a landline in Lund (Sweden, area code 046). So the mobile number becomes
# somebody's landline, and a landline in the same column is read right.
# Seen with libphonenumber-js 1.13.16 (metadata "max") on Node 20.20, with its own example of a mobile number for each of
# the 245 regions. The Python port, phonenumbers 9.0.43, reads the numbers below in the same way. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . libphonenumber-js@1.13.16 >/dev/null

cat >read.js <<'JS'
const { getCountries, getExampleNumber, parsePhoneNumberFromString } = require("libphonenumber-js/max");
const mobile = require("libphonenumber-js/examples.mobile.json");
const show = (digits, country) => {
  const found = parsePhoneNumberFromString(digits, country);
  console.log(digits.padEnd(13), country, found.number, found.isValid() ? "valid" : "not valid", found.getType());
};
show("4930123456", "DE");
show("4915123456789", "DE");
show("468123456", "SE");
console.log("mobile numbers without their plus:");
let right = 0;
for (const country of getCountries()) {
  const { number } = getExampleNumber(country, mobile) ?? {};
  if (number === undefined) continue;
  if (parsePhoneNumberFromString(number.slice(1), country)?.number === number) right += 1;
  else show(number.slice(1), country);
}
console.log(`${right} regions: right`);
JS
node read.js | tee seen

diff - seen <<'SEEN'
4930123456    DE +4930123456 valid FIXED_LINE
4915123456789 DE +494915123456789 valid FIXED_LINE
468123456     SE +46468123456 valid FIXED_LINE
mobile numbers without their plus:
4915123456789 DE +494915123456789 valid FIXED_LINE
62812345678   ID +6262812345678 valid FIXED_LINE
38343201234   XK +38338343201234 valid FIXED_LINE
242 regions: right
SEEN
echo "as described: in these countries, the code stands twice in the number"
