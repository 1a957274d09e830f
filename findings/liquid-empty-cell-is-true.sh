#!/usr/bin/env bash
# In Liquid, `{% if customer_name %}` is true for an empty text and for 0, so a prompt greets people without a name.
#
# One would guess: a template language in JavaScript takes "" and 0 for false in an `if`, as JavaScript does, and as Mustache,
# Handlebars and Nunjucks do. Prompts are filled in from lists, where a missing name is an empty cell, so the text "".
# What happens: Liquid is from Ruby, where only nil and false are false, and liquidjs keeps to that. The empty cell is true,
# and the assistant says "Hello , you have been with us for 0 years". The filter `default`, in the same library, does
# replace an empty text, so a test of that part passes. So does a test with a variable that is not there at all.
# So write `{% if customer_name != blank %}` and `{% if years > 0 %}`, or use liquidjs with `jsTruthy: true`.
# Seen with liquidjs 10.30.1, nunjucks 3.2.4, handlebars 4.7.10 and mustache 4.2.0 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . liquidjs@10.30.1 nunjucks@3.2.4 handlebars@4.7.10 mustache@4.2.0 >/dev/null

cat >fill.mjs <<'JS'
import Handlebars from "handlebars";
import { Liquid } from "liquidjs";
import Mustache from "mustache";
import nunjucks from "nunjucks";
const liquid = new Liquid();
const either = "{% if name %}Hello {{ name }}{% else %}Hello{% endif %}";
const engines = {
  liquidjs: (name) => liquid.parseAndRenderSync(either, { name }),
  nunjucks: (name) => nunjucks.renderString(either, { name }),
  handlebars: (name) => Handlebars.compile("{{#if name}}Hello {{name}}{{else}}Hello{{/if}}")({ name }),
  mustache: (name) => Mustache.render("{{#name}}Hello {{.}}{{/name}}{{^name}}Hello{{/name}}", { name }),
};
for (const name of [undefined, null, false, "", 0])
  console.log(
    `${String(JSON.stringify(name)).padEnd(10)}`,
    Object.entries(engines).map(([engine, fill]) => `${engine} ${JSON.stringify(fill(name))}`).join("  "),
  );
console.log("default   ", JSON.stringify(liquid.parseAndRenderSync('{{ name | default: "there" }}', { name: "" })));
console.log("blank     ", JSON.stringify(liquid.parseAndRenderSync("{% if name != blank %}Hello {{ name }}{% else %}Hello{% endif %}", { name: "" })));
JS
node fill.mjs | tee seen

diff - seen <<'SEEN'
undefined  liquidjs "Hello"  nunjucks "Hello"  handlebars "Hello"  mustache "Hello"
null       liquidjs "Hello"  nunjucks "Hello"  handlebars "Hello"  mustache "Hello"
false      liquidjs "Hello"  nunjucks "Hello"  handlebars "Hello"  mustache "Hello"
""         liquidjs "Hello "  nunjucks "Hello"  handlebars "Hello"  mustache "Hello"
0          liquidjs "Hello 0"  nunjucks "Hello"  handlebars "Hello"  mustache "Hello"
default    "there"
blank      "Hello"
SEEN
echo "as described: an empty cell is a name"
