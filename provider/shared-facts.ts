import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { type Server, type Socket, connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Fact } from "./core/run/ledger.js";
import type { Exchange, ShareInRun } from "./core/run/session.js";
import type { Address } from "./http/engine.js";

/** Attempts to reach the host with the log, since it may end and another host then takes its place. */
const MOST_TRIES = 3;

/**
 * Shares facts among the provider hosts of one engine that use one account: each provider of a program has its own host,
 * and the hosts share no memory. The first host keeps the log, and the others exchange facts with it over a local
 * socket. The facts contain phone numbers, and any local process could connect. So they are encrypted with a key that
 * only a host with the account's token has.
 */
export function sharedFacts({ host, port }: Address): ShareInRun {
  return ({ baseUrl, accessToken }, known) => {
    if (accessToken === undefined) return async () => undefined;
    const key = createHash("sha256").update(`${host}:${port} ${baseUrl} ${accessToken}`).digest();
    const name = createHash("sha256").update(key).digest("hex").slice(0, 24);
    return new Sharing(socketPath(`voicecall-${name}`), key, known).exchange;
  };
}

/** Linux and Windows have names of sockets that are no files. Elsewhere, the file stays: the engine kills its hosts. */
function socketPath(name: string): string {
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), name);
}

interface Logged {
  readonly from: object;
  readonly fact: Fact;
}

class Sharing {
  readonly #log: Logged[] = [];
  #server: Server | undefined;
  #connection: Socket | undefined;
  #answered: (facts: readonly Fact[] | undefined) => void = () => undefined;
  /** How many of this host's facts the log has, and how many of the log this host knows. */
  #told = 0;
  #learned = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: string,
    private readonly key: Buffer,
    private readonly known: Parameters<ShareInRun>[1],
  ) {}

  /** Never throws: an operation that has written something must return what it wrote. */
  readonly exchange: Exchange = () =>
    (this.#turn = this.#turn.then(() => this.#exchange()).catch(() => undefined));

  async #exchange(): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (this.#server || (!this.#connection && (await this.#listen()))) return this.#readLog();
      const facts = await this.#ask();
      if (!facts) continue;
      for (const fact of facts) this.known.learn(fact);
      return;
    }
  }

  #readLog(): void {
    for (const { from, fact } of this.#log.slice(this.#learned)) if (from !== this) this.known.learn(fact);
    this.#learned = this.#log.length;
  }

  #addToLog(from: object, facts: readonly Fact[]): void {
    for (const fact of facts) this.#log.push({ from, fact });
  }

  /** This host's facts that the log does not have yet. */
  #untold(): readonly Fact[] {
    const facts = this.known.facts.slice(this.#told);
    this.#told = this.known.facts.length;
    return facts;
  }

  #listen(): Promise<boolean> {
    return new Promise((resolve) => {
      const server = createServer((socket) => this.#serve(socket));
      server.on("error", () => resolve(false));
      server.listen(this.socket, () => {
        this.#server = server.unref();
        this.#told = 0;
        resolve(true);
      });
    });
  }

  #serve(socket: Socket): void {
    let sent = 0;
    this.#onFacts(socket.unref(), (facts) => {
      // Only here, since most programs have one provider, whose host tells nobody.
      this.#addToLog(this, this.#untold());
      const news = this.#log.slice(sent).flatMap(({ from, fact }) => (from === socket ? [] : [fact]));
      this.#addToLog(socket, facts);
      sent = this.#log.length;
      socket.write(sealed(this.key, news));
    });
  }

  #ask(): Promise<readonly Fact[] | undefined> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      const connection = (this.#connection ??= this.#connect());
      connection.write(sealed(this.key, this.#untold()));
    });
  }

  #connect(): Socket {
    this.#told = 0;
    const socket = connect(this.socket).unref();
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // Nobody answers: a killed host has left the file.
      if (error.code === "ECONNREFUSED" && this.socket.startsWith(os.tmpdir()))
        rmSync(this.socket, { force: true });
    });
    socket.on("close", () => {
      this.#connection = undefined;
      this.#answered(undefined);
    });
    this.#onFacts(socket, (facts) => this.#answered(facts));
    return socket;
  }

  #onFacts(socket: Socket, receive: (facts: readonly Fact[]) => void): void {
    const lines = createInterface({ input: socket }).on("line", (line) => {
      const facts = opened(this.key, line);
      if (facts) receive(facts);
      else socket.destroy();
    });
    // Errors of the socket reach both. What matters is that the socket closes.
    for (const source of [socket, lines]) source.on("error", () => undefined);
  }
}

const [IV, TAG] = [12, 16];

function sealed(key: Buffer, facts: readonly Fact[]): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(facts)), cipher.final()]);
  return `${Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64")}\n`;
}

/** Undefined for a line that another process has sent. */
function opened(key: Buffer, line: string): Fact[] | undefined {
  const bytes = Buffer.from(line, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV));
    decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
    return JSON.parse(text.toString()) as Fact[];
  } catch {
    return undefined;
  }
}
