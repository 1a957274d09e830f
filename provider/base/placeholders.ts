/** The maximum length of a name. Anything longer may be private text from the prompt. */
const longest = 40;

export const isPlaceholderName = (text: string): boolean =>
  text.length <= longest && /^[A-Za-z_][\w.-]*$/.test(text);

const BRACED = /\{\{([^{}\n]*)\}\}/g;

/** The strings between `{{` and `}}`, without duplicates, in the order of first use. */
export function braced(text: string): string[] {
  const found = [...text.matchAll(BRACED)].map((match) => match[1]!.trim());
  return [...new Set(found)];
}

export const placeholders = (text: string): string[] => braced(text).filter(isPlaceholderName);

/** The text with values in place of variables. What has no value stays as it is. */
export const withValues = (
  text: string,
  valueOf: (name: string) => string | number | boolean | undefined,
): string => text.replace(BRACED, (whole, inside: string) => String(valueOf(inside.trim()) ?? whole));
