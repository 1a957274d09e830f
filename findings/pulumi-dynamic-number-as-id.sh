#!/usr/bin/env bash
# A Pulumi dynamic provider whose read returns the number 42 as id tells the engine that the object is gone.
#
# One would guess: the id of an object may be the number that its API returns, or the host that runs the provider
# converts it, or it reports an error. It does report an error if the id is a list.
# What happens: the host writes every id that is no text as the empty text. In the answer to a read, that means "gone":
# `pulumi refresh` drops the object from state and says "deleted", and the next `pulumi up` creates another one. In the
# answer to a create, the engine says "plugin returned empty resource.ID", which names neither the number nor the
# provider's code; the object exists, no state knows it, and each `pulumi up` creates one more.
# So a provider converts the id of each answer: `id: String(object.id)`. TypeScript does not help where the API's answer
# has the type any, as that of `response.json()`.
# Seen with @pulumi/pulumi 3.248.0 on Node 20.20, and 3.276.0 on Node 22; what the engine makes of it was seen with the
# CLI 3.276.0. The script speaks to the host as the engine does. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @pulumi/pulumi@3.248.0 >/dev/null

cat >speak.js <<'JS'
const { spawn } = require("node:child_process");
const { createServer } = require("node:net");
const { credentials } = require("@grpc/grpc-js");
const { ResourceProviderClient } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const { ConfigureRequest, CreateRequest, ReadRequest } = require("@pulumi/pulumi/proto/provider_pb");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb");

const provider = (id) => `exports.handler = () => ({
  create: async (inputs) => ({ id: ${id}, outs: { name: "Ada" } }),
  read: async (id, props) => ({ id: ${id}, props: { name: "Ada" } }),
});`;

async function main(client) {
  const call = (method, request) =>
    new Promise((resolve) => {
      client[method](request, (error, answer) => {
        resolve(error ? `error: ${error.details}` : JSON.stringify(answer.getId?.()));
      });
    });
  await call("configure", new ConfigureRequest().setArgs(new Struct()));
  for (const id of ['"42"', "42", "42n", "{ id: 42 }", "[42]"]) {
    const properties = Struct.fromJavaScript({ __provider: provider(id) });
    const created = await call("create", new CreateRequest().setProperties(properties));
    const read = await call("read", new ReadRequest().setId("42").setProperties(properties));
    console.log(`id: ${id.padEnd(10)}  create: ${created.padEnd(4)}  read: ${read}`);
  }
}

const engine = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1", () => {
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const host = spawn(process.execPath, [script, `127.0.0.1:${engine.address().port}`]);
  host.stdout.once("data", async (port) => {
    const client = new ResourceProviderClient(`127.0.0.1:${Number(port)}`, credentials.createInsecure());
    await main(client);
    client.close();
    host.kill();
    engine.close();
  });
});
JS
node speak.js | tee seen

diff - seen <<'SEEN'
id: "42"        create: "42"  read: "42"
id: 42          create: ""    read: ""
id: 42n         create: ""    read: ""
id: { id: 42 }  create: ""    read: ""
id: [42]        create: error: Error serializing response  read: error: Error serializing response
SEEN
echo "as described: a number is an empty id, without an error"
