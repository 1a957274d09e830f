/** The provider's client, `voicecall doctor` and models through real proxies. */
import { spawn, spawnSync } from "node:child_process";
import { createServer, request as requestTo } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../provider/base/clock.js";
import { createClient } from "../../../provider/http/client.js";
import { doctor, withService } from "../../cli/doctor-run.js";
import { call, deadUrl, settingsFor } from "../../unit/http-support.js";
import { closeAfterTest } from "../../support/after-test.js";
import { AUTHORITY, tlsInFrontOf } from "../../support/network.js";
import { openAIServer } from "../../support/openai-server.js";
import { leftOut } from "../../support/proxy-variables.js";
import { missingPackages } from "../debian-packages.js";
import { HOST, PACKAGES, type ProxyOptions, type RealProxy, start } from "./proxies.js";

const why = missingPackages(PACKAGES);
if (why !== undefined) console.warn(`skipped: no real proxies, because ${why}`);
const curl = spawnSync("curl", ["--version"], { encoding: "utf8" }).stdout ?? "";
if (curl === "") console.warn("skipped: NO_PROXY as curl reads it, because there is no curl");

type Name = keyof typeof start;
const names: Name[] = ["squid", "tinyproxy", "mitmproxy"];

/** The local service and a model behind names that are not of this machine, with and without TLS. */
async function world() {
  const { emulator, env } = await withService();
  const model = await openAIServer(Array<string>(9).fill("Hello."));
  const [service, models] = [await front(emulator.address), await front(new URL(model.baseUrl).origin)];
  const pulumi = { config: { stdout: JSON.stringify({ "voicecall:allowHttp": { value: "true" } }) } };
  return { env, pulumi, token: emulator.token, service, models, secure: await tlsInFrontOf(service) };
}

