#!/usr/bin/env bash
# Of two glob libraries for Node, one reads the parentheses in a name as part of the name, the other as a group.
#
# One would guess: in a pattern such as "* (EU)", parentheses stand for themselves unless one of ?*+@! comes before them, as
# in a shell and in minimatch; picomatch and micromatch, which most tools use today, say that they match as bash does.
# What happens: picomatch takes them for a group of its regular expression. "* (EU)" does not match "Support (EU)", but
# matches "Support EU", another name. A test without a star hides it: picomatch first compares pattern and name as they
# are, so "Support (EU)" matches itself.
# Assistants, campaigns and voices have such names. So escape the parentheses, or, where only a star is meant to have a
# meaning, build the regular expression by hand.
# Seen with picomatch 4.0.7, micromatch 4.0.8 and minimatch 10.2.6 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . picomatch@4.0.7 micromatch@4.0.8 minimatch@10.2.6 >/dev/null

cat >match.js <<'JS'
const picomatch = require("picomatch");
const micromatch = require("micromatch");
const { minimatch } = require("minimatch");
const word = (matches) => (matches ? "yes" : "no ");
console.log("pattern          name              picomatch micromatch minimatch");
for (const [pattern, name] of [
  ["Support (EU)", "Support (EU)"],
  ["Support (EU)*", "Support (EU) 2"],
  ["* (EU)", "Support (EU)"],
  ["* (EU)", "Support EU"],
  ["* \\(EU\\)", "Support (EU)"],
]) {
  const found = [picomatch(pattern)(name), micromatch.isMatch(name, pattern), minimatch(name, pattern)];
  const [one, two, three] = found.map(word);
  console.log(`${pattern.padEnd(16)} ${name.padEnd(17)} ${one}       ${two}        ${three.trim()}`);
}
JS
node match.js | tee seen

diff - seen <<'SEEN'
pattern          name              picomatch micromatch minimatch
Support (EU)     Support (EU)      yes       yes        yes
Support (EU)*    Support (EU) 2    no        no         yes
* (EU)           Support (EU)      no        no         yes
* (EU)           Support EU        yes       yes        no
* \(EU\)         Support (EU)      yes       yes        yes
SEEN
echo "as described: picomatch reads parentheses as a group"
