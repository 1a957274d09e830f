export function drifted(output: string): string[];
export function checkOutcome(
  operation: string,
  what: {
    subject: string;
    size: number;
    result: { what: string; exitCode: number; output: string };
    service: { count(): object; changed(): string[] };
    stack: { recorded(): object };
  },
): void;
