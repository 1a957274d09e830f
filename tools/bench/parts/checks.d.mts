export function drifted(output: string): string[];
export function checkAssistants(
  operation: string,
  what: {
    subject: string;
    size: number;
    result: { what: string; exitCode: number; output: string };
    recorded: object;
    live: object;
    changed: string[];
  },
): void;
