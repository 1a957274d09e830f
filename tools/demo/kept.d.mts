interface KeptStack {
  engine: { folder: string };
  folder: string;
  project: { folder: string };
  variables: Readonly<Record<string, string>>;
}
export function handOver(stack: KeptStack, assistantId: number): void;
export function showKept(folder: string, wantedForm?: string): Promise<boolean>;
