import path from "node:path";
import { CLI, LANGUAGE_HOST, LAUNCHER, askVersion, findOnPath } from "./programs.mjs";

/** The `pulumi` that the user has installed, if it is new enough and complete. */
export async function onPath() {
  const pulumi = findOnPath(CLI);
  if (!pulumi) return { why: "there is no pulumi on PATH" };
  const { version, why } = await askVersion(pulumi, pulumi, "did not print its version");
  if (why) return { why };
  const missing = [LANGUAGE_HOST, LAUNCHER].filter((name) => !findOnPath(name));
  if (missing.length > 0)
    return { why: `${pulumi} is ${version}, but PATH has no ${missing.join(" and no ")}` };
  return { folder: path.dirname(pulumi), version, source: "found on PATH" };
}
