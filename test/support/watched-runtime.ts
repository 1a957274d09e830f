import { tmpdir } from "node:os";
import path from "node:path";
import { createRuntime, type Hosted, type Runtime, type Surroundings } from "../../provider/runtime.js";
import { look, lookAtThrown } from "./canary-watch.js";

/** Deletions write what they lose to this folder. `each-test.ts` removes it. */
export const KEPT = path.join(tmpdir(), `voicecall-test-kept-${process.pid}`);

/**
 * The provider in this process. Everything that it prints, throws or returns as a failed check is searched for
 * canaries.
 */
export function watchedRuntime(surroundings: Surroundings): Runtime {
  const { print = console.log, env = process.env } = surroundings;
  const runtime = createRuntime({
    ...surroundings,
    env: { VOICECALL_KEEP_OVERWRITTEN: KEPT, ...env },
    print: (line) => {
      look("logged", "a line of the provider", line);
      print(line);
    },
  });
  return { ...runtime, open: (kind) => watchedHosted(kind, runtime.open(kind)) };
}

export function watchedHosted(kind: string, hosted: Hosted): Hosted {
  const watching =
    <A extends unknown[], R>(method: string, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await call(...args);
      } catch (error) {
        lookAtThrown(`${method} of ${kind}`, error);
        throw error;
      }
    };
  return {
    configure: hosted.configure,
    check: watching("check", async (olds, news) => {
      const checked = await hosted.check(olds, news);
      for (const { property, reason } of checked.failures)
        look("thrown", `a failure of check of ${kind}`, `${property}: ${reason}`);
      return checked;
    }),
    diff: watching("diff", hosted.diff),
    create: watching("create", hosted.create),
    read: watching("read", hosted.read),
    update: watching("update", hosted.update),
    delete: watching("delete", hosted.delete),
  };
}
