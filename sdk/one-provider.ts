import { quoted } from "../provider/base/quoted.js";
import { accountOf } from "./account.js";
import type { OwnProvider } from "./own-account.js";
import { perRun } from "./per-run.js";
import { refusal } from "./refusal.js";

type Provider = OwnProvider["provider"];

/** A provider that a program uses. */
interface Use {
  /** Its first resource, and the provider. */
  readonly text: string;
  readonly settings: Promise<void>;
  /** Once the settings are known. */
  account?: string | undefined;
  /** One for all resources, because Pulumi shows each error once. */
  refused?: Error;
}

const usesOfRun = perRun(() => new Map<Provider, Use>());

/**
 * Rejects two providers for one account. Each provider has a process of its own, so neither would know the resources of
 * the other, and two resources could manage one object or call one person. The resources of both are rejected, because
 * either could take over an object of the other.
 */
export async function assertOneProvider(label: string, resource: OwnProvider): Promise<void> {
  // A resource knows its provider only after its constructor.
  await Promise.resolve();
  const { provider } = resource;
  const uses = usesOfRun();
  const own = uses.get(provider) ?? firstUse(label, provider);
  uses.set(provider, own);
  // The engine waits for these settings too. To wait for those of another provider could be to wait for this resource,
  // so the provider whose settings are known last finds the other one.
  await own.settings;
  // The program may declare more, and settings that are known at once are read.
  await new Promise(setImmediate);
  if (own.account === undefined) return;
  const [first, second] = [...uses.values()].filter(({ account }) => account === own.account);
  if (first && second)
    throw (first.refused ??= refusal(
      `${first.text} and ${second.text} use one account, but no provider knows the resources of another one. ` +
        "Use one provider per account. If you rename resources too, move first, then rename in the next run.",
    ));
}

function firstUse(label: string, provider: Provider): Use {
  const shown = provider && quoted((provider as unknown as { __name: string }).__name);
  const text = `${label} (${shown === undefined ? "the default provider" : `Account ${shown}`})`;
  const settings = accountOf(provider).then((account) => void (use.account = account));
  const use: Use = { text, settings };
  return use;
}
