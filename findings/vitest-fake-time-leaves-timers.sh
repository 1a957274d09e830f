#!/usr/bin/env bash
# With vi.useFakeTimers(), timers from node:timers, node:timers/promises and AbortSignal.timeout() still take real time.
#
# One would guess: fake time is the time of the whole test, so vi.advanceTimersByTime(60_000) ends every wait of less than a
# minute, however the program waits. The documentation names setTimeout, Date and performance, which are all that there is.
# What happens: vitest replaces the globals. A program that writes `import { setTimeout } from "node:timers"`, or that
# sleeps with node:timers/promises, has the function of the module, and AbortSignal.timeout() has a timer inside Node. They
# go by the real clock, while Date and performance.now() in the same program go by the fake one. A retry after 30 seconds
# hangs until the test is ended, or, with `vi.waitFor`, takes them. A limit of AbortSignal.timeout(500) passes when nothing
# should pass, so a slow machine sees "aborted" at a fake time of 0 ms.
# So wait with the global setTimeout, and make a limit of an AbortController and setTimeout.
# Seen with vitest 4.1.12 on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . vitest@4.1.12 >/dev/null

cat >waits.test.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { setTimeout as timer } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { test, vi } from "vitest";
const HALF_A_MINUTE = 30_000;
const waits = {
  "the global setTimeout": () => new Promise((resolve) => void setTimeout(resolve, HALF_A_MINUTE)),
  "setTimeout of node:timers": () => new Promise((resolve) => void timer(resolve, HALF_A_MINUTE).unref()),
  "setTimeout of node:timers/promises": () => sleep(HALF_A_MINUTE, undefined, { ref: false }),
  "AbortSignal.timeout": () => new Promise((resolve) => AbortSignal.timeout(HALF_A_MINUTE).addEventListener("abort", resolve)),
};
test("waits", async () => {
  vi.useFakeTimers();
  const seen = [];
  for (const [name, wait] of Object.entries(waits)) {
    let ended = false;
    void wait().then(() => (ended = true));
    const before = [Date.now(), performance.now()];
    await vi.advanceTimersByTimeAsync(60_000);
    const passed = [Date.now() - before[0], performance.now() - before[1]].map((each) => each / 1000);
    seen.push(`${name}: Date ${passed[0]} s, performance ${passed[1]} s, ${ended ? "ended" : "still waits"}\n`);
  }
  writeFileSync("seen", seen.join(""));
});
JS
npx vitest run --root . >log 2>&1 || { cat log; exit 1; }
cat seen

diff - seen <<'SEEN'
the global setTimeout: Date 60 s, performance 60 s, ended
setTimeout of node:timers: Date 60 s, performance 60 s, still waits
setTimeout of node:timers/promises: Date 60 s, performance 60 s, still waits
AbortSignal.timeout: Date 60 s, performance 60 s, still waits
SEEN
echo "as described: three clocks in one test"
