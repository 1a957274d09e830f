/**
 * A real Laravel application (service/), served by nginx and php-fpm from Debian's packages. It shows what a framework
 * refuses or changes, which a service written by us would not.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { canaries } from "../../support/canaries.js";
import { freePort } from "../../support/free-port.js";
import { whenLeaving } from "../../support/leaving.js";
import { missingPackages } from "../debian-packages.js";

const PACKAGES = [
  "php-cli",
  "php-fpm",
  "php-sqlite3",
  "php-mbstring",
  "php-xml",
  "php-laravel-framework",
  "nginx-light",
];
const FOLDER = path.join(__dirname, "service");

/** Why there is no such service on this machine; undefined if there is one. Installs what is missing, as root. */
export const missing = (): string | undefined => missingPackages(PACKAGES);

export interface LaravelOptions {
  requestsPerMinute?: number;
  /** Trims invisible characters too, as newer versions of the framework do. */
  trimsInvisible?: boolean;
  /** The largest request that nginx and PHP accept. Default: as they are installed. */
  largest?: { nginx?: string; php?: string };
  /** A greeting is no longer than MySQL's type TEXT, where SQLite stores any. */
  shortTexts?: boolean;
}

export interface Laravel {
  readonly address: string;
  readonly token: string;
  /** Restores the data of a new service, and forgets counted requests. */
  reset(): void;
  /** Sends a request without the provider, and returns the parsed response. */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export async function startLaravel({
  requestsPerMinute = 100_000,
  trimsInvisible,
  largest: { nginx: ofNginx, php: ofPhp } = {},
  shortTexts,
}: LaravelOptions = {}): Promise<Laravel> {
  const data = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-laravel-"));
  whenLeaving(() => rmSync(data, { recursive: true, force: true }));
  for (const name of ["cache", "views", "web"]) mkdirSync(path.join(data, name));
  const { token } = canaries;
  const env = {
    ...process.env,
    DATA: data,
    TOKEN: token,
    REQUESTS_PER_MINUTE: String(requestsPerMinute),
    TRIMS_INVISIBLE: trimsInvisible ? "1" : "",
    SHORT_TEXTS: shortTexts ? "1" : "",
    APP_PACKAGES_CACHE: path.join(data, "packages.php"),
    APP_SERVICES_CACHE: path.join(data, "services.php"),
  };
  const [base, seeded] = ["calls.sqlite", "seeded.sqlite"].map((name) => path.join(data, name)) as [
    string,
    string,
  ];
  writeFileSync(base, "");
  const made = spawnSync("php", [path.join(FOLDER, "index.php")], { env, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`the tables of the Laravel service: ${made.stdout}${made.stderr}`);
  copyFileSync(base, seeded);
  const port = await freePort();
  const version = spawnSync("php", ["-r", 'echo PHP_MAJOR_VERSION.".".PHP_MINOR_VERSION;'], {
    encoding: "utf8",
  }).stdout;
  writeFileSync(path.join(data, "fpm.conf"), fpm(data, ofPhp));
  writeFileSync(path.join(data, "nginx.conf"), nginx(data, port, ofNginx));
  const started = (command: string, ...args: string[]): ChildProcess =>
    spawn(command, args, { env, stdio: "ignore" });
  const processes = [
    started(
      `/usr/sbin/php-fpm${version}`,
      "--nodaemonize",
      "--allow-to-run-as-root",
      "--fpm-config",
      path.join(data, "fpm.conf"),
    ),
    started("/usr/sbin/nginx", "-c", path.join(data, "nginx.conf"), "-e", path.join(data, "web/error.log")),
  ];
  whenLeaving(() => processes.forEach((one) => one.kill()));
  const address = `http://127.0.0.1:${port}/api`;
  const request: Laravel["request"] = async (method, route, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "content-type": "application/json",
    };
    const response = await fetch(address + route, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await untilReady(() => request("GET", "/user/assistants/languages"));
  return {
    address,
    token,
    reset: () => {
      copyFileSync(seeded, base);
      for (const suffix of ["-wal", "-shm", "-journal"]) if (existsSync(base + suffix)) rmSync(base + suffix);
      rmSync(path.join(data, "cache"), { recursive: true, force: true });
      mkdirSync(path.join(data, "cache"));
    },
    request,
    close: async () => {
      await Promise.all(
        processes.map((one) => new Promise((resolve) => (one.once("exit", resolve), one.kill()))),
      );
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Asks until both servers accept connections. */
async function untilReady(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await ask();
      return;
    } catch (error) {
      if (attempt === 400) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
}

const root = process.getuid?.() === 0;

const fpm = (data: string, largest: string | undefined): string => `[global]
error_log = ${data}/web/fpm.log
[www]
listen = ${data}/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = 4
clear_env = no
${largest === undefined ? "" : `php_admin_value[post_max_size] = ${largest}`}
${root ? "user = root\ngroup = root" : ""}
`;

const nginx = (data: string, port: number, largest: string | undefined): string => `daemon off;
${root ? "user root;" : ""}
pid ${data}/web/nginx.pid;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${data}/web/body; fastcgi_temp_path ${data}/web/fastcgi; proxy_temp_path ${data}/web/proxy;
  uwsgi_temp_path ${data}/web/uwsgi; scgi_temp_path ${data}/web/scgi;
  server {
    listen 127.0.0.1:${port};
    ${largest === undefined ? "" : `client_max_body_size ${largest};`}
    location / {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME ${FOLDER}/index.php;
      fastcgi_param SCRIPT_NAME /index.php;
      fastcgi_pass unix:${data}/fpm.sock;
    }
  }
}
`;
