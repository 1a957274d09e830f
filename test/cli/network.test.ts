/** `voicecall doctor` behind a company's proxy and with a private certificate authority. */
import { expect, test } from "vitest";
import { AUTHORITY, proxyTo, tlsInFrontOf } from "../support/network.js";
import { doctor, withService } from "./doctor-run.js";

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
