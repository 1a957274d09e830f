/** The longest that is taken for a name: anything longer may be text of the prompt, which is nobody else's business. */
const longest = 40;

/** The names of the `{{variable}}`s in a prompt, each once, in the order of their first use. */
export function placeholders(text: string): string[] {
  const found = [...text.matchAll(/\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g)].map((match) => match[1]!);
  return [...new Set(found)].filter((name) => name.length <= longest);
}
