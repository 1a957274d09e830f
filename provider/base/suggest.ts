import { distance } from "fastest-levenshtein";
import { quoted } from "./quoted.js";

/** The sentence `Did you mean "a" or "b"?` with a leading space, or "" if no candidate is similar. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = similar(name, candidates);
  return near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
}

/** Up to three quoted candidates, the most similar first. */
export const similar = (name: string, candidates: Iterable<string>): string[] =>
  closest(name, candidates).map(quoted);

/** Up to three similar candidates. If some differ only in case, only those. */
export function closest(name: string, candidates: Iterable<string>): string[] {
  const lower = name.toLowerCase();
  const far = Math.max(2, Math.floor(name.length / 3));
  const near = [...new Set(candidates)]
    .map((candidate) => ({ candidate, away: distance(lower, candidate.toLowerCase()) }))
    .filter(({ away }) => away <= far);
  const inOtherCase = near.filter(({ away }) => away === 0);
  return (inOtherCase.length > 0 ? inOtherCase : near)
    .sort((left, right) => left.away - right.away || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
