/** A proxy and a TLS server on this machine, as in the networks of companies. */
import { readFileSync } from "node:fs";
import { createServer, request as requestTo, type Server } from "node:http";
import { type AddressInfo, type Server as SocketServer, type Socket, connect } from "node:net";
import path from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { closeAfterTest } from "./after-test.js";

const PEM = path.resolve(__dirname, "tls");

/** The certificate of the authority that has issued the one of `tlsInFrontOf`. For these tests only. */
export const AUTHORITY = path.join(PEM, "ca.pem");

/** The host names in that certificate. */
export const NAMED = ["localhost", "api.voicecall.test"] as const;

export interface TestProxy {
  readonly port: number;
  /** The requests for a tunnel, and whole requests, with their credentials. */
  readonly asked: { readonly target: string; readonly credentials: string | undefined }[];
}

/** @param refuses the status of its refusals, or 0 to cut the connection. Absent: passes everything on to `port`. */
export async function proxyTo(port: number, refuses?: number): Promise<TestProxy> {
  const asked: TestProxy["asked"] = [];
  const server = createServer((request, response) => {
    const { method, headers, url } = request;
    asked.push({ target: url!, credentials: headers["proxy-authorization"] });
    if (refuses === 0) return void request.socket.destroy();
    if (refuses !== undefined)
      return void response.writeHead(refuses, { "content-type": "text/html" }).end("<html>Refused");
    delete headers["proxy-authorization"];
    const path = url!.replace(/^http:\/\/[^/]+/, "");
    const passed = requestTo({ ...{ host: "127.0.0.1", port, method, headers, path } }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  server.on("connect", (request, socket: Socket) => {
    asked.push({ target: request.url!, credentials: request.headers["proxy-authorization"] });
    socket.on("error", () => undefined);
    if (refuses === 0) return void socket.destroy();
    if (refuses !== undefined) return void socket.end(`HTTP/1.1 ${refuses} Refused\r\n\r\n`);
    joined(socket, port, () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
  });
  return { port: await listening(server), asked };
}

/** The port of a TLS server that passes everything on to `port`. */
export async function tlsInFrontOf(port: number): Promise<number> {
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => readFileSync(path.join(PEM, name)));
  const server = createTlsServer({ cert, key }, (socket) => {
    socket.on("error", () => undefined);
    joined(socket, port);
  });
  server.on("tlsClientError", () => undefined);
  return listening(server);
}

function joined(socket: Socket, port: number, then = (): unknown => undefined): void {
  const target = connect(port, "127.0.0.1", () => {
    then();
    socket.pipe(target).pipe(socket);
  });
  target.on("error", () => socket.destroy());
  socket.on("close", () => target.destroy());
}

async function listening(server: Server | SocketServer): Promise<number> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeAfterTest({
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  });
  return (server.address() as AddressInfo).port;
}
