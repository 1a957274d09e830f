/**
 * See docs/decisions/tests.md. `pulumi stack init` takes half a second. So each test process runs it once, and copies the
 * resulting files for its other stacks. These files do not depend on the program.
 */
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { parse } from "yaml";
import type { Project } from "./project.js";

interface NewStack {
  /** The content of files, by path in the state folder. */
  state: Map<string, string>;
  /** The entries of Pulumi.dev.yaml about the stack's encryption key. */
  key: object;
}

let first: NewStack | undefined;

/**
 * Creates the stack `dev` of a project.
 * @param initialize runs `pulumi stack init dev ARGS`
 */
export async function newStack(
  stack: { setEnv(changes: Record<string, string>): void },
  project: Project,
  initialize: (...args: string[]) => Promise<unknown>,
): Promise<void> {
  // Other projects use a passphrase, like most users.
  const keeper = project.isDefault ? ["--secrets-provider", KEEPER] : [];
  if (project.isDefault) stack.setEnv(await keyService());
  if (copyNewStack(project)) return;
  await initialize(...keeper);
  rememberNewStack(project);
}

/**
 * Copies an earlier stack of this process. Returns false if there is none, or if the project has its own
 * Pulumi.yaml or a Pulumi.dev.yaml that is not JSON.
 */
function copyNewStack(project: Project): boolean {
  const settings = settingsOf(project);
  if (first === undefined || settings === undefined) return false;
  for (const [name, text] of first.state) {
    const file = path.join(project.root, "state", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(settingsFile(project), JSON.stringify({ ...settings, ...first.key }));
  select(project);
  return true;
}

function rememberNewStack(project: Project): void {
  if (first !== undefined || !project.isDefault) return;
  const { secretsprovider, encryptedkey } = parse(readFileSync(settingsFile(project), "utf8")) as Record<
    string,
    unknown
  >;
  const folder = path.join(project.root, "state");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  const texts = files.map((name): [string, string] => [name, readFileSync(path.join(folder, name), "utf8")]);
  first = { state: new Map(texts), key: { secretsprovider, encryptedkey } };
}

/** Has the effect of `pulumi stack select dev`. */
function select({ root, folder }: Project): void {
  const workspaces = path.join(root, "pulumi-home/workspaces");
  const hash = createHash("sha1").update(path.join(folder, "Pulumi.yaml")).digest("hex");
  mkdirSync(workspaces);
  writeFileSync(
    path.join(workspaces, `engine-test-${hash}-workspace.json`),
    JSON.stringify({ stack: "organization/engine-test/dev" }),
  );
}

const settingsFile = ({ folder }: Project): string => path.join(folder, "Pulumi.dev.yaml");

/**
 * The content of Pulumi.dev.yaml, which `makeProject` writes as JSON. Undefined if the project cannot use a
 * copy.
 */
function settingsOf(project: Project): object | undefined {
  if (!project.isDefault) return undefined;
  if (!existsSync(settingsFile(project))) return {};
  try {
    return JSON.parse(readFileSync(settingsFile(project), "utf8")) as object;
  } catch {
    return undefined;
  }
}

/**
 * The value for `pulumi stack init --secrets-provider`: a stand-in for HashiCorp Vault that keeps the keys of stacks.
 * With a passphrase, each command would derive the key again, which takes a fifth of a CPU second. The secrets are
 * encrypted in the same way.
 */
const KEEPER = "hashivault://engine-test";

const keys = new Map<string, string>();
let address: Promise<string> | undefined;

/** The environment variables for commands on stacks whose encryption key this service keeps. */
async function keyService(): Promise<Record<string, string>> {
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
