/** The longest that is taken for a name: anything longer may be text of the prompt, which is nobody else's business. */
const longest = 40;

export const isPlaceholderName = (text: string): boolean =>
  text.length <= longest && /^[A-Za-z_][\w.-]*$/.test(text);

/** What stands between `{{` and `}}`, each once, in the order of its first use. */
export function braced(text: string): string[] {
  const found = [...text.matchAll(/\{\{([^{}\n]*)\}\}/g)].map((match) => match[1]!.trim());
  return [...new Set(found)];
}

/** The names of the `{{variable}}`s in a prompt. */
export const placeholders = (text: string): string[] => braced(text).filter(isPlaceholderName);
