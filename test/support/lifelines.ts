import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { closeAfterTest } from "./after-test.js";

export interface Lifelines {
  /** Environment variables for the stack whose provider hosts are watched. */
  env: Record<string, string>;
  /** Resolves when no host runs any more. Rejects if none has started since the last call. */
  ended(): Promise<void>;
  /** The largest peak memory of any host. */
  peakBytes(): number;
}

/** Detects that provider hosts have exited. Each host opens a connection when it starts (`lifeline.cjs`). */
export async function lifelines(): Promise<Lifelines> {
  const open = new Set<Socket>();
  let started = 0;
  let peak = 0;
  const server = createServer((socket) => {
    open.add(socket);
    started += 1;
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    createInterface(socket).on("line", (line) => (peak = Math.max(peak, Number(line) * 1024)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closeAfterTest({
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  });
  return {
    env: { TEST_LIFELINE_PORT: String((server.address() as AddressInfo).port) },
    ended: async () => {
      if (started === 0) throw new Error("no provider host has connected, so no exit can be detected");
      started = 0;
      await Promise.all([...open].map((socket) => once(socket, "close")));
    },
    peakBytes: () => peak,
  };
}
