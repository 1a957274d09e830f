import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import { median } from "./results.mjs";

const require = createRequire(import.meta.url);
const HOST = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const { ResourceProviderClient } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const { CheckRequest, ConfigureRequest } = require("@pulumi/pulumi/proto/provider_pb");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb");

const STARTS = 9;
const TICKS_PER_SECOND = 100;

/**
 * The median wall and CPU time from the start of a provider host to its response to the first check, by
 * subject.
 */
export async function startHosts(entries) {
  const taken = Object.fromEntries(entries.map(({ subject }) => [subject, []]));
  // The subjects take turns, so that other load on this machine affects all of them equally.
  for (let start = 0; start < STARTS; start += 1)
    for (const { subject, stack } of entries) taken[subject].push(await startHost(stack));
  const middle = (subject, name) => median(taken[subject].map((figures) => figures[name]));
  return Object.fromEntries(
    Object.keys(taken).map((subject) => [
      subject,
      { wallSeconds: middle(subject, "wallSeconds"), cpuSeconds: middle(subject, "cpuSeconds") },
    ]),
  );
}

async function startHost({ project, env, tool }) {
  const { inputs } = tool();
  const started = performance.now();
  // No engine listens at this address. So the provider host of pulumi-voicecall exits after a second, but it
  // responds to the check before that.
  const host = spawn(process.execPath, [HOST, "127.0.0.1:1"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const client = new ResourceProviderClient(
      `127.0.0.1:${await portOf(host)}`,
      credentials.createInsecure(),
    );
    const ask = (method, request) => promisify(client[method].bind(client))(request);
    await ask("configure", new ConfigureRequest().setArgs(new Struct()).setAcceptsecrets(true));
    const response = await ask(
      "check",
      new CheckRequest().setOlds(new Struct()).setNews(Struct.fromJavaScript(inputs)),
    );
    const wallSeconds = (performance.now() - started) / 1000;
    const cpuSeconds = cpuOf(host.pid);
    client.close();
    if (response.getInputs().toJavaScript().name !== inputs.name)
      throw new Error("the host's check did not return the inputs");
    return { wallSeconds, cpuSeconds };
  } finally {
    host.kill("SIGKILL");
  }
}

async function portOf(host) {
  for await (const line of createInterface({ input: host.stdout })) return line;
  throw new Error("a provider host exited before it printed its port");
}

/**
 * User and system time: fields 14 and 15 of /proc/PID/stat, as in proc(5). The second field, which is in
 * parentheses, may contain spaces, so only the text after it is split into fields.
 */
function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
