export function obstacle(): Promise<string | undefined>;
export function measured(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; folder: string },
): Promise<{ what: string; exitCode: number; output: string; wallSeconds: number; cpuSeconds: number }>;
