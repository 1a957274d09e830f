import path from "node:path";

/** The folder and its parents, the nearest first. */
export function upward(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...upward(above)];
}
