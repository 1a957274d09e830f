/** A TCP port that forwards to a server's socket file, with connections that a test can cut. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Line {
  port: number;
  /** Closes all connections. Until `mend`, also closes each new connection immediately. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function lineTo(socketFile: string): Promise<Line> {
  const open = new Set<Socket>();
  let isCut = false;
  const hold = (socket: Socket): void => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
  };
  const server = createServer((near) => {
    hold(near);
    if (isCut) return void near.destroy();
    const far = connect(socketFile);
    hold(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      server.close();
      endAll();
      await once(server, "close");
    },
  };
}
