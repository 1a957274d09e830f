#!/usr/bin/env bash
# Texts that PyYAML and the npm package yaml write come out of the other one as numbers, and in one list only some do.
#
# One would guess: a text stays a text from one YAML library to the other, because the writer puts quotes where they are
# needed. Or it fails for all texts of a kind, so that a test with one of them shows it.
# What happens: PyYAML follows YAML 1.1, yaml follows 1.2, and each puts quotes only where it would misread the text
# itself. To PyYAML, digits after a 0 are an octal number, so it quotes "0301234567", but no number with an 8 or 9 in it:
# yaml then reads 015123456789 as 15123456789. The other way, 12:30 is a text to yaml and a number of base 60 to PyYAML,
# but not 09:00, with its 0 at the start: of calling hours from 09:00 to 17:00, PyYAML reads "09:00" and 1020.
# So write with quotes everywhere: `default_style='"'` in PyYAML, `defaultStringType: "QUOTE_DOUBLE"` in yaml. js-yaml
# 4.1.1 puts them around all of these.
# Seen with PyYAML 6.0.4 on Python 3.11, and yaml 2.9.1 on Node 20.20. Needs npm and Python's venv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . yaml@2.9.1 >/dev/null
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.4

cat >both.json <<'JSON'
{ "phones": ["0301234567", "0302345678", "015123456789"], "hours": ["09:00", "12:30", "17:00"] }
JSON
cat >write.py <<'PY'
import json, yaml
print(yaml.safe_dump(json.load(open("both.json"))), end="")
PY
cat >read.py <<'PY'
import json, sys, yaml
print(json.dumps(yaml.safe_load(sys.stdin)))
PY
write_js='console.log(require("yaml").stringify(require("./both.json")).trimEnd())'
read_js='console.log(JSON.stringify(require("yaml").parse(require("fs").readFileSync(0, "utf8"))))'
{
  echo "from Python:"
  python/bin/python write.py
  echo "read by yaml (npm):"
  python/bin/python write.py | node -e "$read_js"
  echo "from JavaScript:"
  node -e "$write_js"
  echo "read by PyYAML:"
  node -e "$write_js" | python/bin/python read.py
} | tee seen

diff - seen <<'SEEN'
from Python:
hours:
- 09:00
- '12:30'
- '17:00'
phones:
- '0301234567'
- 0302345678
- 015123456789
read by yaml (npm):
{"hours":["09:00","12:30","17:00"],"phones":["0301234567",302345678,15123456789]}
from JavaScript:
phones:
  - "0301234567"
  - "0302345678"
  - "015123456789"
hours:
  - 09:00
  - 12:30
  - 17:00
read by PyYAML:
{"phones": ["0301234567", "0302345678", "015123456789"], "hours": ["09:00", 750, 1020]}
SEEN
echo "as described: some texts have become numbers"
