#!/usr/bin/env bash
# A date, an address, a map or a big number among the arguments of a Pulumi resource becomes {} without a word.
#
# One would guess: Pulumi's SDK writes a value like JSON.stringify does, so that a Date or a URL becomes its text; or it
# throws, as JSON.stringify does for a bigint. TypeScript would complain where a provider has types, but programs have many
# places without: Record<string, any>, an array of variables, the properties of a dynamic resource or of a component.
# What happens: every object is taken apart into its own properties, and a Date, a URL, a Map, a Set and a regular expression
# have none. A bigint and a symbol become {} too, a Buffer an object of numbered bytes, and NaN null. The preview shows {}.
# So convert: date.toISOString(), url.href, Object.fromEntries(map), and text for a number with more than 15 digits.
# Seen with @pulumi/pulumi 3.276.0 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @pulumi/pulumi@3.276.0 >/dev/null

cat >program.js <<'JS'
const pulumi = require("@pulumi/pulumi");

const variables = {
  since: new Date(0),
  endpoint: new URL("https://tools.example.com/hours"),
  plans: new Map([["basic", 10]]),
  languages: new Set(["en"]),
  account: 12345678901234567890n,
  greeting: /hello/i,
  secret: Buffer.from("ab"),
  share: Number.NaN,
};
pulumi.runtime.setMocks({
  newResource({ inputs }) {
    for (const [key, value] of Object.entries(inputs.variables)) {
      let text;
      try {
        text = JSON.stringify(variables[key]);
      } catch (error) {
        text = error.message;
      }
      console.log(`${key}: JSON.stringify ${text}, Pulumi ${JSON.stringify(value)}`);
    }
    return { id: "1", state: inputs };
  },
  call: () => ({}),
});
new pulumi.CustomResource("example:index:Assistant", "support", { variables });
JS
node program.js | tee seen

diff - seen <<'SEEN'
account: JSON.stringify Do not know how to serialize a BigInt, Pulumi {}
endpoint: JSON.stringify "https://tools.example.com/hours", Pulumi {}
greeting: JSON.stringify {}, Pulumi {}
languages: JSON.stringify {}, Pulumi {}
plans: JSON.stringify {}, Pulumi {}
secret: JSON.stringify {"type":"Buffer","data":[97,98]}, Pulumi {"0":97,"1":98}
share: JSON.stringify null, Pulumi null
since: JSON.stringify "1970-01-01T00:00:00.000Z", Pulumi {}
SEEN
echo "as described: what has no properties of its own becomes {}"
