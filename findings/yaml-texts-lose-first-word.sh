#!/usr/bin/env bash
# A text in YAML that begins with "&" or "!" loses its first word, and the parser reports nothing.
#
# One would guess: a text without quotes is what stands behind the colon, or it is an error, as it is if it begins with "@",
# "`" or "*". Somebody who edits a greeting in front matter learns from these errors when to use quotes.
# What happens: "&Partner answers" is the text "answers" with an anchor, a name for other places of the file. No parser
# minds that nothing uses the name. "!Buenas tardes" is "tardes" with a tag of its own: js-yaml and PyYAML refuse that,
# and yaml returns the rest of the text. It has a warning in `document.warnings`; `parse` prints that to stderr, and with
# `logLevel: "error"`, which keeps warnings out of a command's output, nobody sees it. "& Partner", with a blank, is an
# error again. So callers hear half a greeting.
# So put texts that people edit in quotes, and refuse anchors that nothing uses, and the tags in `document.warnings`.
# Seen with yaml 2.9.1 and js-yaml 4.1.1 on Node 20.20, and PyYAML 6.0.4 on Python 3.11. Needs npm and Python's venv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . yaml@2.9.1 js-yaml@4.1.1 >/dev/null
python3 -m venv python && python/bin/pip install --quiet --disable-pip-version-check pyyaml==6.0.4

cat >texts.txt <<'TXT'
&Partner answers
!Buenas tardes
@acme here
*Acme* here
TXT
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import jsYaml from "js-yaml";
import { parse } from "yaml";
const python = "import sys, yaml; print(yaml.safe_load(sys.stdin.read())['greeting'], end='')";
const readers = {
  yaml: (text) => parse(text, { logLevel: "error" }).greeting,
  "js-yaml": (text) => jsYaml.load(text).greeting,
  PyYAML: (text) => String(execFileSync("python/bin/python", ["-c", python], { input: text, stdio: ["pipe", "pipe", "ignore"] })),
};
for (const text of readFileSync("texts.txt", "utf8").trim().split("\n")) {
  const seen = Object.entries(readers).map(([name, read]) => {
    try {
      return `${name}: ${JSON.stringify(read(`greeting: ${text}\n`))}`;
    } catch {
      return `${name}: error`;
    }
  });
  console.log(`${text.padEnd(18)}${seen.join("  ")}`);
}
JS
node read.mjs | tee seen

diff - seen <<'SEEN'
&Partner answers  yaml: "answers"  js-yaml: "answers"  PyYAML: "answers"
!Buenas tardes    yaml: "tardes"  js-yaml: error  PyYAML: error
@acme here        yaml: error  js-yaml: error  PyYAML: error
*Acme* here       yaml: error  js-yaml: error  PyYAML: error
SEEN
echo "as described: the first word is lost"
