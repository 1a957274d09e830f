#!/usr/bin/env bash
# Pulumi's config.requireNumber reads "1,800" and "1_800" as 1, and the bounds one gives it do not notice.
#
# One would guess: a setting that is no number is an error, as the documentation of requireNumber says: "If it doesn't
# exist, or the configuration value is not a legal number, an error is thrown." And Pulumi's SDKs for TypeScript and
# Python read the same stack configuration alike.
# What happens: the TypeScript SDK calls parseFloat, which reads as far as it can. A longest call of "1,800" or "1_800"
# seconds is 1 second, "10m" is 10, "12:30" is 12, "0x10" is 0. With `min` and `max`, only the number that was cut off
# is compared. The Python SDK reads "1_800" as 1800, and refuses the others.
# So a program reads the text, with `config.require("longestCall")`, and checks it itself: Number("1,800") is NaN. Or
# everybody sets the number with `pulumi config set --type int`, which refuses all of these texts (CLI 3.276.0).
# Seen with @pulumi/pulumi 3.248.0 on Node 20.20 and 3.276.0 on Node 22.23, and pulumi 3.248.0 from PyPI on Python 3.11.
# Needs npm and Python's venv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @pulumi/pulumi@3.248.0 >/dev/null
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check pulumi==3.248.0

# The engine gives a program its stack configuration in this variable.
export PULUMI_CONFIG='{
  "calls:a": "1800", "calls:b": "1_800", "calls:c": "1,800", "calls:d": "10m", "calls:e": "12:30", "calls:f": "0x10",
  "calls:g": "seven"
}'

cat >read.js <<'JS'
const { Config } = require("@pulumi/pulumi");
const config = new Config("calls");
for (const key of "abcdefg") {
  let seen;
  try {
    seen = config.requireNumber(key, { min: 0, max: 3600 });
  } catch (error) {
    seen = error.constructor.name;
  }
  console.log("TypeScript", config.require(key).padEnd(5), seen);
}
JS
cat >read.py <<'PY'
import pulumi

config = pulumi.Config("calls")
for key in "abcdefg":
    try:
        seen = config.require_int(key)
    except pulumi.ConfigTypeError as error:
        seen = type(error).__name__
    print("Python    ", config.require(key).ljust(5), seen)
PY
{
  node read.js
  python/bin/python read.py
} | tee seen

diff - seen <<'SEEN'
TypeScript 1800  1800
TypeScript 1_800 1
TypeScript 1,800 1
TypeScript 10m   10
TypeScript 12:30 12
TypeScript 0x10  0
TypeScript seven ConfigTypeError
Python     1800  1800
Python     1_800 1800
Python     1,800 ConfigTypeError
Python     10m   ConfigTypeError
Python     12:30 ConfigTypeError
Python     0x10  ConfigTypeError
Python     seven ConfigTypeError
SEEN
echo "as described: a number is read as far as it looks like one"
