import path from "node:path";
import { CLI, LANGUAGE_HOST, LAUNCHER, askVersion, findOnPath } from "./programs.mjs";
import { OLDEST, isUsable } from "./version.mjs";

/** The `pulumi` that the user has installed, if it is new enough and complete. */
export async function onPath() {
  const pulumi = findOnPath(CLI);
  if (!pulumi) return { why: "there is no pulumi on PATH" };
  let version;
  try {
    version = await askVersion(pulumi);
  } catch (error) {
    return { why: `${pulumi} did not print its version (${error.message.split("\n")[0]})` };
  }
  if (!isUsable(version))
    return { why: `${pulumi} is ${version}, but ${OLDEST} or a later version 3 is required` };
  const missing = [LANGUAGE_HOST, LAUNCHER].filter((name) => !findOnPath(name));
  if (missing.length > 0)
    return { why: `${pulumi} is ${version}, but PATH has no ${missing.join(" and no ")}` };
  return { folder: path.dirname(pulumi), version, source: "found on PATH" };
}
