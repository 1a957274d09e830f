/**
 * The last tier of `npm test`. Searches the output and the temporary files of the other tiers for canaries,
 * which are fake secrets, and checks that each tier except `static` has used them. Each test has already
 * searched its own values (support/canary-watch.ts).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { canaries } from "../support/canaries.js";
import {
  type Channel,
  CHANNELS,
  lookInFolder,
  nothingWatched,
  takeLeaks,
  watched,
  type Watched,
} from "../support/canary-watch.js";

/** By tier: the channels that must have been searched, and the canaries that a service must have received. */
const EXPECTED: Record<string, { searched: Channel[]; held: (keyof Watched["held"])[] }> = {
  unit: { searched: ["logged", "thrown"], held: [] },
  service: { searched: [], held: [] },
  lifecycle: { searched: ["logged", "thrown", "stored"], held: ["header", "personal"] },
  host: { searched: ["printed", "thrown"], held: ["header", "personal"] },
  cli: { searched: ["printed"], held: [] },
  engine: { searched: ["printed", "stored"], held: ["header", "personal"] },
  package: { searched: ["printed", "stored"], held: [] },
};

const folder = process.env["VOICECALL_TEST_RECORDS"] ?? "";
const whole = (process.env["VOICECALL_CANARY_TIERS"] ?? "").split(",").filter((tier) => tier !== "");

const byTier = new Map<string, Watched>();

describe.skipIf(folder === "")("canary search", () => {
  beforeAll(() => {
    const file = path.join(folder, "watched.jsonl");
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    for (const line of lines) {
      const { tier, watched: one } = JSON.parse(line) as { tier: string; watched: Watched };
      byTier.set(tier, added(byTier.get(tier) ?? nothingWatched(), one));
    }
  });

  test("a canary in a file of the temporary folder is found", () => {
    const planted = mkdtempSync(path.join(tmpdir(), "planted-"));
    try {
      writeFileSync(path.join(planted, "left.log"), `Authorization: Bearer ${canaries.token}\n`);
      lookInFolder(tmpdir(), "in the temporary folder");
      expect(takeLeaks()).toEqual([expect.stringMatching(/planted-\w+\/left\.log: ….*\[canary token\]/s)]);
    } finally {
      rmSync(planted, { recursive: true });
    }
  });

  test("nothing that was printed or left in the temporary folder contains a canary", () => {
    const before = { ...watched.searched.stored };
    lookInFolder(tmpdir(), "in the temporary folder (a failed test may print what it compared)");
    const { texts, bytes } = watched.searched.stored;
    expect(takeLeaks()).toEqual([]);
    expect(bytes - before.bytes).toBeGreaterThan(0);
    const output = readFileSync(path.join(folder, "output.txt"), "utf8");
    for (const tier of byTier.keys()) expect(output).toContain(`test/${tier}/`);
    const all = [...byTier.values()].reduce(added, nothingWatched());
    const seen = CHANNELS.map((channel) => `${channel} ${amount(all.searched[channel])}`).join(", ");
    console.log(`canary search: ${seen}; ${amount({ texts: texts - before.texts, bytes: bytes - before.bytes })} left in the temporary folder, including the output of the tiers; ${all.signedIn} requests with the token`); // prettier-ignore
  });

  test.each(whole)("tier %s used the canaries and was searched for them", (tier) => {
    const seen = byTier.get(tier) ?? nothingWatched();
    const { searched, held } = EXPECTED[tier]!;
    expect(seen.signedIn, "requests with the canary token").toBeGreaterThan(0);
    for (const channel of searched) expect(seen.searched[channel].bytes, channel).toBeGreaterThan(0);
    for (const what of held)
      expect(seen.held[what], `services that stored or received a ${what} canary`).toBeGreaterThan(0);
  });
});

function added(sum: Watched, one: Watched): Watched {
  const searched = Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      {
        texts: sum.searched[channel].texts + one.searched[channel].texts,
        bytes: sum.searched[channel].bytes + one.searched[channel].bytes,
      },
    ]),
  ) as Watched["searched"];
  return {
    searched,
    signedIn: sum.signedIn + one.signedIn,
    held: { header: sum.held.header + one.held.header, personal: sum.held.personal + one.held.personal },
  };
}

function amount({ texts, bytes }: { texts: number; bytes: number }): string {
  return `${texts} texts (${(bytes / 1e6).toFixed(1)} MB)`;
}
