// See docs/decisions/preview.md.
import { createRequire } from "node:module";
import type { About } from "./core/run/session.js";
import type { Address } from "./http/engine.js";

/** Shows a line on a resource. Resolves to false if that fails. */
export type EngineLog = (line: string, about: About) => Promise<boolean>;

/** The part of Pulumi's generated client that this file uses. */
interface EngineClient {
  log(request: unknown, options: { deadline: number }, done: (error: unknown) => void): void;
}

interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(text: string): void;
  setUrn(urn: string): void;
}

interface Protocol {
  EngineClient: new (address: string, credentials: unknown) => EngineClient;
  LogRequest: new () => LogRequest;
  LogSeverity: Readonly<Record<"INFO" | "WARNING" | "ERROR", number>>;
}

/** Milliseconds. Short, since the engine is a process on this machine. */
const DEADLINE = 5_000;

/**
 * Writes to the engine's log, so that the engine shows each line on a resource. It shows lines that the provider host
 * prints under the stack instead.
 * @param script the script of the provider host, whose copy of Pulumi's SDK contains the client
 */
export function engineLog(script: string, { host, port }: Address): EngineLog {
  let opened: { client: EngineClient; protocol: Protocol } | undefined;
  return (line, { urn, severity }) =>
    new Promise((resolve) => {
      try {
        opened ??= open(script, `${host}:${port}`);
        const { client, protocol } = opened;
        const request = new protocol.LogRequest();
        request.setSeverity(protocol.LogSeverity[named[severity]]);
        request.setMessage(line);
        request.setUrn(urn);
        client.log(request, { deadline: Date.now() + DEADLINE }, (error) => resolve(error === null));
      } catch {
        resolve(false);
      }
    });
}

const named = { info: "INFO", warning: "WARNING", error: "ERROR" } as const;

function open(script: string, address: string): { client: EngineClient; protocol: Protocol } {
  const fromHost = createRequire(script);
  const fromPulumi = createRequire(fromHost.resolve("@pulumi/pulumi/package.json"));
  const grpc = fromPulumi("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const protocol = {
    ...(fromPulumi("./proto/engine_grpc_pb.js") as object),
    ...(fromPulumi("./proto/engine_pb.js") as object),
  } as Protocol;
  return { client: new protocol.EngineClient(address, grpc.credentials.createInsecure()), protocol };
}

/**
 * The provider host prints each error of check, diff, read and delete, and also passes it to the engine. The engine
 * would show the printed text too, under the stack instead of the resource, so this function suppresses it.
 * @returns a function to call with each error that is passed to the engine
 */
export function withoutRepeatedErrors(output: Pick<Console, "error">): (error: Error) => void {
  const passed = new Set<string>();
  const print = output.error.bind(output);
  output.error = (...values: unknown[]): void => {
    const [text] = values;
    if (values.length === 1 && typeof text === "string" && passed.has(text)) return;
    print(...values);
  };
  return (error) => passed.add(`${String(error)}: ${error.stack ?? ""}`);
}
