// See docs/decisions/objects.md.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { type Server, connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import type { ClaimInRun } from "./core/run/session.js";
import type { Address } from "./http/engine.js";

/**
 * Claims among the provider hosts of one engine, which share no memory. A claim is a socket that answers with the
 * resource, so the claims of a host end with the host, even if it is killed.
 */
export function claimsOfRun({ host, port }: Address): ClaimInRun {
  const claimed = new Map<string, Promise<string | undefined>>();
  return (what, resource) => {
    const name = createHash("sha256").update(`${host}:${port} ${what}`).digest("hex").slice(0, 24);
    const claim = claimed.get(name) ?? claimAt(socketPath(`voicecall-${name}`), resource);
    claimed.set(name, claim);
    return claim;
  };
}

/** Linux and Windows have names of sockets that are no files. Elsewhere, the file stays: the engine kills its hosts. */
function socketPath(name: string): string {
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), name);
}

/** @returns the other resource that has claimed the socket */
async function claimAt(socket: string, resource: string): Promise<string | undefined> {
  if (await listen(socket, resource)) return undefined;
  let holder = await ask(socket);
  if (holder === undefined && socket.startsWith(os.tmpdir())) {
    // Nobody answers: a killed host has left the file.
    rmSync(socket, { force: true });
    if (await listen(socket, resource)) return undefined;
    holder = await ask(socket);
  }
  return holder === resource ? undefined : holder;
}

function listen(socket: string, resource: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server: Server = createServer((connection) => {
      connection.on("error", () => undefined);
      connection.end(resource);
    });
    server.on("error", () => resolve(false));
    server.listen(socket, () => {
      server.unref();
      resolve(true);
    });
  });
}

function ask(socket: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const connection = connect(socket);
    connection.setEncoding("utf8");
    connection.on("data", (part: string) => (text += part));
    connection.on("end", () => resolve(text));
    connection.on("error", () => resolve(undefined));
  });
}
