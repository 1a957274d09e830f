/**
 * Whatever the account and the folder contain, an export writes nothing elsewhere, runs nothing, and prints only
 * harmless lines.
 */
import { cpSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { Seed } from "../../emulator/index.js";
import { choiceFrom } from "../../cli/export/choice.js";
import type { Manifest } from "../../cli/export/manifest.js";
import { type ExportResult, exportTo } from "../../cli/export/run.js";
import { type ExportWorld, exportWorld, filesIn } from "../support/export-world.js";
import { compiled, shellWords, strangeCode } from "../support/exported-program.js";
import {
  HOSTILE,
  MARK,
  hostileText,
  hostileTexts,
  makeHostile,
  plainSeed,
} from "../support/hostile-account.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const RUNS = Number(process.env["HOSTILE_TEXTS"] ?? 25);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_007);

const PATHS =
  /^(\.gitignore|\.voicecall-export\.json|Pulumi\.yaml|README\.md|import\.json|package\.json|tsconfig\.json|(index|tools|leads|campaigns)\.ts|assistants\/[\p{ID_Continue}-]+\.ts|prompts\/[\p{ID_Continue}-]+\.md)$/u;

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
function harm({ root, out }: ExportWorld, { folder, next, setConfig, config }: ExportResult): unknown[] {
  const files = filesIn(out);
  const [, block = ""] = /```sh\n(.*?)\n```/s.exec(files["README.md"]!) ?? [];
  const lines = [...next, ...(setConfig === null ? [] : [setConfig]), ...block.split("\n")];
  const allowed = [
    ...STEPS,
    ["cd", folder],
    "npx voicecall export . --stack dev --leads --campaigns".split(" "),
    "npx voicecall export . --leads --campaigns".split(" "),
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
  "the program of an account with the chosen texts compiles, and no output controls the terminal",
  { timeout: 300_000 },
  async () => {
    const world = await exportWorld(plainSeed(HOSTILE));
    makeHostile(world.emulator, HOSTILE);
    const { code, all } = await world.run("--leads", "--campaigns", "--full");
    expect(code).toBe(3);
    expect(all.match(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu)).toBeNull();
    expect(compiled(world.out).errors).toEqual([]);
  },
);

const seed: Partial<Seed> = {
  assistants: [
    { id: 201, name: "Support", initial_message: "Hello!", system_prompt: "You help.", tool_ids: [101] },
  ],
  tools: [
    {
      id: 101,
      name: "get_weather",
      description: "Tells.",
      headers: [{ name: "X-Key", value: "canary-5b1f" }],
    },
  ],
  leads: [{ id: 301, campaign_id: 1, phone_number: "+12025550143" }],
  campaigns: [{ id: 1, name: "Known", status: "in-progress" }],
};

const MANIFEST = ".voicecall-export.json";

async function exported() {
  const world = await exportWorld(seed);
  expect(await world.run("--leads", "--campaigns")).toMatchObject({ code: 0 });
  return { ...world, manifest: () => JSON.parse(world.read(MANIFEST)) as Manifest };
}

/** Ways to put `text` into a manifest. */
const LIES: Record<string, (all: Manifest, text: string) => unknown> = {
  file: ({ files }, text) => (files[text] = { sha256: text, objects: [] }),
  "file of an assistant": ({ files }, text) =>
    (files[`assistants/${text}.ts`] = files["assistants/support.ts"]!),
  "file of a prompt": ({ files }, text) => (files[`prompts/${text}.md`] = { sha256: text, objects: [] }),
  "tool's variable": ({ files }, text) => (files["tools.ts"]!.objects[0]!.variable = text),
  "tool's resource": ({ files }, text) => (files["tools.ts"]!.objects[0]!.resource = text),
  "tool's name": ({ files }, text) =>
    Object.assign(files["tools.ts"]!.objects[0]!, { variable: text, resource: text }),
  "lead's name": ({ files }, text) =>
    Object.assign(files["leads.ts"]!.objects[0]!, { variable: text, resource: text }),
  "campaign's name": ({ files }, text) =>
    Object.assign(files["campaigns.ts"]!.objects[0]!, { variable: text, resource: text }),
  "assistant's name and file": ({ files }, text) => {
    const { sha256, objects } = files["assistants/support.ts"]!;
    delete files["assistants/support.ts"];
    const name = { variable: text, resource: text };
    files[`assistants/${text}.ts`] = { sha256, objects: [{ ...objects[0]!, ...name }] };
  },
  "all that is free": ({ files, options }, text) => {
    Object.assign(options, { assistant: [text], tool: [text] });
    for (const file of Object.values(files)) {
      file.sha256 = text;
      for (const one of file.objects) one.title = text;
    }
  },
  kind: ({ files }, text) => (files["tools.ts"]!.objects[0]!.kind = text as "Lead"),
  user: (all, text) => (all.user = text as never),
};

const lies = fc.constantFrom(...Object.keys(LIES));

test(`a manifest with ${RUNS} random texts does no harm, seed ${SEED}`, { timeout: 300_000 }, async () => {
  const world = await exported();
  const before = { manifest: world.read(MANIFEST), files: filesIn(world.out) };
  const copy = `${world.out}-kept`;
  cpSync(world.out, copy, { recursive: true });
  vi.stubEnv("VOICECALL_BASE_URL", world.emulator.address);
  vi.stubEnv("VOICECALL_ACCESS_TOKEN", world.emulator.token);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const play = async (lie: string, text: string, force: boolean): Promise<void> => {
    const all = JSON.parse(before.manifest) as Manifest;
    LIES[lie]!(all, text);
    const content = `${JSON.stringify(all, undefined, 2)}\n`;
    world.write(MANIFEST, content);
    const choice = choiceFrom({ leads: true, campaigns: true });
    const result = await exportTo(world.out, { ...choice, force }).catch((error: unknown) => String(error));
    if (typeof result === "string") {
      expect(result).toContain("Nothing was written");
      expect(filesIn(world.out)).toEqual({ ...before.files, [MANIFEST]: content });
      return;
    }
    expect(harm(world, result)).toEqual(["out-kept"]);
    rmSync(world.out, { recursive: true });
    cpSync(copy, world.out, { recursive: true });
  };
  for (const lie of Object.keys(LIES)) for (const text of HOSTILE) await play(lie, text, true);
  await fc.assert(fc.asyncProperty(lies, hostileText, fc.boolean(), play), { numRuns: RUNS, seed: SEED });
});

const TOOL = 'files["tools.ts"]["objects"][0] ';

test(
  "a manifest entry that no export wrote is an error that names the entry, even with --force",
  { timeout: 120_000 },
  async () => {
    const { root, run, manifest, write } = await exported();
    const before = { manifest: manifest(), files: filesIn(root) };
    const isRejected = async (text: string, ...reasons: string[]): Promise<void> => {
      write(MANIFEST, text);
      const { code, stderr } = await run("--leads", "--campaigns", "--force");
      expect(code).toBe(1);
      for (const reason of [...reasons, "Nothing was written to out", "version control"])
        expect(stderr).toContain(reason);
      expect(filesIn(root)).toEqual({ ...before.files, [`out/${MANIFEST}`]: text });
    };
    const lieIsRejected = async (lie: string, text: string, entry: string): Promise<void> => {
      const all = structuredClone(before.manifest);
      LIES[lie]!(all, text);
      await isRejected(JSON.stringify(all), entry);
    };
    await lieIsRejected("tool's resource", `../../../outside/${MARK}`, TOOL);
    await lieIsRejected(
      "tool's variable",
      `get_; require('node:fs').writeFileSync('${MARK}', ''); export const c`,
      TOOL,
    );
    await lieIsRejected("tool's name", `x; touch ${MARK}`, TOOL);
    await lieIsRejected("tool's variable", "await", TOOL);
    await lieIsRejected("kind", "Lead", TOOL);
    await lieIsRejected(
      "file",
      `../${MARK}.ts`,
      `files["../${MARK}.ts"] is not a file that an export writes`,
    );
    await lieIsRejected(
      "file",
      "assistants/.ts",
      'files["assistants/.ts"] is not a file that an export writes',
    );
    await lieIsRejected("file", "mine.ts", 'files["mine.ts"] is not a file that an export writes');
    await lieIsRejected(
      "file of an assistant",
      "copy",
      'files["assistants/copy.ts"]["objects"][0] does not belong',
    );
    for (const text of ["{", "null", "[]", "{}"])
      await isRejected(text, "which lists the files of the last export, is invalid: ");
  },
);
