import { execa } from "execa";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";

/** Packs both packages into a folder, and returns the path of each by name. */
export async function pack(folder) {
  const both = ["--workspaces", "--include-workspace-root"];
  const { stdout } = await execa("npm", ["pack", "--json", ...both, "--pack-destination", folder], {
    cwd: ROOT,
  });
  return Object.fromEntries(
    JSON.parse(stdout).map(({ name, filename }) => [name, path.join(folder, filename)]),
  );
}
