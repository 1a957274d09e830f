/** A server that stores the state of stacks. */
export interface StateBackend {
  /** Environment variables that make the Pulumi CLI use this server. */
  env: Record<string, string | undefined>;
  /** Closes all connections. Until `mend`, also closes each new connection immediately. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}
