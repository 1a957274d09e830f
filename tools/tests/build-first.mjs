// Vitest's globalSetup for the tier that runs the built command. `npm test` has already built it, but vitest
// alone does not build it.
import { build, buildIsCurrent } from "../setup/build.mjs";

export default function buildFirst() {
  if (!buildIsCurrent()) build();
}
