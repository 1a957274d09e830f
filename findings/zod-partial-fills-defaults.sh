#!/usr/bin/env bash
# In zod 4, the partial() schema of an update fills in the defaults of the fields that the update leaves out.
#
# One would guess: `Assistant.partial()` makes every field optional, so that what a request to change one field does not
# have is not in the result either. It was so in zod 3, and it is what partial() is for: one schema for POST, and its
# partial() for PATCH.
# What happens: in zod 4, a default inside an optional field counts. A PATCH that renames an assistant comes out with the
# default voice, the default limit of a call, and empty lists, and whoever stores the result resets all of these. The
# type says that the fields may be undefined, so TypeScript sees nothing, and a test that sends all fields passes. The
# schema `zod/v3` of the same package still leaves them out.
# So take the defaults off for an update: a base schema without defaults, `base.partial()` for PATCH, and
# `base.extend({ voice: base.shape.voice.default("Sarah") })` for POST.
# Seen with zod 4.6.7, and its zod/v3, on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . zod@4.6.7 >/dev/null

cat >patch.mjs <<'JS'
import * as four from "zod";
import * as three from "zod/v3";
for (const [name, { z }] of Object.entries({ "zod 3": three, "zod 4": four })) {
  const create = z.object({
    name: z.string(),
    voice: z.string().default("Sarah"),
    longestCall: z.number().default(600),
    tools: z.array(z.string()).default([]),
  });
  console.log(name, JSON.stringify(create.partial().parse({ name: "Support" })));
  const base = z.object({ name: z.string(), voice: z.string(), longestCall: z.number(), tools: z.array(z.string()) });
  console.log(`  without defaults ${JSON.stringify(base.partial().parse({ name: "Support" }))}`);
}
JS
node patch.mjs | tee seen

diff - seen <<'SEEN'
zod 3 {"name":"Support"}
  without defaults {"name":"Support"}
zod 4 {"name":"Support","voice":"Sarah","longestCall":600,"tools":[]}
  without defaults {"name":"Support"}
SEEN
echo "as described: the update resets what it does not name"
