import type { Transport } from "../../provider/http/transport.js";
import type { Hosted } from "../../provider/runtime.js";

/** When to kill the provider host: at the command's nth request, before it is sent or after its response. */
export interface Kill {
  request: number;
  when: "before" | "after";
}

export class Killed extends Error {}

/** After the kill, no request is sent or gets a response, and every operation fails with `Killed`. */
export function mortality(
  kill: Kill | undefined,
  transport: Transport | undefined,
): { transport: Transport | undefined; mortal: (hosted: Hosted) => Hosted } {
  if (!kill || !transport) return { transport, mortal: (hosted) => hosted };
  let die: (reason: Killed) => void = () => undefined;
  const death = new Promise<never>((_resolve, reject) => {
    die = reject;
  });
  death.catch(() => undefined);
  let sent = 0;
  const forever = new Promise<never>(() => undefined);
  const send: Transport["send"] = async (request) => {
    sent += 1;
    if (sent > kill.request || (sent === kill.request && kill.when === "before")) {
      die(new Killed());
      return forever;
    }
    const response = await transport.send(request);
    if (sent < kill.request) return response;
    die(new Killed());
    return forever;
  };
  const until =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      Promise.race([call(...args), death]);
  const mortal = (hosted: Hosted): Hosted => ({
    configure: hosted.configure,
    check: until(hosted.check),
    diff: until(hosted.diff),
    create: until(hosted.create),
    read: until(hosted.read),
    update: until(hosted.update),
    delete: until(hosted.delete),
  });
  return { transport: { send }, mortal };
}
