#!/usr/bin/env bash
# A component for other languages may have an argument of an interface, but not of the same type written as an alias.
#
# One would guess: for Pulumi, which makes a schema of a component's TypeScript, `interface Hours { from: string }` and
# `type Hours = { from: string }` are the same, as they are for TypeScript. So are `string[]` and `readonly string[]` for a
# reader, and "inbound" | "outbound" is an enumeration, which schemas have.
# What happens: the analyzer takes interfaces, classes and, of the generic types, Partial and Record. It refuses aliases of
# object types, readonly arrays, Pick, and unions of texts, even under one name; and `string | null`, but not
# `string | undefined`. The program itself compiles and runs, so it only shows when somebody installs the component with
# `pulumi package add`.
# So write the arguments of a shared component, such as a desk with its assistant and tools, with interfaces and enums.
# Seen with @pulumi/pulumi 3.276.0 and TypeScript 5.9.3 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @pulumi/pulumi@3.276.0 typescript@5.9.3 >/dev/null
mkdir desk
echo '{ "compilerOptions": { "strict": true }, "files": ["index.ts"] }' >desk/tsconfig.json

cat >analyze.js <<'JS'
const { writeFileSync } = require("node:fs");
const { Analyzer } = require("@pulumi/pulumi/provider/experimental/analyzer");

for (const declared of [
  "hours: HoursInterface",
  "hours: HoursAlias",
  "hours: Partial<HoursInterface>",
  'hours: Pick<HoursInterface, "from">',
  "tools: string[]",
  "tools: readonly string[]",
  'direction: "inbound" | "outbound"',
  "direction: Direction",
  "note: string | undefined",
  "note: string | null",
]) {
  writeFileSync(
    "desk/index.ts",
    `import * as pulumi from "@pulumi/pulumi";
     export interface HoursInterface { from: string; to: string }
     export type HoursAlias = { from: string; to: string };
     export enum Direction { inbound = "inbound", outbound = "outbound" }
     export interface DeskArgs { ${declared} }
     export class Desk extends pulumi.ComponentResource {
       constructor(name: string, args: DeskArgs, options?: pulumi.ComponentResourceOptions) {
         super("example:index:Desk", name, args, options);
       }
     }`,
  );
  let result = "taken";
  try {
    new Analyzer(`${__dirname}/desk`, "desk", { name: "desk", version: "1.0.0" }, new Set(["Desk"])).analyze();
  } catch (error) {
    result = error.message.replace(/ for component 'Desk'.*/, "");
  }
  console.log(declared.padEnd(36), result);
}
JS
node analyze.js | tee seen

diff - seen <<'SEEN'
hours: HoursInterface                taken
hours: HoursAlias                    Unsupported type
hours: Partial<HoursInterface>       taken
hours: Pick<HoursInterface, "from">  Unsupported type
tools: string[]                      taken
tools: readonly string[]             Unsupported type
direction: "inbound" | "outbound"    Union types are not supported
direction: Direction                 taken
note: string | undefined             taken
note: string | null                  Union types are not supported
SEEN
echo "as described: an alias is refused where an interface is taken"
