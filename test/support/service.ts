import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator/index.js";
import { canaries } from "./canaries.js";
import { followService } from "./canary-watch.js";

/** The local service in this process, whose first user's token is a canary. */
export async function startService(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ token: canaries.token, ...options });
  const leave = followService(emulator);
  const close = async (): Promise<void> => {
    leave();
    await emulator.close();
  };
  // What it holds is live, the token included.
  return Object.create(emulator, { close: { value: close } }) as Emulator;
}
