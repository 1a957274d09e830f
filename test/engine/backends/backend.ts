/** A server that stores the state of stacks. */
export interface StateBackend {
  /** The environment variables that make the Pulumi CLI use it. */
  env: Record<string, string | undefined>;
  /** Ends all connections to it and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}
