import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Emulator } from "../../emulator/index.js";

const CHANNEL = "http.server.response.finish";

/**
 * Calls back once, when the service has written the last byte of its response to a request with this method
 * and path. `{id}` in the path matches any id.
 */
export function onceAnswered(emulator: Emulator, method: string, path: string, then: () => void): void {
  const port = Number(new URL(emulator.address).port);
  const expression = new RegExp(`^${path.replaceAll("{id}", "[^/]+")}$`);
  const look = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    if (request.socket.localPort !== port || request.method !== method) return;
    if (!expression.test(request.url!.split("?", 1)[0]!)) return;
    unsubscribe(CHANNEL, look);
    then();
  };
  subscribe(CHANNEL, look);
}
