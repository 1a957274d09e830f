export type Figures = Readonly<Partial<Record<string, number>>>;
export function obstacle(): Promise<string | undefined>;
export function figuresOfRoles(
  processes: readonly { command?: string[]; cpu: number; memory: number }[],
): Figures;
export function measured(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; folder: string },
): Promise<{ what: string; exitCode: number; output: string; figures: Figures }>;