/** The port of a server that passes requests on with the host name that the local service expects. */
async function front(to: string): Promise<number> {
  const { host, hostname, port } = new URL(to);
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host };
    const passed = requestTo(
      { hostname, port, path: request.url, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeAfterTest({ close: () => (server.closeAllConnections(), void server.close()) });
  return (server.address() as AddressInfo).port;
}

/** A host in a certificate, or any: mitmproxy issues one, and with tinyproxy the check is off. */
const hostFor = (name: Name): string => (name === "squid" ? HOST : "0.0.0.0");
const trust = (name: Name, { authority }: RealProxy): NodeJS.ProcessEnv =>
  name === "tinyproxy"
    ? { NODE_TLS_REJECT_UNAUTHORIZED: "0" }
    : { NODE_EXTRA_CA_CERTS: authority ?? AUTHORITY };

/** Asks a model in a process of its own, as `voicecall chat` does. */
async function asked(baseUrl: string, env: NodeJS.ProcessEnv): Promise<string> {
  const testing = path.resolve(__dirname, "../../../dist/sdk/testing/index.js");
  const request = '{ messages: [], tools: [], temperature: 0.7, purpose: "reply" }';
  const script = `require(${JSON.stringify(testing)}).openAI({ model: "m", baseUrl: ${JSON.stringify(baseUrl)}, retries: 0 })
    .reply(${request}).then(({ text }) => console.log(text), ({ message }) => console.log(message))`;
  const { PATH } = process.env;
  const child = spawn(process.execPath, ["-e", script], {
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  return output.trim();
}

describe.skipIf(why !== undefined).each(names)("%s", (name) => {
  test("http and https: the client, doctor and a model", async () => {
    const { env, pulumi, token, service, models, secure } = await world();
    const proxy = await start[name]({ tunnelTo: secure, trusting: true });
    const plain = `http://0.0.0.0:${service}`;

    vi.stubEnv("HTTP_PROXY", proxy.address);
    const settings = settingsFor(plain, { allowHttp: "true", accessToken: token });
    const client = closeAfterTest(createClient(settings, { clock: systemClock }));
    expect(await client.request(call("campaigns"))).toBeDefined();
    vi.unstubAllEnvs();

    const over = { ...env, HTTP_PROXY: proxy.address, https_proxy: proxy.address, ...trust(name, proxy) };
    for (const url of [plain, `https://${hostFor(name)}:${secure}`]) {
      const report = await doctor({ ...over, VOICECALL_BASE_URL: url }, { pulumi });
      expect(report.verdict, report.stdout).toBe("ready");
      expect(report.of("reachability").found).toBe(
        `${url} responds, through the proxy http://${proxy.address}`,
      );
    }
    expect(await asked(`http://0.0.0.0:${models}/v1`, over)).toBe("Hello.");
    const tunnel = await tlsInFrontOf(models);
    const other = await start[name]({ tunnelTo: tunnel, trusting: true });
    const another = { ...over, https_proxy: other.address, ...trust(name, other) };
    expect(await asked(`https://${hostFor(name)}:${tunnel}/v1`, another)).toBe("Hello.");
  });

  test("a service that is not there: the proxy does not count as the service", async () => {
    const { env, pulumi } = await world();
    const dead = Number(new URL(await deadUrl()).port);
    const proxy = await start[name]({ tunnelTo: dead, trusting: true });
    const over = { ...env, HTTP_PROXY: proxy.address, HTTPS_PROXY: proxy.address, ...trust(name, proxy) };
    const whole = await doctor({ ...over, VOICECALL_BASE_URL: `http://0.0.0.0:${dead}` }, { pulumi });
    expect(whole.of("reachability")).toMatchObject({
      state: "not ready",
      found: expect.stringMatching(/the proxy \S+ or the service failed \(50[023]\)\. Check/) as string,
    });
    const tunnel = await doctor({ ...over, VOICECALL_BASE_URL: `https://${hostFor(name)}:${dead}` });
    expect(tunnel.of("reachability")).toMatchObject({
      state: "not ready",
      found: expect.stringMatching(
        /the proxy \S+ (does not reach \S+|or the service failed) \(50[023]\)\. Check/,
      ) as string,
    });
    expect(await asked(`https://unknown.${HOST}/v1`, over)).toMatch(
      /the proxy \S+ does not reach unknown\.\S+ \(50\d\)|50\d from it or from the proxy/,
    );
  });

  test.each([
    ["", "asks for a user name and a password"],
    ["user:wrong@", "does not accept the user name or the password"],
    ["user:s3cret@", undefined],
  ])("with a password, and %s: %s", async (given, refusal) => {
    const { env, pulumi, service, secure } = await world();
    const options: ProxyOptions = { credentials: "user:s3cret", tunnelTo: secure, trusting: true };
    const proxy = await start[name](options);
    const variable = `http://${given}${proxy.address}`;
    const over = { ...env, HTTP_PROXY: variable, HTTPS_PROXY: variable, ...trust(name, proxy) };
    for (const url of [`http://0.0.0.0:${service}`, `https://${hostFor(name)}:${secure}`]) {
      const report = await doctor({ ...over, VOICECALL_BASE_URL: url }, { pulumi });
      const { state, found } = report.of("reachability");
      expect(state, report.stdout).toBe(refusal === undefined ? "ready" : "not ready");
      // tinyproxy answers 401 to a whole request with a wrong password, as a service would.
      const isUnclear = name === "tinyproxy" && given.includes("wrong") && url.startsWith("http:");
      const says = isUnclear ? "or the service rejected the request (401)" : refusal;
      if (says !== undefined) expect(found).toContain(says);
    }
  });
});

describe.skipIf(why !== undefined)("what only one of them does", () => {
  test("squid opens no tunnel to other ports than 443", async () => {
    const { env, secure } = await world();
    const { address } = await start.squid();
    const report = await doctor({
      ...env,
      VOICECALL_BASE_URL: `https://${HOST}:${secure}`,
      HTTPS_PROXY: address,
    });
    expect(report.of("reachability").found).toContain(
      `the proxy http://${address} refuses connections to ${HOST}:${secure} (403). Ask who runs the proxy`,
    );
  });

  test("mitmproxy says in its tunnel that it does not trust the service", async () => {
    const { env, secure } = await world();
    const proxy = await start.mitmproxy();
    const url = `https://0.0.0.0:${secure}`;
    const over = { ...env, HTTPS_PROXY: proxy.address, ...trust("mitmproxy", proxy) };
    const report = await doctor({ ...over, VOICECALL_BASE_URL: url });
    expect([report.of("reachability").state, report.of("reachability").found]).toEqual([
      "not ready",
      expect.stringContaining(`the proxy http://${proxy.address} or the service failed (502)`),
    ]);
    expect(await asked(`${url}/v1`, over)).toContain("failed: 502 from it or from the proxy");
  });
});

// Another version of curl may read them otherwise.
describe.skipIf(!curl.startsWith("curl 7.88.1"))("NO_PROXY as curl reads it", () => {
  test.each(leftOut)("%s, %s: %s", (list, host, how) => {
    const { PATH } = process.env;
    const env = { PATH, http_proxy: "http://127.0.0.1:1", NO_PROXY: list };
    const args = ["--silent", "--verbose", "--connect-to", "::127.0.0.1:1", `http://${host}/`];
    const { stderr } = spawnSync("curl", args, { encoding: "utf8", env });
    expect(stderr.includes("Uses proxy env variable http_proxy") ? "proxy" : "direct").toBe(how);
  });
});
