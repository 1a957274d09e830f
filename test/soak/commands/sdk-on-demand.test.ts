/** Outputs of properties without a value, beside the outputs that Pulumi's SDK makes for such properties by itself. */
import { createRequire } from "node:module";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { Assistant, type AssistantArgs } from "../../../sdk/index.js";
import { ON_DEMAND } from "../../../sdk/on-demand.js";
import { assistant } from "../../kinds/index.js";
import { mocked } from "../../unit/sdk-mocks.js";

const args = { ...assistant, maxCallDuration: undefined } as AssistantArgs;
const KEY = "maxCallDuration";
const fromHere = createRequire(path.resolve("package.json"));
type Outputs = pulumi.CustomResource & Readonly<Record<string, pulumi.Output<unknown>>>;

/** A resource of the SDK alone, with the same properties. */
class Twin extends pulumi.CustomResource {
  constructor(name: string, opts?: pulumi.CustomResourceOptions) {
    const keys = Object.keys(new Assistant("keys", args));
    const props = Object.fromEntries(keys.map((key) => [key, undefined]));
    for (const own of Object.keys(new Bare("bare"))) delete props[own];
    super("voicecall:index:Twin", name, { ...props, ...args, __provider: "text" }, opts);
  }
}

class Bare extends pulumi.CustomResource {
  constructor(name: string) {
    super("voicecall:index:Bare", name, {});
  }
}

const makers: Record<string, (name: string, opts?: pulumi.CustomResourceOptions) => Outputs> = {
  ours: (name, opts) =>
    (opts?.id === undefined ? new Assistant(name, args, opts) : Assistant.get(name, "12", opts)) as never,
  twin: (name, opts) => new Twin(name, opts) as never,
};

/** The four parts of an output, or the error of each. */
async function partsOf(output: pulumi.Output<unknown>): Promise<unknown[]> {
  const inside = output as unknown as Record<"isKnown" | "isSecret", Promise<boolean>> & {
    promise(withUnknowns: boolean): Promise<unknown>;
    allResources(): Promise<Iterable<pulumi.Resource>>;
  };
  const names = async (): Promise<unknown> =>
    Promise.all([...(await inside.allResources())].map(async ({ urn }) => nameIn(await wait(urn))));
  const parts = [inside.promise(true), inside.isKnown, inside.isSecret, names()];
  return (await Promise.allSettled(parts)).map((part) =>
    part.status === "fulfilled" ? part.value : String(part.reason),
  );
}

const wait = <T>(output: pulumi.Output<T>): Promise<T> =>
  (output as unknown as { promise(): Promise<T> }).promise();
const nameIn = (urn: string): string =>
  urn
    .split("::")
    .at(-1)!
    .replace(/^(ours|twin)/, "it");

interface Response {
  setResult(result: number): void;
  getPropertydependenciesMap(): Map<string, unknown>;
}

interface Situation {
  preview?: boolean;
  /** What the service returns beside the inputs. */
  returned?: Record<string, unknown>;
  opts?: pulumi.CustomResourceOptions;
  /** Changes the engine's response. */
  alter?(response: Response): void;
}

const { PropertyDependencies } = (
  fromHere("@pulumi/pulumi/proto/resource_pb") as {
    RegisterResourceResponse: { PropertyDependencies: new () => { setUrnsList(urns: string[]): void } };
  }
).RegisterResourceResponse;

function dependsOnTool(response: Response): void {
  const dependencies = new PropertyDependencies();
  dependencies.setUrnsList(["urn:pulumi:stack::project::a:b:C::tool"]);
  response.getPropertydependenciesMap().set(KEY, dependencies);
}

