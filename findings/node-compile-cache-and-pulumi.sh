#!/usr/bin/env bash
# A program that imports @pulumi/pulumi throws away the compile cache of all other Node programs in the same folder, and
# they throw away its files.
#
# One would guess: NODE_COMPILE_CACHE names one folder for all processes of a machine. Node keeps what each has compiled
# there, by file and version, and every later process loads it.
# What happens: V8 accepts a file only from a process with the same V8 flags. The SDK sets `--allow-natives-syntax` when
# it is imported, which no command line shows. After that, each file that a process without the flag has written is
# rejected, compiled again and overwritten; and the next process without the flag does the same with those. Two kinds of
# process that take turns, such as a program and a provider host, never use the cache, and write it each time.
# So give each kind of process a folder of its own.
# Seen with Node 24.21.0 and @pulumi/pulumi 3.276.0. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node@24.21.0 @pulumi/pulumi@3.276.0 semver@7.7.3 >/dev/null
node=$folder/node_modules/node/bin/node

echo 'require("semver"); require("node:module").flushCompileCache();' >plain.cjs
echo 'require("@pulumi/pulumi/runtime/closure/v8"); require("semver"); require("node:module").flushCompileCache();' >program.cjs

# Whether V8 takes the files of semver from the cache.
for run in plain plain program program plain; do
  NODE_COMPILE_CACHE=$folder/cache NODE_DEBUG_NATIVE=COMPILE_CACHE "$node" "$run.cjs" 2>log
  taken=$(grep semver log | grep -c "was accepted" || true)
  rejected=$(grep semver log | grep -c "was rejected" || true)
  some() { if [ "$1" -gt 0 ]; then echo yes; else echo no; fi; }
  echo "$run: taken $(some "$taken"), rejected $(some "$rejected")"
done | tee seen

diff - seen <<'SEEN'
plain: taken no, rejected no
plain: taken yes, rejected no
program: taken no, rejected yes
program: taken yes, rejected no
plain: taken no, rejected yes
SEEN
echo "as described: the two kinds of process reject each other's files"
