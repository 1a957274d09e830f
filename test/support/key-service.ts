// See docs/decisions/tests.md.
/**
 * A stand-in for HashiCorp Vault that keeps the keys of stacks. With a passphrase, each command would derive
 * the key again, which takes a fifth of a CPU second. The secrets are encrypted in the same way.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** The value for `pulumi stack init --secrets-provider`. */
export const KEEPER = "hashivault://engine-test";

const keys = new Map<string, string>();
let address: Promise<string> | undefined;

/** The environment variables for commands on stacks whose encryption key this service keeps. */
export async function keyService(): Promise<Record<string, string>> {
  address ??= start();
  return { VAULT_SERVER_URL: await address, VAULT_SERVER_TOKEN: "engine-test" };
}

async function start(): Promise<string> {
  const server = createServer((request, response) => {
    void answer(request).then((data) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Does not keep this process running after its tests.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(request: IncomingMessage): Promise<Record<string, string | undefined>> {
  const { plaintext, ciphertext } = (await json(request)) as Record<string, string | undefined>;
  if (ciphertext !== undefined) return { plaintext: keys.get(ciphertext) };
  const name = `vault:v1:${randomUUID()}`;
  keys.set(name, plaintext!);
  return { ciphertext: name };
}
