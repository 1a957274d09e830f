/** A server that stores the state of stacks. */
export interface StateBackend {
  /** Environment variables that make the Pulumi CLI use this server. */
  env: Record<string, string | undefined>;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}
