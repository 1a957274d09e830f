import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HostError, startHost, type DynamicHost } from "../support/dynamic-host.js";

/** The provider text of a toy resource. It loads `toy.js` from the program's folder. */
const TOY_TEXT = `exports.handler = () => require("node:module").createRequire(process.cwd() + "/index.js")("./toy.js").open();`;

/**
 * The provider of the toy. It stores data only in state. Its output `host` is the path of the script that the provider
 * host runs.
 */
const TOY_PROVIDER = `
exports.open = () => ({
  configure(request) {
    this.greeting = request.config.get("toy:greeting");
  },
  async check(olds, news) {
    if (news.size < 0) return { inputs: news, failures: [{ property: "size", reason: "must not be negative" }] };
    return { inputs: news };
  },
  async diff(id, olds, news) {
    return olds.size === news.size ? { changes: false } : {};
  },
  async create(news) {
    if (news.size === 13) throw Object.assign(new Error("half made"), {
      id: "toy-13", properties: { ...news }, reasons: ["the second request failed"],
    });
    if (news.size === 14) throw new Error("not made");
    console.log("creating a toy of size " + news.size);
    return { id: "toy-1", outs: { ...news, greeting: this.greeting ?? null, host: process.argv[1] } };
  },
  async read(id, props) {
    const { greeting, host, ...inputs } = props;
    return id === "gone" ? {} : { id, props, inputs };
  },
  async update(id, olds, news) {
    return { outs: { ...olds, ...news } };
  },
  async delete(id, props) {
    console.log("deleting " + id);
  },
});
`;

let folder: string;
let host: DynamicHost;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "voicecall-host-"));
  writeFileSync(path.join(folder, "toy.js"), TOY_PROVIDER);
});

beforeEach(async () => {
  host = await startHost({ providerText: TOY_TEXT, cwd: folder });
  await host.configure({ "toy:greeting": "hello" });
});

afterEach(() => host.close());

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("check returns inputs and failures", async () => {
  const checked = await host.check(undefined, { size: 1 });
  expect(checked).toEqual({ inputs: { size: 1, __provider: TOY_TEXT }, failures: [] });
  const refused = await host.check({ size: 1 }, { size: -1 });
  expect(refused.failures).toEqual([{ property: "size", reason: "must not be negative" }]);
});

test('diff distinguishes "no changes" from leaving the decision to the engine', async () => {
  const same = await host.diff("toy-1", { size: 1 }, { size: 1 });
  expect(same.changes).toBe("none");
  const other = await host.diff("toy-1", { size: 1 }, { size: 2 });
  expect(other.changes).toBe("unknown");
});

test("create, read, update and delete work, with the configuration", async () => {
  const created = await host.create({ size: 1 });
  expect(created).toMatchObject({ id: "toy-1", properties: { size: 1, greeting: "hello" } });
  expect(await host.read("toy-1", created.properties)).toMatchObject({
    id: "toy-1",
    inputs: { size: 1, __provider: TOY_TEXT },
  });
  const gone = await host.read("gone", created.properties);
  expect(gone.id).toBe("");
  const updated = await host.update("toy-1", created.properties, { size: 2 });
  expect(updated.properties).toMatchObject({ size: 2 });
  await host.delete("toy-1", updated.properties);
  // When the provider host has exited, all of its output has arrived.
  await host.close();
  expect(host.output).toContain("deleting toy-1");
});

test("a half-created object arrives with its id, properties and reasons", async () => {
  const error: unknown = await host.create({ size: 13 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HostError);
  expect(error).toMatchObject({
    message: "half made",
    partial: { id: "toy-13", properties: { size: 13 }, reasons: ["the second request failed"] },
  });
});

test("the error of a create without an object arrives as a message alone", async () => {
  await expect(host.create({ size: 14 })).rejects.toMatchObject({ message: "not made", partial: undefined });
});
