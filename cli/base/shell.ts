import { inShell } from "../../provider/base/quoted.js";

/**
 * The options `--stack` and `--cwd` for a suggested command. Without them, the command would use the selected stack and
 * the program in the current folder.
 */
export const stackOption = (stack: string | undefined, folder = "."): string =>
  (stack === undefined ? "" : ` --stack ${inShell(stack)}`) +
  (folder === "." ? "" : ` --cwd ${inShell(folder)}`);

/**
 * Adds the stack and its folder to the commands in a text of the provider. The provider does not know the
 * options of the command line.
 */
export const onStack = (text: string, stack: string | undefined, folder?: string): string =>
  text.replace(
    /`(?:pulumi (?:config set|preview|refresh|up)|(?:npx )?voicecall (?:drift|pull|undo))\b[^`]*(?=`)|(?<!`)\bpulumi config set voicecall:routes '[^']*'/g,
    (command) => command + stackOption(stack, folder),
  );
