// Vitest's globalSetup for tiers that run the built command. `npm test` has already built the command, but
// `vitest` alone has not.
import { build, buildIsCurrent } from "../setup/build.mjs";

export default function buildFirst() {
  if (!buildIsCurrent()) build();
}
