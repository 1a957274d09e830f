import type { Emulator, EmulatorOptions } from "../../emulator/index.js";
import { providerText } from "../../sdk/host.js";
import { closeAfterTest } from "../support/after-test.js";
import { startHost, type DynamicHost } from "../support/dynamic-host.js";
import { REPOSITORY } from "../support/project.js";
import { startService } from "../support/service.js";

type Kind = Parameters<typeof providerText>[0];

export async function service(options?: EmulatorOptions): Promise<Emulator> {
  return closeAfterTest(await startService(options));
}

/**
 * Starts a provider host, which is closed after the test. Its working folder is the repository, where the
 * provider text finds this package.
 */
export async function kindHost(
  kind: Kind,
  emulator: Emulator,
  config: Record<string, string> = {},
): Promise<DynamicHost> {
  const host = closeAfterTest(await startHost({ providerText: providerText(kind), cwd: REPOSITORY }));
  await host.configure({
    "voicecall:baseUrl": emulator.address,
    "voicecall:accessToken": emulator.token,
    ...config,
  });
  return host;
}