const situations: Record<string, Situation> = {
  "an apply": {},
  "an apply that returns a value": { returned: { [KEY]: 600 } },
  "an apply that returns null": { returned: { [KEY]: null } },
  "an apply that returns a secret": { returned: { [KEY]: pulumi.secret(600) } },
  "an apply that returns a secret inside": { returned: { [KEY]: { inside: [pulumi.secret(1)] } } },
  "an apply that has failed, and goes on": { alter: (response) => response.setResult(1) },
  "an apply that has failed with a value": {
    returned: { [KEY]: 600 },
    alter: (response) => response.setResult(1),
  },
  "a value with dependencies": { returned: { [KEY]: 600 }, alter: dependsOnTool },
  "a preview": { preview: true },
  "a preview that returns a value": { preview: true, returned: { [KEY]: 600 } },
  "a preview that returns a secret": { preview: true, returned: { [KEY]: pulumi.secret(600) } },
  "a preview that returns an unknown value": {
    preview: true,
    returned: { [KEY]: pulumi.runtime.unknownValue },
  },
  "a preview that returns an unknown value inside": {
    preview: true,
    returned: { [KEY]: { inside: [pulumi.runtime.unknownValue] } },
  },
  "a transformation that declares the property": {
    opts: { transformations: [({ props, opts }) => ({ props: { ...props, [KEY]: 60 }, opts })] },
  },
  "a transformation that keeps only some properties": {
    opts: {
      transformations: [
        ({ props: { name, [KEY]: value }, opts }) => ({ props: { name, [KEY]: value }, opts }),
      ],
    },
  },
  "a transformation that finds the property": {
    opts: {
      transformations: [
        ({ props, opts }) => ({ props: KEY in props ? { ...props, [KEY]: 60 } : props, opts }),
      ],
    },
  },
  "a resource that is only read": { opts: { id: "12" }, returned: { [KEY]: 600 } },
  "a resource that is only read, in a preview": { preview: true, opts: { id: "12" } },
};

async function start({ preview = false, returned = {}, alter }: Situation): Promise<void> {
  await pulumi.runtime.setMocks(
    {
      newResource: ({ id, inputs }) => ({ id: id || "7", state: { ...(inputs as object), ...returned } }),
      call: () => ({}),
    },
    "project",
    "stack",
    preview,
  );
  if (!alter) return;
  type Callback = (error: unknown, response: Response | undefined) => void;
  const monitor = pulumi.runtime.getMonitor() as unknown as {
    registerResource(request: unknown, callback: Callback): unknown;
  };
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, callback) =>
    register(request, (error, response) => {
      if (response) alter(response);
      callback(error, response);
    });
}

const when = ["at once", "after the registration", "by two, before and after"] as const;

describe.each(Object.entries(situations))("in %s", (_, situation) => {
  test.each(when)("an output that is asked for %s is the SDK's", async (moment) => {
    await start(situation);
    const seen = Object.entries(makers).map(async ([name, make]) => {
      const resource = make(name, situation.opts);
      if (moment !== "after the registration") void resource[KEY];
      if (moment !== "at once") await partsOf(resource["name"] ?? resource.id);
      expect(resource[KEY]).toBe(resource[KEY]);
      return [await partsOf(resource[KEY]!), await partsOf(resource["uuid"] ?? resource[KEY]!)];
    });
    const [ours, twin] = await Promise.all(seen);
    expect(ours).toEqual(twin);
  });
});

test("an output of a failed registration fails with its error, whenever it is asked for", async () => {
  const { transferProperties } = fromHere("@pulumi/pulumi/runtime/rpc") as Pick<
    typeof pulumi.runtime,
    "transferProperties"
  >;
  await mocked();
  const resource = new Bare("it") as Outputs;
  const resolvers = transferProperties(resource, "it", { [ON_DEMAND]: true, a: undefined, b: undefined });
  const before = partsOf(resource["a"]!);
  for (const resolve of Object.values(resolvers)) resolve(undefined, true, false, [], new Error("refused"));
  const failed = Array(4).fill("Error: refused");
  expect(await before).toEqual(failed);
  expect(await partsOf(resource["b"]!)).toEqual(failed);
});

