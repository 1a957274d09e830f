#!/usr/bin/env bash
# Prettier, run on a prompt in Markdown, changes the dates in it: "31. Dezember" becomes "25. Dezember".
#
# One would guess: a formatter changes blanks and line breaks, at most how emphasis is marked, but no number in the text.
# Its check `prettier --check` fails the build until it has been run, so the change looks like one of form.
# What happens: a line that begins with digits and a point is an item of a numbered list in Markdown. Only the number of
# the first item counts there, so Prettier writes the others anew: dates as German, Czech, Finnish and other languages
# write them, and the steps of a script that are referred to by their number. A second number equal to the first makes
# all equal. An assistant that reads the prompt as text says the wrong day, or goes to the wrong step.
# So write "am 31. Dezember" or "\31. Dezember", number the steps without gaps, or keep prompts in .prettierignore.
# remark-stringify and a browser's view of the Markdown renumber in the same way.
# Seen with prettier 3.10.1 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . prettier@3.10.1 >/dev/null

cat >prompt.md <<'MD'
Geschlossen:

24. Dezember
31. Dezember
6. Januar

Kurze Tage:

1. Mai
1. Juni
17. Juni

So gehst du vor:

1. Frage nach dem Namen.
2. Frage nach dem Termin.
4. Liegt er in der Vergangenheit, geh zu 2.
5. Sonst verabschiede dich.
MD
npx prettier --check prompt.md >/dev/null 2>&1 && echo "--check: nothing to do" || echo "--check: fails"
npx prettier prompt.md | tee seen

diff - seen <<'SEEN'
Geschlossen:

24. Dezember
25. Dezember
26. Januar

Kurze Tage:

1. Mai
1. Juni
1. Juni

So gehst du vor:

1. Frage nach dem Namen.
2. Frage nach dem Termin.
3. Liegt er in der Vergangenheit, geh zu 2.
4. Sonst verabschiede dich.
SEEN
echo "as described: other dates, and other steps"
