#!/usr/bin/env bash
# `pulumi config set` of one key changes the values of others that somebody has written into the stack's file by hand.
#
# One would guess: configuration values are texts, so what stands behind a key in Pulumi.STACK.yaml is what the program
# gets, and setting one key leaves the lines of the others as they are, as it does with their comments.
# What happens: a value without quotes is read as YAML first and made a text again. 0301234567, digits up to 7 behind a 0, is
# octal: the program gets 50674039. 015123456789 loses its 0, and +12025550143 its plus; 1.10 is 1.1, a date becomes
# "2026-03-01 00:00:00 +0000 UTC", and a long id 1.2345678901234569e+23. The next `config set` of any key writes all this
# into the file, with quotes, so the number that was there is gone, and looks as if somebody had meant it.
# So put phone numbers, ids, dates and prices in quotes, or set them with `pulumi config set`, which adds the quotes.
# Seen with the CLI 3.276.0. Needs Go, which builds that CLI in about ten minutes.
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

cat >Pulumi.dev.yaml <<'YAML'
config:
  # the desk in Berlin
  calls:desk: 0301234567
  calls:mobile: 015123456789
  calls:office: +12025550143
  calls:quoted: "0301234567"
  calls:extension: 0012
  calls:rate: 1.10
  calls:start: 2026-03-01
  calls:id: 123456789012345678901234
  calls:open: 09:00
YAML
{
  echo "desk: $(pulumi config get calls:desk)"
  pulumi config set calls:voice Sarah
  sed -n '/^config/,$p' Pulumi.dev.yaml
} | tee seen

diff - seen <<'SEEN'
desk: 50674039
config:
  # the desk in Berlin
  calls:desk: "50674039"
  calls:mobile: "15123456789"
  calls:office: "12025550143"
  calls:quoted: "0301234567"
  calls:extension: "10"
  calls:rate: "1.1"
  calls:start: 2026-03-01 00:00:00 +0000 UTC
  calls:id: "1.2345678901234569e+23"
  calls:open: 09:00
  calls:voice: Sarah
SEEN
echo "as described: one key was set, and seven others changed"
