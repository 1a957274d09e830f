#!/usr/bin/env bash
# Which instant "02:30 on 25 October 2026 in Berlin" is depends, in some libraries, on today's date or on the machine's zone.
#
# One would guess: when clocks go back, 02:30 comes twice, and a library takes the first or the second, always the same.
# Given a time and a zone, the result depends on nothing else. So a test of the end of calling hours that passes once
# passes always.
# What happens: luxon and dayjs begin with the difference from UTC that the zone has now. A program that plans a call in
# summer gets the first 02:30, and in winter the second, an hour later, also for the next year. date-fns-tz and
# @date-fns/tz calculate with Date, so the answer depends on the zone of the machine that runs them: a developer's laptop
# and the server in UTC differ, for the same zone in the arguments. moment-timezone and Temporal always take the first, as
# Python's zoneinfo does; PHP takes the second.
# So keep the boundaries of calling hours out of that hour, store instants in UTC, or use Temporal and name the choice.
# Seen with luxon 3.7.2, dayjs 1.11.23, date-fns-tz 3.2.0 (date-fns 4.4.0), @date-fns/tz 1.5.0, moment-timezone 0.6.6 and
# temporal-polyfill 1.0.8 on Node 20.20, Python 3.11, and PHP 8.2 (not in the script).
# Needs npm and python3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . luxon@3.7.2 dayjs@1.11.23 date-fns@4.4.0 date-fns-tz@3.2.0 \
  @date-fns/tz@1.5.0 moment-timezone@0.6.6 temporal-polyfill@1.0.8 >/dev/null

cat >which.mjs <<'JS'
import { TZDate } from "@date-fns/tz";
import { fromZonedTime } from "date-fns-tz";
import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone.js";
import utc from "dayjs/plugin/utc.js";
import { DateTime } from "luxon";
import moment from "moment-timezone";
import { Temporal } from "temporal-polyfill";
dayjs.extend(utc);
dayjs.extend(timezone);
// The clock of a test: only what asks for the present sees it.
const RealDate = Date;
const now = RealDate.parse(process.argv[2]);
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now] : args));
  }
  static now() {
    return now;
  }
};
const [time, zone] = ["2026-10-25T02:30", "Europe/Berlin"];
const instants = {
  luxon: DateTime.fromISO(time, { zone }).toMillis(),
  dayjs: dayjs.tz(time, zone).valueOf(),
  "date-fns-tz": fromZonedTime(time, zone).getTime(),
  "@date-fns/tz": new TZDate(2026, 9, 25, 2, 30, zone).getTime(),
  moment: moment.tz(time, zone).valueOf(),
  Temporal: Temporal.PlainDateTime.from(time).toZonedDateTime(zone).epochMilliseconds,
};
const names = { [RealDate.UTC(2026, 9, 25, 0, 30)]: "1st", [RealDate.UTC(2026, 9, 25, 1, 30)]: "2nd" };
const which = Object.entries(instants).map(([library, instant]) => `${library} ${names[instant]}`);
console.log(`${process.argv[2].slice(0, 10)}, machine in ${process.env.TZ}: ${which.join(", ")}`);
JS
for today in 2026-01-15T12:00:00Z 2026-07-15T12:00:00Z; do
  for machine in UTC Europe/Berlin America/New_York; do
    TZ=$machine node which.mjs $today
  done
done | tee seen
python3 - <<'PY' | tee -a seen
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
instant = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(timezone.utc)
print("Python:", {0: "1st", 1: "2nd"}[instant.hour])
PY

diff - seen <<'SEEN'
2026-01-15, machine in UTC: luxon 2nd, dayjs 2nd, date-fns-tz 2nd, @date-fns/tz 2nd, moment 1st, Temporal 1st
2026-01-15, machine in Europe/Berlin: luxon 2nd, dayjs 2nd, date-fns-tz 2nd, @date-fns/tz 1st, moment 1st, Temporal 1st
2026-01-15, machine in America/New_York: luxon 2nd, dayjs 2nd, date-fns-tz 1st, @date-fns/tz 2nd, moment 1st, Temporal 1st
2026-07-15, machine in UTC: luxon 1st, dayjs 1st, date-fns-tz 2nd, @date-fns/tz 2nd, moment 1st, Temporal 1st
2026-07-15, machine in Europe/Berlin: luxon 1st, dayjs 1st, date-fns-tz 2nd, @date-fns/tz 1st, moment 1st, Temporal 1st
2026-07-15, machine in America/New_York: luxon 1st, dayjs 1st, date-fns-tz 1st, @date-fns/tz 2nd, moment 1st, Temporal 1st
Python: 1st
SEEN
echo "as described: one time and zone, two instants"
