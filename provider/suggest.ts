import { distance } from "fastest-levenshtein";
import { quoted } from "./quoted.js";

/** « Did you mean "a" or "b"?»: names that differ only in case, then those that are close, three at most; else "". */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const lower = name.toLowerCase();
  const far = Math.max(2, Math.floor(name.length / 3));
  const near = [...new Set(candidates)]
    .map((candidate) => ({ candidate, away: distance(lower, candidate.toLowerCase()) }))
    .filter(({ away }) => away <= far)
    .sort((left, right) => left.away - right.away || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => quoted(candidate));
  return near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
}
