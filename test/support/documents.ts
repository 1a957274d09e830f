import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./project.js";

const markdown = (folder: string, recursive = false): string[] =>
  readdirSync(path.join(REPOSITORY, folder), { recursive, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file));

/** The text of the repository's documents, by path. */
export const documents = (): Map<string, string> =>
  new Map(
    [...markdown("."), ...markdown("docs", true), ...markdown("examples", true), ...markdown("emulator")]
      .sort()
      .map((file) => [file, readFileSync(path.join(REPOSITORY, file), "utf8")]),
  );

export interface Snippet {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** The fenced code blocks of a document in this language. */
export function snippets(file: string, text: string, language: string): Snippet[] {
  const fences = text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm);
  return [...fences]
    .filter(([, , its]) => its === language)
    .map((match) => ({ file, line: text.slice(0, match.index).split("\n").length + 1, code: match[3]! }));
}

/** The text without code. */
export const prose = (text: string): string =>
  text.replaceAll(/^( *)```[\s\S]*?^ *```$/gm, "").replaceAll(/`[^`\n]+`/g, "");

/** The anchors of a document: GitHub's anchors of headings, and explicit ones (`id`). */
export function anchors(text: string): Set<string> {
  const headings = [...text.replaceAll(/^( *)```[\s\S]*?^ *```$/gm, "").matchAll(/^#+ +(.+)$/gm)];
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  const seen = new Map<string, number>();
  for (const [, title] of headings) {
    const slug = title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    seen.set(slug, (seen.get(slug) ?? 0) + 1);
  }
  const repeated = [...seen].flatMap(([slug, times]) =>
    Array.from({ length: times }, (_, index) => (index === 0 ? slug : `${slug}-${index}`)),
  );
  return new Set([...repeated, ...ids]);
}
