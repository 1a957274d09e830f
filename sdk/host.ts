import * as pulumi from "@pulumi/pulumi";
import { quoted } from "../provider/base/quoted.js";
import { carriedArgs, holdsLater, isLater } from "./carried-args.js";
import type { Kind } from "../provider/base/kind.js";
import { reportErrors } from "./preview-errors.js";
import { assertOneProvider } from "./one-provider.js";
import { declaredLeads } from "./declared-leads.js";
import { notePlace } from "./places.js";
import { type OwnProvider, noteId, ownIds, withOwnIds } from "./own-account.js";
import { providerText, typeToken } from "./provider-text.js";
import { type References, namesIn, namesOf, withIds } from "./references.js";
import { refusal } from "./refusal.js";
import { reportUnchecked } from "./unchecked.js";
import { ON_DEMAND } from "./on-demand.js";
import { checkStackSettings, mergedOf } from "./stack-settings.js";
import { noteArgs } from "./testing/noted.js";
import { pauseStacks } from "./stacks.js";

export { providerText, typeToken } from "./provider-text.js";

/** The parts of a field table that the resource's class needs. `npm run generate` writes the values. */
export interface Definition {
  readonly kind: Kind;
  readonly inputs: readonly string[];
  readonly computed: readonly string[];
  readonly secrets: readonly string[];
  readonly references: References;
}

/** A resource whose provider runs in the engine's dynamic-provider host. */
export abstract class HostedResource extends pulumi.CustomResource {
  /** @param args undefined if the program only reads an existing object */
  protected constructor(
    definition: Definition,
    name: string,
    args: object | undefined,
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    if (opts?.import !== undefined) throw noImport(definition, name);
    checkStackSettings();
    const label = `${definition.kind} ${quoted(name)}`;
    const own: OwnProvider = {};
    const toId = ownIds(label, typeToken(definition.kind), own);
    const given = withIds(withOwnIds({ ...args }, toId) as object, definition.references, toId);
    const outputs = [...definition.inputs, ...definition.computed].map((key) => [key, undefined] as const);
    const values = carriedArgs(label, given);
    const options = optionsFor(definition, args, opts);
    const text = providerText(definition.kind);
    const props = {
      [ON_DEMAND]: true,
      ...Object.fromEntries(outputs),
      ...withSecrets(values, definition.secrets),
      ...(args && {
        ...mergedOf(definition.kind, name),
        ...declaredLeads({ kind: definition.kind, name, own }, args),
        // The SDK waits for this promise before it sends the options, so `addSecretOutputs` can still add to them.
        __urn: addSecretOutputs(options.additionalSecretOutputs, values).then(() =>
          urnOf(name, definition.kind, opts?.parent),
        ),
      }),
      ...(args &&
        pulumi.runtime.isDryRun() &&
        inPreview(namesIn(args, definition.references), namesOf(opts?.dependsOn))),
      // The engine gets no resource before this promise resolves.
      __provider: args ? assertOneProvider(label, own).then(() => text) : text,
    };
    const note = args && notePlace();
    const stacks = pauseStacks();
    try {
      super(typeToken(definition.kind), name, props, options);
    } catch (error) {
      throw stacks.added(error);
    } finally {
      stacks.resume();
    }
    own.provider = this.getProvider(typeToken(definition.kind));
    own.urn = this.urn;
    noteId(this, this.id);
    if (args) noteArgs(this, definition.kind, args);
    if (note) this.urn.apply((urn) => note({ urn }));
    if (opts?.deletedWith)
      void pulumi.log.warn(
        `${label}: the resource option deletedWith is left out, because with it the engine would not ask the provider what to delete, and whom not to call again. Remove the option.`,
        this,
      );
    reportErrors(this);
    if (args && pulumi.runtime.isDryRun())
      void reportUnchecked(this, label, {
        kind: definition.kind,
        state: (args as { state?: unknown }).state,
        provider: own.provider,
      });
  }
}

