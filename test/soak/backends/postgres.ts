import { execFile, execFileSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { StateBackend } from "./backend.js";
import { lineTo } from "./line.js";
import { Server, serverFolder } from "./server.js";

const run = promisify(execFile);

/** Settings for speed and little memory. The data is temporary, so PostgreSQL need not wait for the disk. */
const FAST = ["fsync=off", "full_page_writes=off", "max_connections=20", "shared_buffers=16MB"];

/** PostgreSQL with one database. It accepts everyone who can reach its socket file. */
export async function postgres(): Promise<StateBackend> {
  const { postgresFolder } = await import("../../../tools/state-servers/index.mjs");
  const folder = serverFolder();
  const data = path.join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  const account = accountOfServer();
  if (account) for (const each of [folder, data]) chownSync(each, account.uid, account.gid);
  const bin = account ? reachable(await postgresFolder(), folder) : await postgresFolder();

  const initdb = ["--pgdata", data, "--username", "pulumi", "--auth", "trust", "--encoding", "UTF8"];
  await run(path.join(bin, "initdb"), [...initdb, "--locale", "C", "--no-sync"], { cwd: folder, ...account });
  const settings = [...FAST, "listen_addresses=", `unix_socket_directories=${folder}`];
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const options = { cwd: folder, ...account };
  const server = new Server({ file: path.join(bin, "postgres"), args, options }, folder);
  await server.until(/database system is ready to accept connections/);
  const line = await lineTo(path.join(folder, ".s.PGSQL.5432"));
  return {
    env: { PULUMI_BACKEND_URL: `postgres://pulumi@127.0.0.1:${line.port}/postgres?sslmode=disable` },
    cut: line.cut,
    mend: line.mend,
    close: async () => {
      await line.close();
      await server.close();
    },
  };
}

/** The account for the server if root runs the tests: PostgreSQL refuses to run as root. */
function accountOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/**
 * Returns a folder with PostgreSQL's programs that the server's account can read. Copies the programs if they are in
 * root's cache, which that account cannot read.
 */
function reachable(bin: string, folder: string): string {
  if (bin.startsWith("/usr/")) return bin;
  const copy = path.join(folder, "native");
  if (!existsSync(copy)) cpSync(path.dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, "bin");
}
