/** In the order they run: what fails fastest and tells most comes first. */
export const TIERS = ["static", "unit", "service", "lifecycle", "host", "cli", "engine", "package", "canary"];

/** These need a real Pulumi CLI. */
export const NEED_ENGINE = new Set(["engine", "package"]);

/** These keep one core busy and leave another idle. */
export const BESIDE = new Set(["static", "host", "package"]);

/** `unit host -- -t name` → the tiers to run and what vitest gets; throws on a name that is no tier. */
export function parseArguments(args) {
  const split = args.indexOf("--");
  const names = split === -1 ? args : args.slice(0, split);
  const unknown = names.filter((name) => !TIERS.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `${unknown.join(", ")} is no tier. There are: ${TIERS.join(", ")}. Arguments for vitest go after a second --, as in: npm test -- unit -- -t name`,
    );
  }
  const asked = names.length === 0 ? TIERS : TIERS.filter((tier) => names.includes(tier));
  // Whatever runs is searched.
  const searched = asked.some((tier) => tier !== "static");
  const tiers = searched ? TIERS.filter((tier) => tier === "canary" || asked.includes(tier)) : asked;
  return { tiers, forVitest: split === -1 ? [] : args.slice(split + 1) };
}
