import * as pulumi from "@pulumi/pulumi";

/**
 * Returns a function that returns the value of the current run. Runs share nothing: a process of the Automation API may
 * run many programs, and each has its own connection to the engine.
 */
export function perRun<T>(first: () => T): () => T {
  const values = new WeakMap<object, T>();
  const withoutEngine = {};
  return () => {
    const run = pulumi.runtime.getMonitor() ?? withoutEngine;
    const value = values.get(run) ?? first();
    values.set(run, value);
    return value;
  };
}
