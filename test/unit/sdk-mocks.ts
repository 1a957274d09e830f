import * as pulumi from "@pulumi/pulumi";

export interface Registered extends pulumi.runtime.MockResourceArgs {
  /** The inputs that the engine receives, with marked secrets. */
  inputs: Record<string, unknown>;
}

/** Installs Pulumi's mocks. The returned list receives all registrations. */
export async function mocked({
  preview = false,
  id = "7",
  call = () => ({}),
}: {
  preview?: boolean;
  /** The id of a created resource. Empty: unknown. */
  id?: string;
  call?: (args: pulumi.runtime.MockCallArgs) => Record<string, unknown>;
} = {}): Promise<Registered[]> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks(
    {
      newResource: (args) => {
        registered.push(args);
        return { id: args.id === undefined || args.id === "" ? id : args.id, state: { ...args.inputs } };
      },
      call,
    },
    "project",
    "stack",
    preview,
  );
  return registered;
}

/** The resolved value of an output. Awaits all its promises, because each may be rejected. */
export async function settled<T>(
  output: pulumi.Output<T>,
): Promise<{ value: T; known: boolean; secret: boolean }> {
  const inside = output as unknown as {
    promise(): Promise<T>;
    isKnown: Promise<boolean>;
    isSecret: Promise<boolean>;
    allResources(): Promise<unknown>;
  };
  const parts = [inside.promise(), inside.isKnown, inside.isSecret, inside.allResources()] as const;
  const [value, known, secret] = await Promise.all(parts);
  return { value, known, secret };
}
