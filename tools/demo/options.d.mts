export const HELP: string;
export function readOptions(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { keep?: boolean; end?: boolean; help?: boolean; form: string };
