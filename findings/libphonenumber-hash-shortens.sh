#!/usr/bin/env bash
# A "#" at the end of a phone number makes its last digits an extension, and what is left is often a valid number.
#
# One would guess: a "#" after a number, as people press it on a telephone, or as a private exchange exports it, is ignored,
# like the hyphens and blanks, or makes the text no phone number. At least the check "is valid" fails if digits are lost.
# What happens: Google's libphonenumber knows the American way to write an extension with the sign behind it. So the digits
# behind the last blank or hyphen become an extension, and E.164 has none: +49 30 123456-78# is +4930123456, which is valid,
# and somebody else's telephone. So do the digits behind a "~" or a comma. In countries with numbers of one length, the
# rest is at least not valid.
# So refuse a number for which the library finds an extension, or read numbers by a grammar of your own first.
# Seen with libphonenumber-js 1.13.16 (max metadata) and google-libphonenumber 3.2.43 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . libphonenumber-js@1.13.16 google-libphonenumber@3.2.43 >/dev/null

cat >read.js <<'JS'
const { parsePhoneNumberFromString } = require("libphonenumber-js/max");
const { PhoneNumberFormat, PhoneNumberUtil } = require("google-libphonenumber");
const google = PhoneNumberUtil.getInstance();
const shown = (number, extension, isValid) =>
  `${number}, extension ${extension || "none"}, ${isValid ? "valid" : "not valid"}`;
for (const text of [
  "+49 30 123456-78",
  "+49 30 123456-78#",
  "+49 30 123456~78",
  "+43 1 588 580 12#",
  "+49 30 1234567,8",
  "+44 20 7946 0018#",
]) {
  const one = parsePhoneNumberFromString(text);
  const other = google.parse(text);
  const e164 = google.format(other, PhoneNumberFormat.E164);
  console.log(text.padEnd(18), shown(one.number, one.ext, one.isValid()));
  console.log("".padEnd(18), shown(e164, other.getExtension(), google.isValidNumber(other)));
}
JS
node read.js | tee seen

diff - seen <<'SEEN'
+49 30 123456-78   +493012345678, extension none, valid
                   +493012345678, extension none, valid
+49 30 123456-78#  +4930123456, extension 78, valid
                   +4930123456, extension 78, valid
+49 30 123456~78   +4930123456, extension 78, valid
                   +4930123456, extension 78, valid
+43 1 588 580 12#  +431588580, extension 12, valid
                   +431588580, extension 12, valid
+49 30 1234567,8   +49301234567, extension 8, valid
                   +49301234567, extension 8, valid
+44 20 7946 0018#  +44207946, extension 0018, not valid
                   +44207946, extension 0018, not valid
SEEN
echo "as described: a # at the end shortens the number"
