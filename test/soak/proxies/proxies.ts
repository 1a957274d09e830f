/** squid, tinyproxy and mitmproxy from Debian's packages, as they are configured there. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { closeAfterTest, temporaryFolder } from "../../support/after-test.js";
import { freePort } from "../../support/free-port.js";
import { whenLeaving } from "../../support/leaving.js";

export const PACKAGES = ["squid", "tinyproxy-bin", "mitmproxy"];

/** The host name of the service. Only squid is told its address; the others are asked for 0.0.0.0. */
export const HOST = "api.voicecall.test";

export interface RealProxy {
  /** Without a scheme, as people write it. */
  readonly address: string;
  /** The certificate of the authority that it issues certificates with. */
  readonly authority?: string;
}

export interface ProxyOptions {
  /** The only user and password, as `user:password`. */
  credentials?: string;
  /** A port that squid opens tunnels to, beside 443. */
  tunnelTo?: number;
  /** Whether mitmproxy accepts any certificate. */
  trusting?: boolean;
}

export const start = { squid, tinyproxy, mitmproxy };

/** With the rules of /etc/squid/squid.conf. */
async function squid({ credentials, tunnelTo = 443 }: ProxyOptions = {}): Promise<RealProxy> {
  const [folder, port] = [serverFolder(), await freePort()];
  const [hosts, helper, config] = ["hosts", "sign-in.sh", "squid.conf"].map((name) =>
    path.join(folder, name),
  );
  writeFileSync(hosts!, `127.0.0.1 ${HOST}\n`);
  const [user, password] = credentials?.split(":") ?? [];
  writeFileSync(
    helper!,
    `while read u p; do [ "$u $p" = "${user} ${password}" ] && echo OK || echo ERR; done\n`,
  );
  const signIn = `auth_param basic program /bin/sh ${helper!}
auth_param basic children 1
acl known proxy_auth REQUIRED
http_access deny !known`;
  writeFileSync(
    config!,
    `http_port 127.0.0.1:${port}
hosts_file ${hosts!}
pid_filename none
access_log none
cache_log ${folder}/cache.log
coredump_dir ${folder}
netdb_filename none
pinger_enable off
shutdown_lifetime 0 seconds
acl SSL_ports port 443 ${tunnelTo}
acl Safe_ports port 80 443 1025-65535
http_access deny !Safe_ports
http_access deny CONNECT !SSL_ports
${credentials === undefined ? "" : signIn}
http_access allow localhost
http_access deny all
`,
  );
  return started("/usr/sbin/squid", ["-N", "-f", config!], port);
}

async function tinyproxy({ credentials }: ProxyOptions = {}): Promise<RealProxy> {
  const [folder, port] = [serverFolder(), await freePort()];
  const config = path.join(folder, "tinyproxy.conf");
  const signIn = credentials === undefined ? "" : `BasicAuth ${credentials.replace(":", " ")}`;
  writeFileSync(
    config,
    `Port ${port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 50\nAllow 127.0.0.1\n${signIn}\n`,
  );
  return started("/usr/bin/tinyproxy", ["-d", "-c", config], port);
}

async function mitmproxy({ credentials, trusting }: ProxyOptions = {}): Promise<RealProxy> {
  const [folder, port] = [serverFolder(), await freePort()];
  const args = ["--listen-host", "127.0.0.1", "--listen-port", String(port), "--set", `confdir=${folder}`];
  if (credentials !== undefined) args.push("--proxyauth", credentials);
  if (trusting) args.push("--ssl-insecure");
  const proxy = await started("/usr/bin/mitmdump", ["--quiet", ...args], port);
  return { ...proxy, authority: path.join(folder, "mitmproxy-ca-cert.pem") };
}

/** A folder that a server can use which gives up the rights of root. */
function serverFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  return folder;
}

/**
 * Starts a server, which ends after the test.
 * @param how.ready what it prints when it is ready; otherwise, waits until its port is open
 */
export async function started(
  file: string,
  args: string[],
  port: number,
  { env = {}, ready }: { env?: NodeJS.ProcessEnv; ready?: RegExp } = {},
): Promise<RealProxy> {
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      child.emit("output");
    });
  whenLeaving(() => child.kill("SIGKILL"));
  closeAfterTest({ close: () => ended(child) });
  while (ready ? !ready.test(output) : !(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${file} has ended:\n${output}`);
    if (ready) await Promise.race([once(child, "output"), once(child, "exit")]);
  }
  return { address: `127.0.0.1:${port}` };
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
  child.kill("SIGKILL");
  await exit;
}

/** Whether something accepts connections. A refusal takes as long as a turn of the event loop. */
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => setImmediate(() => resolve(false)));
  });
