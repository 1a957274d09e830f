#!/usr/bin/env bash
# `pulumi config set-all --json` ignores what is in "objectValue": an edit of it is lost, with exit code 0.
#
# `pulumi config --json` prints each structured value twice: as text in "value", and as an object in "objectValue". And
# `pulumi config set-all --json` takes this form. One would guess that the object is the value and the text a copy, so one
# changes the object, for example with `jq '."calls:hours".objectValue.open = "09:00"'`, and gives the result back.
# What happens: only "value" is read, and "objectValue" says no more than that it has to be parsed, so even an empty
# object keeps everything. The changed object is dropped without a word, and the exit code is 0. With "objectValue" alone,
# the command fails: the key "is nil".
# So change "value", which must be JSON itself: `jq '."calls:hours".value = "{\"open\":\"09:00\"}"'`, or set one part
# with `pulumi config set --path calls:hours.open 09:00`.
# Seen with the CLI 3.276.0. Needs Go, which builds that CLI in about ten minutes.
set -euo pipefail
if ! command -v go >/dev/null; then
  echo "not run: this needs Go"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GOMODCACHE="$folder/modules" GOFLAGS="-modcacherw -mod=mod" PULUMI_HOME="$folder/home" PULUMI_BACKEND_URL="file://$folder/state"
export PULUMI_CONFIG_PASSPHRASE=none PULUMI_SKIP_UPDATE_CHECK=true
mkdir state
cat >go.mod <<'MOD'
module findings

go 1.26

require github.com/pulumi/pulumi/pkg/v3 v3.276.0
MOD
go build -o pulumi-cli github.com/pulumi/pulumi/pkg/v3/cmd/pulumi 2>errors || { cat errors; exit 1; }
printf 'name: calls\nruntime: nodejs\n' >Pulumi.yaml
pulumi() { "$folder/pulumi-cli" --non-interactive "$@" 2>&1; }
pulumi stack init dev >/dev/null

give() {
  echo "given:  $1"
  pulumi config set-all --json "{\"calls:hours\":$1}" && echo "exit code 0" || echo "an error"
  echo "stored: $(pulumi config get calls:hours)"
}
{
  give '{"value":"{\"open\":\"08:00\"}","objectValue":{"open":"08:00"}}'
  give '{"value":"{\"open\":\"08:00\"}","objectValue":{"open":"09:00"}}'
  give '{"value":"{\"open\":\"08:30\"}","objectValue":{}}'
  give '{"objectValue":{"open":"09:00"}}'
} | tee seen

diff - seen <<'SEEN'
given:  {"value":"{\"open\":\"08:00\"}","objectValue":{"open":"08:00"}}
exit code 0
stored: {"open":"08:00"}
given:  {"value":"{\"open\":\"08:00\"}","objectValue":{"open":"09:00"}}
exit code 0
stored: {"open":"08:00"}
given:  {"value":"{\"open\":\"08:30\"}","objectValue":{}}
exit code 0
stored: {"open":"08:30"}
given:  {"objectValue":{"open":"09:00"}}
error: value for --json object key "calls:hours" is nil
an error
stored: {"open":"08:30"}
SEEN
echo "as described: the edited object was dropped"
