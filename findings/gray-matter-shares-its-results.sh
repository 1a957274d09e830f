#!/usr/bin/env bash
# gray-matter gives two readers of one text the same object: what the first changes in it, the second reads.
#
# One would guess: matter(text) parses the front matter and returns a new object, as JSON.parse or yaml's parse do. So a
# program may read a template for two customers, fill in the company of each, and send both.
# What happens: without a second argument, gray-matter keeps each result in a cache that never ends, and returns a
# shallow copy of it: `data` is one and the same object. The second customer's assistant has the first one's company,
# if the program fills in only what is missing. A test with one customer passes, and so does a process per customer. With
# an empty object as options, nothing is shared. js-yaml 3 below it also makes a number of base 60 of `closes: 17:30`.
# So call `matter(text, {})`.
# Seen with gray-matter 4.0.3, the newest, on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . gray-matter@4.0.3 >/dev/null

cat >fill.js <<'JS'
const matter = require("gray-matter");
const template = "---\nvoice: Sarah\ncloses: 17:30\n---\nYou answer for the company in the front matter.\n";
for (const options of [undefined, {}]) {
  console.log(options ? "matter(template, {})" : "matter(template)");
  for (const company of ["Acme", "Globex"]) {
    const { data } = matter(template, options);
    data.company ??= company;
    console.log(`  for ${company}:`, JSON.stringify(data));
  }
}
JS
node fill.js | tee seen

diff - seen <<'SEEN'
matter(template)
  for Acme: {"voice":"Sarah","closes":1050,"company":"Acme"}
  for Globex: {"voice":"Sarah","closes":1050,"company":"Acme"}
matter(template, {})
  for Acme: {"voice":"Sarah","closes":1050,"company":"Acme"}
  for Globex: {"voice":"Sarah","closes":1050,"company":"Globex"}
SEEN
echo "as described: the second assistant has the company of the first"
