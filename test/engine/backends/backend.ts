/** A server that keeps the state of stacks. */
export interface StateBackend {
  /** What leads the Pulumi CLI to it. */
  env: Record<string, string | undefined>;
  /** Ends all connections to it, and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}
