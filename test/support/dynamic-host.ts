import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import path from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { lookAtThrown } from "./canary-watch.js";
import { startCommand, type RunningCommand } from "./commands.js";
import { REPOSITORY } from "./project.js";

export type Properties = Record<string, unknown>;

export interface HostOptions {
  /** The provider text, which every call except `configure` gets as the property `__provider`. */
  providerText: string;
  /** The working directory. The engine uses the folder of the program. Default: the root of this repository. */
  cwd?: string;
  env?: Record<string, string | undefined>;
}

/** The id and outputs of a half-created object. */
export interface PartialFailure {
  id: string;
  properties: Properties;
  reasons: string[];
}

export class HostError extends Error {
  constructor(
    message: string,
    /** A gRPC status code. */
    readonly code: number,
    readonly partial: PartialFailure | undefined,
  ) {
    super(message);
  }
}

type Callback<T> = (error: ServiceError | null, response: T) => void;

/** The real process that runs dynamic resources for the engine. Its methods are the engine calls. */
export class DynamicHost {
  readonly #client: ResourceProviderClient;

  constructor(
    readonly command: RunningCommand,
    port: number,
    readonly providerText: string,
    private readonly engine: Server,
  ) {
    this.#client = new ResourceProviderClient(`127.0.0.1:${String(port)}`, credentials.createInsecure());
  }

  get output(): string {
    return this.command.output();
  }

  /** The engine's first call, with the stack configuration. */
  async configure(config: Record<string, string> = {}): Promise<void> {
    const request = new messages.ConfigureRequest().setArgs(toStruct(config)).setAcceptsecrets(true);
    await call<messages.ConfigureResponse>((response) => this.#client.configure(request, response));
  }

  async check(olds: Properties | undefined, news: Properties) {
    const request = new messages.CheckRequest()
      .setOlds(olds ? this.#bag(olds) : new Struct())
      .setNews(this.#bag(news));
    const response = await call<messages.CheckResponse>((done) => this.#client.check(request, done));
    return {
      inputs: fromStruct(response.getInputs()),
      failures: response
        .getFailuresList()
        .map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() })),
    };
  }

  async diff(id: string, olds: Properties, news: Properties) {
    const request = new messages.DiffRequest().setId(id).setOlds(this.#bag(olds)).setNews(this.#bag(news));
    const response = await call<messages.DiffResponse>((done) => this.#client.diff(request, done));
    const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
    const changes = response.getChanges();
    return {
      /** "unknown" if the provider leaves the comparison to the engine. */
      changes: changes === DIFF_NONE ? "none" : changes === DIFF_SOME ? "some" : "unknown",
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(properties: Properties) {
    const request = new messages.CreateRequest().setProperties(this.#bag(properties));
    const response = await call<messages.CreateResponse>((done) => this.#client.create(request, done));
    return { id: response.getId(), properties: fromStruct(response.getProperties()) };
  }

  /** The object is gone if the response has an empty id. */
  async read(id: string, properties: Properties) {
    const request = new messages.ReadRequest().setId(id).setProperties(this.#bag(properties));
    const response = await call<messages.ReadResponse>((done) => this.#client.read(request, done));
    return {
      id: response.getId(),
      properties: fromStruct(response.getProperties()),
      inputs: response.hasInputs() ? fromStruct(response.getInputs()) : undefined,
    };
  }

  async update(id: string, olds: Properties, news: Properties) {
    const request = new messages.UpdateRequest().setId(id).setOlds(this.#bag(olds)).setNews(this.#bag(news));
    const response = await call<messages.UpdateResponse>((done) => this.#client.update(request, done));
    return { properties: fromStruct(response.getProperties()) };
  }

  async delete(id: string, properties: Properties): Promise<void> {
    const request = new messages.DeleteRequest().setId(id).setProperties(this.#bag(properties));
    await call<Empty>((done) => this.#client.delete(request, done));
  }

  /** Makes the engine's address refuse connections, as if the engine were dead. */
  async loseEngine(): Promise<void> {
    this.engine.close();
    await once(this.engine, "close");
  }

  /** Ends the host, as the engine does after each command. */
  async close(): Promise<void> {
    this.#client.close();
    this.engine.close();
    this.command.signalGroup("SIGKILL");
    await this.command.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #bag(properties: Properties): Struct {
    return toStruct({ ...properties, __provider: this.providerText });
  }
}

/** Starts a host. Call `configure` first and `close` at the end, or use `await using`. */
export async function startHost({
  providerText,
  cwd = REPOSITORY,
  env = {},
}: HostOptions): Promise<DynamicHost> {
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const engine = createServer((socket) => socket.destroy());
  engine.listen(0, "127.0.0.1");
  await once(engine, "listening");
  const address = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const lazily = ["compiled-libraries", "lazy-libraries"].flatMap((name) => [
    "--require",
    path.join(REPOSITORY, `test/support/${name}.cjs`),
  ]);
  const command = startCommand(process.execPath, [...lazily, script, address], {
    cwd,
    env: hostEnvironment(env),
  });
  return new DynamicHost(command, await portOf(command), providerText, engine);
}

function hostEnvironment(changes: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VOICECALL_"));
  return { ...Object.fromEntries(inherited), ...changes };
}

async function portOf(command: RunningCommand): Promise<number> {
  await command.until(/^\d+\n/m);
  return Number(/^(\d+)\n/m.exec(command.output())?.[1]);
}

function call<T>(send: (response: Callback<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    send((error, response) => {
      if (error) reject(watchedError(error));
      else resolve(response);
    });
  });
}

function watchedError(error: ServiceError): HostError {
  const failure = hostError(error);
  lookAtThrown("the host's error", failure);
  return failure;
}

function hostError(error: ServiceError): HostError {
  const [details] = error.metadata.get("grpc-status-details-bin");
  if (!Buffer.isBuffer(details)) return new HostError(error.details, error.code, undefined);
  const packed = Status.deserializeBinary(details).getDetailsList()[0];
  const failure = packed?.unpack(
    (bytes) => messages.ErrorResourceInitFailed.deserializeBinary(bytes),
    "pulumirpc.ErrorResourceInitFailed",
  );
  const partial = failure && {
    id: failure.getId(),
    properties: fromStruct(failure.getProperties()),
    reasons: failure.getReasonsList(),
  };
  return new HostError(error.details, error.code, partial ?? undefined);
}

// Conversion to JSON drops undefined values: the engine sends none, and a Struct rejects them.
function toStruct(properties: Properties): Struct {
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(properties)) as Record<string, JavaScriptValue>);
}

function fromStruct(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}
