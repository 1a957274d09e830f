import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.mjs";
import { succeeds } from "./run.mjs";

const LOCK = path.join(ROOT, "package-lock.json");
/** npm's list of the installed packages. npm writes it last, so an interrupted install has none. */
const INSTALLED = path.join(ROOT, "node_modules", ".package-lock.json");

/**
 * Whether node_modules contains exactly what package-lock.json pins, except that optional and peer packages
 * may be missing.
 */
export function installIsCurrent() {
  const installed = packagesIn(INSTALLED);
  if (!installed) return false;
  const wanted = packagesIn(LOCK);
  delete wanted[""];
  const isOptional = ({ optional, devOptional, peer }) => optional || devOptional || peer;
  return (
    Object.entries(wanted).every(
      ([name, entry]) => same(installed[name], entry) || (!installed[name] && isOptional(entry)),
    ) && Object.keys(installed).every((name) => wanted[name])
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

function same(one, other) {
  return one?.version === other.version && one?.integrity === other.integrity;
}

export function install() {
  console.error("installing the packages that package-lock.json pins (npm ci) …");
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const quiet = ["--no-fund", "--no-audit", "--no-update-notifier", "--loglevel=error"];
  const shell = process.platform === "win32" && npm.length === 1;
  if (!succeeds(npm[0], [...npm.slice(1), "ci", ...quiet], { shell }))
    throw new Error(
      "npm ci failed: the dependencies could not be installed. The lines above give the reason. Correct it, and run the command again.",
    );
}
