/** `voicecall doctor` behind a company's proxy and with a private certificate authority. */
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { AUTHORITY, proxyTo, tlsInFrontOf } from "../../support/network.js";
import { closeAfterTest } from "../../support/after-test.js";
import { doctor, withService } from "../../cli/doctor-run.js";

test("HTTPS_PROXY and NODE_EXTRA_CA_CERTS: ready, and doctor names the proxy without its credentials", async () => {
  const { emulator, env } = await withService();
  const tls = await tlsInFrontOf(Number(new URL(emulator.address).port));
  const proxy = await proxyTo(tls);
  const network = {
    VOICECALL_BASE_URL: "https://api.voicecall.test",
    HTTPS_PROXY: `http://user:s3cret@127.0.0.1:${proxy.port}`,
  };
  const untrusted = await doctor({ ...env, ...network });
  expect(untrusted.of("reachability").found).toContain("the server's certificate is not trusted");

  const report = await doctor({ ...env, ...network, NODE_EXTRA_CA_CERTS: AUTHORITY });
  // The local service answers only requests to its own address.
  expect(report.of("reachability").state).toBe("ready");
  expect(report.of("reachability").found).toMatch(/ responds, through the proxy http:\/\/127\.0\.0\.1:\d+$/);
  expect(report.stdout + report.stderr + untrusted.stdout).not.toContain("s3cret");
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(["api.voicecall.test:443"]));
});

test("a certificate for another host name: the message says so", async () => {
  const { emulator, env } = await withService();
  const tls = await tlsInFrontOf(Number(new URL(emulator.address).port));
  const report = await doctor({
    ...env,
    VOICECALL_BASE_URL: `https://127.0.0.1:${tls}`,
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  });
  expect(report.of("reachability").found).toContain("the server's certificate is for another host name");
});

test("a proxy that speaks TLS itself, and a tunnel through it", async () => {
  const { emulator, env } = await withService();
  const proxy = await proxyTo(await tlsInFrontOf(Number(new URL(emulator.address).port)));
  const report = await doctor({
    ...env,
    VOICECALL_BASE_URL: "https://api.voicecall.test",
    HTTPS_PROXY: `https://localhost:${await tlsInFrontOf(proxy.port)}`,
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  });
  expect(report.of("reachability").state).toBe("ready");
  expect(report.of("reachability").found).toMatch(/ responds, through the proxy https:\/\/localhost:\d+$/);
});

test("a certificate for another host name, through a proxy without a scheme: the message says so", async () => {
  const { env } = await withService();
  const report = await doctor({
    ...env,
    VOICECALL_BASE_URL: "https://other.voicecall.test",
    HTTPS_PROXY: `127.0.0.1:${(await proxyTo(await tlsInFrontOf(9))).port}`,
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  });
  expect(report.of("reachability").found).toContain("the server's certificate is for another host name");
});

test("a proxy that answers 502 in the tunnel that it opened: the service does not count as reached", async () => {
  const { env } = await withService();
  const page = createServer((_, response) =>
    response.writeHead(502, { "content-type": "text/html" }).end("<html>Certificate verify failed"),
  );
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  closeAfterTest({ close: () => void page.close() });
  const { port } = page.address() as { port: number };
  const report = await doctor({
    ...env,
    VOICECALL_BASE_URL: "https://api.voicecall.test",
    HTTPS_PROXY: `http://127.0.0.1:${(await proxyTo(await tlsInFrontOf(port))).port}`,
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  });
  const { state, found } = report.of("reachability");
  expect([report.code, state]).toEqual([2, "not ready"]);
  expect(found).toMatch(/the proxy http:\S+ or the service failed \(502\)\. Check the proxy's password/);
});

// Each is a proxy's fault, which the finding names, with what to do.
test.each<[string, (port: number) => NodeJS.ProcessEnv, number, RegExp]>([
  ["a SOCKS proxy", () => ({ ALL_PROXY: "socks5h://u:s3cret@127.0.0.1:1080" }), 0, /SOCKS.* Set HTTPS_PROXY/],
  [
    "no proxy at all",
    () => ({ HTTPS_PROXY: "nonsense://x" }),
    0,
    /in HTTPS_PROXY is no http.* Set HTTPS_PROXY/,
  ],
  [
    "a wrong password",
    (port) => ({ HTTPS_PROXY: `http://u:s3cret@127.0.0.1:${port}` }),
    407,
    /not accept .* Correct/,
  ],
  [
    "no password",
    (port) => ({ https_proxy: `http://127.0.0.1:${port}` }),
    407,
    /asks for .* Put them into https_proxy/,
  ],
  [
    "a refusal",
    (port) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` }),
    403,
    /refuses connections to api\.\S+ \(403\)/,
  ],
])("%s is a finding of doctor", async (_, variables, status, says) => {
  const { env } = await withService();
  const proxy = await proxyTo(9, status);
  const report = await doctor({
    ...env,
    VOICECALL_BASE_URL: "https://api.voicecall.test",
    ...variables(proxy.port),
  });
  const { state, found } = report.of("reachability");
  expect([report.code, state]).toEqual([2, "not ready"]);
  expect(found).toMatch(says);
  expect(proxy.asked.length).toBe(status === 0 ? 0 : 1);
  expect(report.stdout + report.stderr).not.toContain("s3cret");
});
