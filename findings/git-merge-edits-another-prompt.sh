#!/usr/bin/env bash
# A merge puts a colleague's edit of one prompt into another one, because the two begin alike, and reports no conflict.
#
# One would guess: one branch deletes prompts/billing.md, the other edits it, so git reports "deleted in theirs and modified
# in ours". A new file that the first branch also has, prompts/repairs.md, has nothing to do with that.
# What happens: prompts of one company share most of their lines, and git takes a deleted file and a new one for a rename if
# half of them is alike. The edit, "Bills are due within 14 days", goes into the prompt of the repairs desk, which says it to
# callers. The merge succeeds, and so does a rebase. And to turn the search for renames off does not help: the strategy
# "ort", git's default, ignores `-X no-renames` and merge.renames=false here, which "recursive" obeys. A higher
# threshold, `-X find-renames=90%`, leads to the conflict.
# So delete a prompt and add one in two commits that are merged one after the other, and look at `git diff` of a merge.
# Seen with git 2.39.5. Needs git.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.com GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.com
git init --quiet --initial-branch main .
mkdir prompts
cat >prompts/billing.md <<'MD'
You answer the phone for Acme.
Be friendly and brief.
Never promise a date.
Ask for the customer's number first.
If the caller is angry, offer a call back.
Only talk about bills and payments.
A reminder costs 5 euros.
Say goodbye with the caller's name.
MD
git add . && git commit --quiet --message "billing desk"
git checkout --quiet -b desks
sed -e 's/bills and payments/repairs/' -e 's/^A reminder .*/Repairs are free in the first year./' prompts/billing.md >prompts/repairs.md
git rm --quiet prompts/billing.md
git add . && git commit --quiet --message "a repairs desk, no billing desk any more"
git checkout --quiet main
sed -i 's/^Never promise a date\./& Bills are due within 14 days./' prompts/billing.md
git commit --quiet --all --message "billing: when bills are due"
ours=$(git rev-parse HEAD)

merged() { # the options of git, and those of merge
  git reset --quiet --hard "$ours"
  if git $1 merge --quiet --message merge $2 desks >/dev/null 2>&1; then
    echo "no conflict; repairs.md: $(grep -o 'Bills are due.*' prompts/repairs.md || echo 'no edit')"
  else
    echo "conflict"
  fi
}
{
  echo "git merge                            $(merged '' '')"
  echo "git merge -X no-renames              $(merged '' '-X no-renames')"
  echo "git -c merge.renames=false merge     $(merged '-c merge.renames=false' '')"
  echo "git merge -s recursive -X no-renames $(merged '' '-s recursive -X no-renames')"
  echo "git merge -X find-renames=90%        $(merged '' '-X find-renames=90%')"
} | tee seen

diff - seen <<'SEEN'
git merge                            no conflict; repairs.md: Bills are due within 14 days.
git merge -X no-renames              no conflict; repairs.md: Bills are due within 14 days.
git -c merge.renames=false merge     no conflict; repairs.md: Bills are due within 14 days.
git merge -s recursive -X no-renames conflict
git merge -X find-renames=90%        conflict
SEEN
echo "as described: the repairs desk talks about bills"
