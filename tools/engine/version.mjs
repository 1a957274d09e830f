/** The version that is built; the go.mod files under tools/ pin the same one. */
export const WANTED = "3.255.0";

/** 3.254.0 is the first whose `pulumi import --file` takes inputs and outputs, the only way to import a dynamic resource. */
export const OLDEST = "3.254.0";

/** `v3.255.0-alpha.1+x` → [3, 255, 0]; undefined when there is no version in the text. */
export function parseVersion(text) {
  const match = /v?(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match ? match.slice(1, 4).map(Number) : undefined;
}

/** A CLI of another major version speaks another protocol, however new it is. */
export function isUsable(version) {
  const [major, minor, patch] = parseVersion(version) ?? [0, 0, 0];
  const [oldestMajor, oldestMinor, oldestPatch] = parseVersion(OLDEST);
  if (major !== oldestMajor) return false;
  return minor > oldestMinor || (minor === oldestMinor && patch >= oldestPatch);
}
