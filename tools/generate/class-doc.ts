/** The documentation comment of a class as Markdown paragraphs, without its example, asterisks and link braces. */
export function classDoc(source: string, kind: string): string {
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export class (\w+)/g;
  const [, text = ""] = [...source.matchAll(comment)].find(([, , name]) => name === kind) ?? [];
  const [described = ""] = text.replaceAll(/^ *\* ?/gm, "").split(/^@/m);
  return described
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll("\n", " ").replaceAll(/\{@link (\w+)\}/g, "`$1`"))
    .join("\n\n");
}

/** The first sentence of a class's documentation, for lists of classes. */
export const firstSentence = (doc: string): string =>
  (/^.*?[.:](?= |$)/s.exec(doc.replaceAll(/ \(specification[^)]*\)/g, ""))?.[0] ?? doc).replace(/:$/, ".");
