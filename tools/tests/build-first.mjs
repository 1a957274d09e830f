// Vitest's globalSetup for the tier that runs the built command. `npm test` has already built the command,
// but `vitest` alone does not.
import { build, buildIsCurrent } from "../setup/build.mjs";

export default function buildFirst() {
  if (!buildIsCurrent()) build();
}
