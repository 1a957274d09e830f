/** Random programs that share values, and random edits in the service. */
import path from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "./after-test.js";
import { type Files, type Inputs, type ServiceEdit, evaluated, problemsOf } from "./pulled-programs.js";

/** A generator of numbers that a seed determines. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  maxCallDuration: [60, 120, 300, 600],
  initialMessage: ["Hello.", "It's me", 'Say "hi"', "One\nTwo"],
  voicemailMessage: ["Later.", "Bye."],
  timezone: ["Europe/London", "Europe/Berlin", "America/New_York"],
  company: ["Acme", "Bolt", "Zig"],
  plan: ["basic", "gold"],
};
const PLAIN = ["maxCallDuration", "initialMessage", "voicemailMessage", "timezone"];

function randomCase(seed: number): {
  files: Files;
  edits: ServiceEdit[];
  config: Record<string, unknown>;
} {
  const random = randomOf(seed);
  const one = <T>(all: readonly T[]): T => all[random(all.length)]!;
  const chance = (part: number): boolean => random(part) === 0;
  const config = { longest: one([60, 120]), zone: one(VALUES["timezone"]!) };
  const imported: string[] = [];
  const lines: string[] = [];
  const objects: string[] = [];
  const constants: string[] = [];
  const value = (key: string): string => JSON.stringify(one(VALUES[key]!));
  const source = (key: string): string => {
    if (key === "maxCallDuration" && chance(6)) return 'config.requireNumber("longest")';
    if (key === "maxCallDuration" && constants.length > 0 && chance(3)) return one(constants);
    if (key === "timezone" && chance(8)) return 'config.require("zone")';
    return objects.length > 0 && chance(8) ? `${one(objects)}.${key} ?? ${value(key)}` : value(key);
  };
  const variables = (): string => {
    const spread = objects.length > 0 && chance(2) ? [`...${one(objects)}.variables`] : [];
    const own = ["company", "plan"].filter(() => !chance(3)).map((key) => `${key}: ${value(key)}`);
    return `variables: { ${[...spread, ...own].join(", ")} }`;
  };
  const properties = (most: number): string[] => {
    const plain = PLAIN.filter(() => random(4) < most).map((key) => `${key}: ${source(key)}`);
    return chance(3) ? [...plain, variables()] : plain;
  };
  const spreads = (): string[] => (objects.length > 0 && !chance(4) ? [`...${one(objects)}`] : []);
  const braces = (items: readonly string[]): string =>
    chance(2)
      ? `{ ${items.join(", ")} }`
      : `{\n${items.map((item) => `  ${item},${chance(3) ? ` // of ${random(9)}` : ""}\n`).join("")}}`;
  const say = (text: string): void => void lines.push(text, ...(chance(4) ? ["", `// ${random(100)}`] : []));
  const constant = (text: (name: string) => string, list: string[], base: string): void => {
    const name = `${base}${list.length}`;
    const code = text(name);
    const isElsewhere = !/config|base|limit/.test(code.slice(code.indexOf("="))) && chance(3);
    if (isElsewhere) imported.push(`export ${code}`);
    else say(code);
    list.push(name);
    if (chance(6)) say(`use(${name});`);
  };
  if (chance(2)) constant((name) => `const ${name} = ${value("maxCallDuration")};`, constants, "limit");
  for (let n = random(3); n >= 0; n -= 1)
    constant((name) => `const ${name} = ${braces([...spreads(), ...properties(3)])};`, objects, "base");
  let count = 0;
  const fresh = (): string => `r${(count += 1)}`;
  const item = (): string =>
    `{ name: "${fresh()}", greeting: ${value("initialMessage")}${chance(2) ? `, maxCallDuration: ${value("maxCallDuration")}` : ""} }`;
  const list = (): string => `[\n${Array.from({ length: 1 + random(4) }, () => `  ${item()},\n`).join("")}]`;
  const shapes: (() => void)[] = [
    () => say(`new A("${fresh()}", ${braces([...spreads(), ...properties(2)])});`),
    () => say(`new A("${fresh()}", ${objects.length > 0 ? one(objects) : "{}"});`),
    () =>
      say(
        `for (const { name, greeting, ...rest } of ${list()})\n  new A(name, { ${[...spreads(), ...properties(1), "...rest", "initialMessage: greeting"].join(", ")} });`,
      ),
    () => {
      const name = `list${count}`;
      say(`const ${name} = ${list()};`);
      if (chance(5)) say(`use(${name}.map(({ name }) => name));`);
      if (chance(6)) say(`for (const { greeting } of ${name}) use(greeting);`);
      say(
        `${name}.forEach((b) => {\n  new A(b.name, ${braces([...spreads(), "initialMessage: b.greeting", ...(chance(2) ? ["timezone: b.zone ?? 'Europe/London'"] : [])])});\n});`,
      );
    },
    () => {
      const entries = Array.from({ length: 1 + random(3) }, () => `${fresh()}: ${value("initialMessage")}`);
      say(
        `for (const [role, initialMessage] of Object.entries({ ${entries.join(", ")} }))\n  new A(role, ${braces([...spreads(), "initialMessage", ...properties(1).filter((text) => !/^initialMessage/.test(text))])});`,
      );
    },
    () => {
      const name = `make${count}`;
      say(
        `function ${name}(name, more, initialMessage = "Hello.") {\n  return new A(\`\${name}\`, { ${[...spreads(), "initialMessage", "...more"].join(", ")} });\n}`,
      );
      for (let n = random(3); n >= 0; n -= 1)
        say(
          `${name}("${fresh()}", ${braces(properties(1))}${chance(2) ? `, ${value("initialMessage")}` : ""});`,
        );
    },
  ];
  for (let n = 2 + random(4); n >= 0; n -= 1) one(shapes)();
  const isAll = chance(2);
  const names = [...imported.join("\n").matchAll(/const (\w+)/g)].map(([, name]) => name);
  const header =
    names.length === 0
      ? ""
      : isAll
        ? 'import * as defaults from "./defaults.js";\n'
        : `import { ${names.join(", ")} } from "./defaults.js";\n`;
  let body = `const config = new Config();\n${lines.join("\n")}\n`;
  if (isAll)
    for (const name of names)
      body = body.replace(new RegExp(`(?<![\\w])${name}(?!\\w)`, "g"), `defaults.${name}`);
  const files = { "defaults.js": `${imported.join("\n")}\n`, "index.js": header + body };
  const { resources } = evaluated(files, config);
  const edits: ServiceEdit[] = [];
  for (let n = random(3); n >= 0; n -= 1) {
    const key = one([...PLAIN, "variables.company", "variables.plan"]);
    const [root = "", part] = key.split(".");
    const having = [...resources].filter(([, { inputs }]) => inputs[root] !== undefined);
    const how = random(4);
    const same = one(VALUES[part ?? root]!);
    const but = random(Math.max(1, having.length));
    for (const [index, [name, { inputs }]] of having.entries()) {
      if (how === 1 && index === but) continue;
      if (how === 2 && index !== but) continue;
      if (how === 3 && chance(2)) continue;
      const wanted = chance(8) ? one(VALUES[part ?? root]!) : same;
      const now = part === undefined ? inputs[root] : (inputs[root] as Inputs)[part];
      if (now !== wanted && !edits.some((edit) => edit.name === name && edit.path === key))
        edits.push({ name, path: key, value: wanted });
    }
  }
  return { files, edits, config };
}

/** Pulls random edits into random programs. */
export async function leftInRandomPrograms(
  count: number,
): Promise<{ edited: number; left: number; runs: number }> {
  const folder = temporaryFolder();
  const sum = { edited: 0, left: 0, runs: 0 };
  for (let seed = 1; seed <= count; seed += 1) {
    const { files, edits, config } = randomCase(seed);
    const { problems, left, runs } = await problemsOf(path.join(folder, String(seed)), files, edits, config);
    expect(problems.join("\n"), `seed ${seed}`).toBe("");
    sum.edited += edits.length;
    sum.left += left.length;
    sum.runs += runs;
  }
  return sum;
}
