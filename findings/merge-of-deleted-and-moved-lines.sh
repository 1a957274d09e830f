#!/usr/bin/env bash
# In a merge, lines that one side deletes and the other moves are back, in the new place, and nothing reports a conflict.
#
# One would guess: both sides changed the same lines, in ways that exclude each other, so a three-way merge reports a
# conflict, as it does if one side deletes a line and the other changes a word of it.
# What happens: a merge by lines knows no move. To it, both sides have deleted the lines in the old place, which agrees,
# and one of them has added some elsewhere. So an offer that somebody took out of a prompt is made again, because a
# colleague had moved it down. node-diff3 and `git merge-file` say that all is well. GNU `diff3 -m` marks the old place,
# but only because it marks all that both sides did alike; the moved lines stay outside the marks.
# So after a merge of prompts, look at what it has added, not only at conflicts.
# Seen with node-diff3 3.2.1 on Node 20.20, git 2.39.5 and GNU diffutils 3.8. Needs npm, git and diff3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node-diff3@3.2.1 >/dev/null

offer='Offer 20 % off.
Never offer it twice.'
name='Ask for the name.
Ask for the date.
Confirm both.'
printf '%s\n' "Greet." "$offer" "$name" "Say goodbye." >base
printf '%s\n' "Greet." "$name" "Say goodbye." >deleted
printf '%s\n' "Greet." "$name" "$offer" "Say goodbye." >moved

cat >merge.mjs <<'JS'
import { readFileSync } from "node:fs";
import { merge } from "node-diff3";
const [mine, base, theirs] = ["deleted", "base", "moved"].map((name) => readFileSync(name, "utf8").split("\n"));
const { conflict, result } = merge(mine, base, theirs);
console.log(`node-diff3: conflict ${conflict}`);
console.log(result.join("\n").trimEnd());
JS
{
  node merge.mjs
  git merge-file -p deleted base moved >merged && conflict=false || conflict=true
  echo "git merge-file: conflict $conflict"
  cat merged
  diff3 -m deleted base moved >merged && conflict=false || conflict=true
  echo "diff3 -m: conflict $conflict"
  cat merged
} | tee seen

diff - seen <<'SEEN'
node-diff3: conflict false
Greet.
Ask for the name.
Ask for the date.
Confirm both.
Offer 20 % off.
Never offer it twice.
Say goodbye.
git merge-file: conflict false
Greet.
Ask for the name.
Ask for the date.
Confirm both.
Offer 20 % off.
Never offer it twice.
Say goodbye.
diff3 -m: conflict true
Greet.
<<<<<<< base
Offer 20 % off.
Never offer it twice.
=======
>>>>>>> moved
Ask for the name.
Ask for the date.
Confirm both.
Offer 20 % off.
Never offer it twice.
Say goodbye.
SEEN
echo "as described: the deleted lines are back"
