/** Sends one request on a separate connection and returns the raw bytes, which an HTTP client would parse. */
import { connect } from "node:net";

export interface RawExchange {
  /** The whole response, head and body. */
  received: string;
  /** The received bytes, one item per chunk. */
  chunks: string[];
  /** An error code such as ECONNREFUSED. Undefined if the connection was closed normally. */
  code: string | undefined;
}

/**
 * Sends a request and waits until the connection is closed. `announced` is the content length in the
 * request's head.
 */
export async function rawExchange(
  { address, token }: { address: string; token: string },
  line: string,
  body = "",
  announced = Buffer.byteLength(body),
): Promise<RawExchange> {
  const { hostname, port } = new URL(address);
  const head = [
    `${line} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    "accept: application/json",
    "content-type: application/json",
    `content-length: ${announced}`,
    `authorization: Bearer ${token}`,
    "connection: close",
  ];
  const chunks: string[] = [];
  return new Promise((resolve) => {
    let code: string | undefined;
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n${body}`));
    socket.setEncoding("utf8").on("data", (chunk) => chunks.push(String(chunk)));
    socket.on("error", (error: NodeJS.ErrnoException) => (code = error.code));
    socket.on("close", () => resolve({ received: chunks.join(""), chunks, code }));
  });
}

export function bodyOf({ received }: RawExchange): string {
  return received.slice(received.indexOf("\r\n\r\n") + 4);
}
