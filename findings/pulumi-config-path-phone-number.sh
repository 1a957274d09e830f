#!/usr/bin/env bash
# `pulumi config set --path people.ada +4915123456789` stores a number, so the plus is gone. Without --path it stays.
#
# One would guess: --path says where the value goes, not what it is, and "integers are treated as numbers" in its help
# does not mean a phone number. `pulumi config set phone +4915123456789` writes a text in quotes, and a number with
# blanks or a 0 at the start stays a text under --path too.
# What happens: under --path, a text that Go's strconv.Atoi accepts becomes a number, and Atoi accepts a plus. The program
# gets 4915123456789, which a reader with the default country Germany takes for another person's number
# (libphonenumber-lost-plus.sh). No command warns. With --secret, the text stays as it is.
# So give it a type: `pulumi config set --path people.ada --type string +4915123456789`, which CLI 3.276.0 has, or edit
# the file and use quotes.
# Seen with the CLI 3.276.0. The script calls what the command calls, in Pulumi's Go module 3.276.0 with Go 1.26. Needs
# Go.
set -euo pipefail
if ! command -v go >/dev/null; then
  echo "not run: this needs Go"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GOCACHE="$folder/cache" GOMODCACHE="$folder/modules" GOFLAGS="-modcacherw -mod=mod"

cat >go.mod <<'MOD'
module findings

go 1.24

require (
	github.com/pulumi/pulumi/sdk/v3 v3.276.0
	gopkg.in/yaml.v2 v2.4.0
)
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"gopkg.in/yaml.v2"
)

func show(command, key, value string, path bool) {
	settings := config.Map{}
	if err := settings.Set(config.MustParseKey("calls:"+key), config.NewValue(value), path); err != nil {
		panic(err)
	}
	text, err := yaml.Marshal(settings)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%-28s %-18s %s\n", command, value, strings.Join(strings.Fields(string(text)), " "))
}

func main() {
	for _, value := range []string{"+4915123456789", "+49 1512 3456789", "015123456789"} {
		show("config set phone", "phone", value, false)
		show("config set --path people.ada", "people.ada", value, true)
	}
}
GO
go run . 2>errors | tee seen || { cat errors; exit 1; }

diff - seen <<'SEEN'
config set phone             +4915123456789     calls:phone: "+4915123456789"
config set --path people.ada +4915123456789     calls:people: ada: 4915123456789
config set phone             +49 1512 3456789   calls:phone: +49 1512 3456789
config set --path people.ada +49 1512 3456789   calls:people: ada: +49 1512 3456789
config set phone             015123456789       calls:phone: "015123456789"
config set --path people.ada 015123456789       calls:people: ada: "015123456789"
SEEN
echo "as described: with --path, the plus is gone"
