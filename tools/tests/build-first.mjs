// Vitest's globalSetup of the tier that runs the built command. `npm test` has built it; vitest alone has not.
import { build, buildIsCurrent } from "../setup/build.mjs";

export default function buildFirst() {
  if (!buildIsCurrent()) build();
}