/**
 * The URN that the engine will assign. Not an output, because an output would depend on the parent. If the parent is a
 * component, the resource would then wait for all children of the component, and so for itself.
 */
function urnOf(name: string, kind: Kind, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, typeToken(kind), parent).apply(resolve);
  });
}

/** Hints for the provider in a preview. */
const inPreview = (refersTo: object, dependsOn: string[]) => ({
  __preview: true,
  __mistakes: undefined,
  __refersTo: refersTo,
  ...(dependsOn.length > 0 && { __dependsOn: dependsOn }),
});

/**
 * The error for the resource option `import`. For an import, the engine does not pass the provider text, so the
 * provider host would fail before it calls this package.
 */
function noImport({ kind, inputs }: Definition, name: string): Error {
  const instead = inputs.includes("adoptId")
    ? "Remove the option, and set adoptId in the arguments to the id, as a number: the resource then adopts the existing object and writes only the fields that differ."
    : "Remove the option: the resource uses the campaign in its arguments and never creates a campaign.";
  return refusal(
    `${kind} ${quoted(name)}: the resource option import does not work for dynamic resources of Pulumi. ${instead} ` +
      "To adopt a whole account, run `npx voicecall export DIR`.",
  );
}

/** The options that make Pulumi read the object with this id. */
export function existing(
  { kind }: Definition,
  name: string,
  id: pulumi.Input<pulumi.ID | number>,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.CustomResourceOptions {
  // Accepts any text, because ids may be any text in unit tests with mocks. The provider checks whether it is a number.
  const idText = (known: unknown): string => {
    if ((typeof known === "string" && known !== "") || Number.isSafeInteger(known)) return String(known);
    throw refusal(`${kind} ${quoted(name)}: get() needs the id of an existing object, as text or a number.`);
  };
  return { ...opts, id: isLater(id) ? pulumi.output(id).apply(idText) : idText(id) };
}

function withSecrets(args: object, secrets: readonly string[]): Record<string, unknown> {
  const marked = Object.entries(args).map(([key, value]): [string, unknown] =>
    secrets.includes(key) && value !== undefined ? [key, pulumi.secret(value)] : [key, value],
  );
  return Object.fromEntries(marked);
}

/**
 * Adds to `names` each argument that contains a secret. The engine itself adds only arguments that are secret as a
 * whole. Without this function, state would keep an unchanged value in clear text after the program marks a part of it
 * as secret.
 */
async function addSecretOutputs(names: string[], args: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(args)) {
    // If the value fails, the SDK reports that.
    if (holdsLater(value) && (await pulumi.isSecret(pulumi.output(value)).catch(() => false)))
      names.push(name);
  }
}

/**
 * Without the option `deletedWith`: with it, the engine replaces and deletes a resource without asking the provider,
 * which then does not know who must not be called again (docs/decisions/leads.md).
 */
function optionsFor(
  definition: Definition,
  args: { onExisting?: unknown; adoptId?: unknown } | undefined,
  { deletedWith: _, ...opts }: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions & { additionalSecretOutputs: string[] } {
  // The types allow no output for `onExisting`, but JavaScript does. The resource may then adopt an object.
  const isAdopted = args?.onExisting === "adopt" || isLater(args?.onExisting) || isSet(args?.adoptId);
  const hostedOptions: pulumi.CustomResourceOptions = {
    ...(isAdopted && opts.protect === undefined && { protect: true }),
    // With --replace, the engine does not ask the provider whether the old object must be deleted first.
    ...(opts.deleteBeforeReplace === undefined && { deleteBeforeReplace: true }),
    // Of a renamed or moved resource that changes: its own name, which says nothing about the object.
    hideDiffs: ["__self"],
  };
  // What `voicecall undo` puts back may come from a secret property.
  const secretOutputs = [...(opts.additionalSecretOutputs ?? []), ...definition.secrets, "__overwritten"];
  return { ...pulumi.mergeOptions(opts, hostedOptions), additionalSecretOutputs: secretOutputs };
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;
