/**
 * Whatever the account contains, an export writes nothing elsewhere, runs nothing, and prints only
 * harmless lines.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { ExportResult } from "../../../cli/export/run.js";
import { type ExportWorld, exportWorld, filesIn } from "../../support/export-world.js";
import { compiled, shellWords, strangeCode } from "../../support/exported-program.js";
import { HOSTILE, hostileTexts, makeHostile, plainSeed } from "../../support/hostile-account.js";
import { inSoak } from "../../support/soak.js";

const RUNS = Number(process.env["HOSTILE_TEXTS"] ?? 25);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_007);

const PATHS =
  /^(\.gitignore|Pulumi\.yaml|README\.md|import\.json|package\.json|tsconfig\.json|(index|tools|leads|campaigns)\.ts|assistants\/[\p{ID_Continue}-]+\.ts|prompts\/[\p{ID_Continue}-]+\.md)$/u;

const STEPS = [
  ["npm", "install"],
  ["pulumi", "stack", "init", "dev"],
  ["pulumi", "import", "--file", "import.json", "--generate-code=false", "--yes"],
  ["rm", "import.json"],
  ["pulumi", "preview"],
  ["pulumi", "up"],
  ["npx", "voicecall", "drift"],
];

/** Files and lines that an export must not have written or printed. */
function harm({ root, out }: ExportWorld, { folder, next, config }: ExportResult): unknown[] {
  const files = filesIn(out);
  const [, block = ""] = /```sh\n(.*?)\n```/s.exec(files["README.md"]!) ?? [];
  const lines = [...next, ...block.split("\n")];
  const allowed = [
    ...STEPS,
    ["cd", folder],
    ...config.map((key) => ["pulumi", "config", "set", "--secret", key]),
  ].map((words) => JSON.stringify(words));
  const known = new Set(allowed);
  return [
    ...readdirSync(root).filter((name) => name !== "out"),
    ...readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
      .filter((file) => !PATHS.test(file)),
    ...Object.keys(files)
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => strangeCode(file, files[file]!)),
    ...shellWords(lines).filter((words) => !known.has(JSON.stringify(words))),
    ...config.filter((key, index) => config.indexOf(key) !== index),
  ];
}

test(
  `an account with ${HOSTILE.length} chosen and ${RUNS} random texts in every place does no harm, seed ${SEED}`,
  { timeout: 300_000 },
  async () => {
    const texts = [...new Set([...HOSTILE, ...hostileTexts(RUNS, SEED)])];
    const world = await exportWorld(plainSeed(texts));
    makeHostile(world.emulator, texts);
    const { code, stdout } = await world.run("--leads", "--campaigns", "--json");
    expect(code).toBe(3);
    const result = JSON.parse(stdout) as ExportResult;
    expect(harm(world, result)).toEqual([]);
    for (const count of Object.values(result.resources)) expect(count).toBeGreaterThan(RUNS / 2);
    expect(result.config.length).toBeGreaterThan(RUNS);
  },
);

test(
  "no output of an account with the chosen texts controls the terminal",
  { timeout: 300_000 },
  async () => {
    const world = await exportWorld(plainSeed(HOSTILE));
    makeHostile(world.emulator, HOSTILE);
    const { code, all } = await world.run("--leads", "--campaigns", "--full");
    expect(code).toBe(3);
    expect(all.match(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu)).toBeNull();
    // Compiling this large program takes long, so only `npm run soak -- texts` does it.
    if (inSoak("texts")) expect(compiled(world.out).errors).toEqual([]);
  },
);
