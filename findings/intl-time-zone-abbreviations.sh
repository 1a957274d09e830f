#!/usr/bin/env bash
# Node accepts "AST", "BST" and "IST" as time zones, and takes them for Alaska, Bangladesh and India.
#
# One would guess: Intl.DateTimeFormat throws a RangeError for anything but a name of the IANA database, so it is a way to
# check a time zone. It does throw for "EDT" and "CEST". Or it takes an abbreviation for what people mean by it: Atlantic
# time in Canada, British summer time, Israel. PHP does.
# What happens: Node's ICU still has the list of Java 1.1, where AST is Alaska, BST Bangladesh, ECT Paris (not Ecuador),
# and SST the Solomon Islands (not Samoa). EST has no summer time, as in the IANA database, but PST, which that database
# lacks, has. So a call at "10:00 BST" rings at five in the British morning, and nothing has failed. Python's zoneinfo,
# with the names of the IANA database, refuses all of them but EST.
# So accept a time zone only if it contains "/" or is UTC, or is in a list of your own. Intl.supportedValuesOf does not
# serve as one: it has neither Asia/Kolkata nor Europe/Kyiv, but the names that they had before.
# Seen with Node 20.20.2, 24.12.0 and 26.10.0, Python 3.11 with tzdata 2025.2, and PHP 8.2. Needs npm and Python's venv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node@24.12.0 >/dev/null
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check tzdata==2025.2

cat >show.js <<'JS'
const noon = (month) => new Date(Date.UTC(2026, month, 15, 12));
for (const timeZone of ["AST", "BST", "ECT", "IST", "SST", "EST", "PST", "EDT", "CEST"]) {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const offset = (month) => format.formatToParts(noon(month)).find(({ type }) => type === "timeZoneName").value;
    console.log(timeZone.padEnd(4), format.resolvedOptions().timeZone.padEnd(19), offset(0), offset(6));
  } catch (error) {
    console.log(timeZone.padEnd(4), error.name);
  }
}
const zones = Intl.supportedValuesOf("timeZone");
for (const zone of ["Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "Europe/Kiev"]) {
  console.log("supportedValuesOf:", zone.padEnd(13), zones.includes(zone));
}
JS
cat >show.py <<'PY'
import zoneinfo

zoneinfo.reset_tzpath(())
for name in ["AST", "BST", "ECT", "IST", "SST", "EST", "PST", "EDT", "CEST"]:
    print("zoneinfo:", name, name in zoneinfo.available_timezones())
PY
{
  node_modules/node/bin/node show.js
  python/bin/python show.py
} | tee seen

diff - seen <<'SEEN'
AST  America/Anchorage   GMT-09:00 GMT-08:00
BST  Asia/Dhaka          GMT+06:00 GMT+06:00
ECT  Europe/Paris        GMT+01:00 GMT+02:00
IST  Asia/Calcutta       GMT+05:30 GMT+05:30
SST  Pacific/Guadalcanal GMT+11:00 GMT+11:00
EST  America/Panama      GMT-05:00 GMT-05:00
PST  America/Los_Angeles GMT-08:00 GMT-07:00
EDT  RangeError
CEST RangeError
supportedValuesOf: Asia/Kolkata  false
supportedValuesOf: Asia/Calcutta true
supportedValuesOf: Europe/Kyiv   false
supportedValuesOf: Europe/Kiev   true
zoneinfo: AST False
zoneinfo: BST False
zoneinfo: ECT False
zoneinfo: IST False
zoneinfo: SST False
zoneinfo: EST True
zoneinfo: PST False
zoneinfo: EDT False
zoneinfo: CEST False
SEEN
echo "as described: abbreviations are accepted, with other meanings"
