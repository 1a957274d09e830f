// Prepares a clone: installs the dependencies that package-lock.json pins, and builds dist/. It runs before
// any package is installed, so neither this module nor its imports may import a package.
import { pathToFileURL } from "node:url";
import { install, installIsCurrent } from "./install.mjs";
import { build, buildIsCurrent } from "./build.mjs";

/**
 * Installs and builds what is missing or out of date. Prints nothing if there is nothing to do. Throws an
 * Error with a message for the user.
 */
export function setup() {
  checkNode();
  if (!installIsCurrent()) install();
  if (!buildIsCurrent()) build();
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node ${process.versions.node} is too old: 20.19 or later is required.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    setup();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
