// Makes a clone ready to run: dependencies as package-lock.json pins them, and dist/ built from the sources.
// Runs before anything is installed, so it may import nothing but Node's own modules.
import { pathToFileURL } from "node:url";
import { install, installIsCurrent } from "./setup/install.mjs";
import { build, buildIsCurrent } from "./setup/build.mjs";

/** Does what is missing and says so; does and says nothing when nothing is. Throws an Error to show to the user. */
export function setup() {
  checkNode();
  if (!installIsCurrent()) install();
  if (!buildIsCurrent()) build();
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    setup();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
