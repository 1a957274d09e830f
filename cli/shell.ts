/** Quotes a word of a suggested command for a POSIX shell. */
export const inShell = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The option of a suggested command, so that it does not act on the selected stack. */
export const stackOption = (stack: string | undefined): string =>
  stack === undefined ? "" : ` --stack ${inShell(stack)}`;

/**
 * Adds the stack to the Pulumi commands in a text of the provider, which does not know the options of the
 * command line.
 */
export const onStack = (text: string, stack: string | undefined): string =>
  text.replace(
    /`pulumi (?:config set|preview|refresh|up)\b[^`]*(?=`)|(?<!`)\bpulumi config set voicecall:routes '[^']*'/g,
    (command) => command + stackOption(stack),
  );
