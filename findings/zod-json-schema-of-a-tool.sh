#!/usr/bin/env bash
# The JSON Schema that zod makes of a tool's arguments refuses arguments that zod itself accepts.
#
# One would guess: z.toJSONSchema describes the same values as the schema it is made of, or throws, as it does for dates,
# transforms and everything else that JSON Schema cannot express. So one schema serves for the tool's definition, which
# the model and its provider get, and for the program that reads the arguments.
# What happens: the flags of a regular expression are dropped without an error. /^(yes|no)$/i becomes "^(yes|no)$", and a
# caller's "Yes" is right for zod and wrong for the JSON Schema. zod takes 0.3 for a multiple of 0.1; Ajv divides, as
# JSON Schema says, and gets 2.9999999999999996. And z.e164() and startsWith() write a `format` of zod's own, which Ajv,
# by default, does not compile.
# So write the letters out, [Yy]es, use whole numbers, and a plain regular expression for phone numbers; and test the JSON
# Schema, not only the schema in zod, with examples.
# Seen with zod 4.6.7 and ajv 8.20.0 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . zod@4.6.7 ajv@8.20.0 >/dev/null

cat >compare.js <<'JS'
const Ajv = require("ajv/dist/2020");
const { z } = require("zod");

function show(name, schema, ...values) {
  const { $schema, ...made } = z.toJSONSchema(schema);
  console.log(name, JSON.stringify(made));
  let ajv;
  try {
    ajv = new Ajv().compile(made);
  } catch (error) {
    console.log("  Ajv:", error.message);
    return;
  }
  for (const value of values) {
    const word = (accepts) => (accepts ? "accepts" : "refuses");
    const zod = schema.safeParse(value).success;
    console.log(`  ${JSON.stringify(value).padEnd(5)} zod ${word(zod)}, its JSON Schema ${word(ajv(value))} it`);
  }
}
show("agreed", z.string().regex(/^(yes|no)$/i), "yes", "Yes");
show("share", z.number().multipleOf(0.1), 0.2, 0.3);
show("phone", z.e164());
try {
  z.toJSONSchema(z.date());
} catch (error) {
  console.log("date:", error.message);
}
JS
node compare.js | tee seen

diff - seen <<'SEEN'
agreed {"type":"string","pattern":"^(yes|no)$"}
  "yes" zod accepts, its JSON Schema accepts it
  "Yes" zod accepts, its JSON Schema refuses it
share {"type":"number","multipleOf":0.1}
  0.2   zod accepts, its JSON Schema accepts it
  0.3   zod accepts, its JSON Schema refuses it
phone {"type":"string","format":"e164","pattern":"^\\+[1-9]\\d{6,14}$"}
  Ajv: unknown format "e164" ignored in schema at path "#"
date: Date cannot be represented in JSON Schema
SEEN
echo "as described: zod accepts what its JSON Schema refuses"