describe("an assistant without the property", () => {
  const made = async () => {
    await start({ returned: { [KEY]: 600 } });
    const { ours, twin } = makers as Record<"ours" | "twin", (typeof makers)[string]>;
    return { ours: ours("it"), twin: twin("it") };
  };
  const valueOf = (resource: Outputs): unknown => Object.getOwnPropertyDescriptor(resource, KEY)!.value;

  test("has an output only when it is asked for", async () => {
    const { ours, twin } = await made();
    expect([valueOf(ours), pulumi.Output.isInstance(valueOf(twin))]).toEqual([undefined, true]);
    const asked = ours[KEY];
    expect(valueOf(ours)).toBe(asked);
  });

  test.each<[string, (resource: Outputs) => unknown]>([
    ["its keys", (it) => Object.keys(it).sort()],
    ["in", (it) => [KEY in it, Object.hasOwn(it, KEY), "other" in it]],
    ["a spread", ({ ...all }) => [Object.keys(all).length, wait(all[KEY]!)]],
    ["entries", (it) => Object.entries(it).find(([key]) => key === KEY)![0]],
    ["for … in", (it) => [...(function* () { for (const key in it) yield key; })()].sort()], // prettier-ignore
    ["JSON", (it) => Object.entries(JSON.parse(JSON.stringify(it)) as object).filter(([key]) => !/^(__|urn)/.test(key)).sort()], // prettier-ignore
    ["pulumi.all", (it) => wait(pulumi.all({ a: it[KEY]!, b: it["labels"]! }))],
    ["an output of the resource", (it) => wait((pulumi.output(it) as never as Outputs)[KEY]!)],
    ["a proxy of it", (it) => wait(new Proxy(it, {})[KEY]!)],
    ["an object with it as prototype", (it) => wait((Object.create(it) as Outputs)[KEY]!)],
    ["a new value", (it) => Object.assign(it, { [KEY]: "new" })[KEY]],
    ["a removed value", (it) => [Reflect.deleteProperty(it, KEY), KEY in it]],
    ["a definition", (it) => Object.defineProperty(it, KEY, { value: "new" })[KEY]],
    ["an interpolation", (it) => wait(pulumi.interpolate`${it[KEY]} s`)],
    ["a function that captures a key of it", (it) => capturing(() => it[KEY]!.get())],
    ["a function that captures all of it", (it) => capturing(() => ({ ...it })[[KEY].join("")]!.get())],
  ])("%s: as with the SDK", async (_, look) => {
    const { ours, twin } = await made();
    const all = (value: unknown): Promise<unknown> =>
      Array.isArray(value) ? Promise.all(value.map(all)) : Promise.resolve(value);
    expect(await all(look(ours))).toEqual(await all(look(twin)));
  });

  test("its output passes the resource on as a dependency, and stays a secret", async () => {
    await start({ returned: { [KEY]: pulumi.secret(600) } });
    const requests: { getDependenciesList(): string[]; getObject(): { toJavaScript(): object } }[] = [];
    const monitor = pulumi.runtime.getMonitor() as unknown as {
      registerResource(...all: unknown[]): unknown;
    };
    const register = monitor.registerResource.bind(monitor);
    monitor.registerResource = (request, ...rest) => {
      requests.push(request as never);
      return register(request, ...rest);
    };
    const it = makers["ours"]!("it");
    const urn = await wait(it.urn);
    const user = new Assistant("user", { ...args, [KEY]: it[KEY] as pulumi.Output<number> });
    await wait(user.urn);
    const request = requests.at(-1)!;
    expect(request.getDependenciesList()).toEqual([urn]);
    expect(request.getObject().toJavaScript()).toMatchObject({ [KEY]: { value: 600 } });
  });
});

async function capturing(run: () => unknown): Promise<unknown> {
  const { text } = await pulumi.runtime.serializeFunction(run);
  const { handler } = (fromHere("require-from-string") as (code: string) => unknown)(text) as {
    handler: () => unknown;
  };
  return handler();
}
