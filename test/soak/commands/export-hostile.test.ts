/**
 * Whatever the account contains, an export writes nothing elsewhere, runs nothing, and prints only
 * harmless lines.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ExportResult } from "../../../cli/export/run.js";
import { type Emulator, type Seed, defaultSeed } from "../../../emulator/index.js";
import { type ExportWorld, exportWorld, filesIn } from "../../support/export-world.js";
import { compiled, shellWords, strangeCode } from "../../support/exported-program.js";
import { inSoak } from "../../support/soak.js";

/** The file that a successful attack creates. */
const MARK = "pwned";

const WRITES = `require("node:fs").writeFileSync("${MARK}", "")`;

const HOSTILE: readonly string[] = [
  // Paths.
  `../../outside/${MARK}`,
  `../../../outside/${MARK}`,
  `..\\..\\outside\\${MARK}`,
  `/tmp/${MARK}`,
  "..",
  ".",
  "CON",
  "nul.txt",
  "C:\\x",
  "~/x",
  "\0",
  "x".repeat(5000),
  "漢".repeat(300),
  // Code.
  `get_; ${WRITES}; export const c`,
  `"; ${WRITES}; "`,
  `'; ${WRITES}; '`,
  `\\"; ${WRITES}; //`,
  `\`\${${WRITES}}\``,
  `*/ ${WRITES} /*`,
  `// \n${WRITES}\n`,
  `\u2028${WRITES}\u2029`,
  `\r${WRITES}`,
  `</script><!-- --> ${WRITES}`,
  "__proto__",
  "constructor",
  "default",
  "await",
  "MidCallTool",
  "pulumi",
  "config",
  "tools",
  // Shells.
  `$(touch ${MARK})`,
  `\`touch ${MARK}\``,
  `'; touch ${MARK}; '`,
  `"; touch ${MARK}; "`,
  `\ntouch ${MARK}\n`,
  `| touch ${MARK} && touch ${MARK} & > ${MARK}`,
  "--force",
  "-rf",
  "$HOME !! * ? [a] {a,b} #",
  "\\",
  // Front matter and prompts.
  `---js\n${WRITES}\n---\nx`,
  `---\nvariables: !!js/function 'function () { ${WRITES} }'\n---\nx`,
  "---\nx: 1\n---\n",
  "{{name}} {{ spaced }} \\{{ {{__proto__}} {{null}} {{",
  // Terminals and readers.
  `\u001b]0;${MARK}\u0007\u001b[2J`,
  "\u009b31m",
  "\u202egnp.exe",
  "a\u200bb\u200dc\ufeff",
  "a\u00adb\ufe0fc\u3164d",
  "a\u{e0041}\u{e0042}b",
  // Unusual letters, some of which older versions of Unicode lack, and unpaired surrogates.
  "\u088f\u1c89\ua7cb",
  "\u{11380}\u{105c0}\u{323b0}",
  "𝒳 𠮷",
  "STRAẞE",
  "\ud800",
  "x\udfff",
  // Pulumi's own marks, and blank texts.
  "4dabf18193072939515e22adb298388d",
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "",
  " ",
];

/** Random characters, or a mix of them with the shorter strings of `HOSTILE`. */
const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE.filter(({ length }) => length < 100)), fc.string()), {
      minLength: 1,
      maxLength: 4,
    })
    .map((pieces) => pieces.join("")),
);

const hostileTexts = (count: number, seed: number): string[] =>
  fc.sample(fc.uniqueArray(hostileText, { minLength: count, maxLength: count, size: "max" }), {
    numRuns: 1,
    seed,
  })[0]!;

/**
 * Returns fields of a record with `text` in them. The voice, language, model and phone number named `text` have the id
 * `n`, and the campaign named `text` has the id `2 * n`.
 */
type Place = (text: string, n: number) => object;

/**
 * The fields are in separate records, because an export omits an object if one of its required fields has a
 * rejected value.
 */
const ASSISTANTS: Place[] = [
  (text) => ({
    name: text,
    variables: { [text]: text, deep: [{ [text]: [text] }] },
    webhook_url: `https://hooks.example.com/${text}`,
    endpoint_type: text,
    post_call_schema: [{ name: text, type: "string", description: text }],
  }),
  (text) => ({
    system_prompt: text,
    webhook_url: text,
    inbound_webhook_url: text,
    ambient_sound: text,
    knowledgebase_mode: text,
    uuid: text,
    status: text,
    created_at: text,
    updated_at: text,
  }),
  (text, n) => ({
    initial_message: text,
    voice_id: n,
    language_id: n,
    llm_model_id: n,
    phone_number_id: n,
    post_call_schema: [{ name: "whole", type: text, description: "Whole." }],
  }),
  (text) => ({ timezone: text, type: text, mode: text }),
];

const TOOLS: Place[] = [
  (text) => ({ name: text, method: text }),
  (text) => ({ endpoint: text }),
  (text) => ({ endpoint: `https://tools.example.com/${text}` }),
  (text) => ({
    description: text,
    headers: [
      { name: text, value: text },
      { name: `${text}.`, value: "x" },
    ],
    schema: [{ name: text, type: "string", description: text }],
    created_at: text,
    updated_at: text,
  }),
];

const LEADS: Place[] = [
  (text) => ({ phone_number: text }),
  (text, n) => ({ campaign_id: 2 * n, status: text, created_at: text, variables: { [text]: text } }),
];

const CAMPAIGNS: Place[] = [(text) => ({ status: text }), (text) => ({ name: text, status: "in-progress" })];

/** Records for `makeHostile` to change. */
function plainSeed(texts: readonly string[]): Seed {
  const rows = <T>(places: readonly unknown[], row: (id: number) => T): T[] =>
    Array.from({ length: texts.length * places.length }, (_, index) => row(1 + index));
  const whole = { initial_message: "Hello!", system_prompt: "You help." };
  const endpoint = "https://tools.example.com/";
  return {
    ...defaultSeed(),
    voices: rows([1], (id) => ({ id, name: `Voice ${id}`, mode: "pipeline" })),
    languages: rows([1], (id) => ({ id, name: `Language ${id}`, iso_2: "en" })),
    models: rows([1], (id) => ({ id, name: `Model ${id}` })),
    phoneNumbers: rows([1], (id) => ({ id, phone_number: "", country_code: "US", type_label: "Normal" })),
    assistants: rows(ASSISTANTS, (id) => ({ id, name: `Assistant ${id}`, ...whole })),
    tools: rows(TOOLS, (id) => ({ id, name: `tool_${letters(id)}`, description: "Tells.", endpoint })),
    campaigns: rows(CAMPAIGNS, (id) => ({ id, name: `Campaign ${id}` })),
    leads: rows(LEADS, (id) => ({ id, campaign_id: 1, phone_number: "+12025550143" })),
  };
}

/** Puts the texts into the records of an account from `plainSeed`. */
function makeHostile({ state }: Emulator, texts: readonly string[]): void {
  const spoil = (rows: readonly object[], places: readonly Place[]): void => {
    for (const [index, row] of rows.entries()) {
      const text = Math.floor(index / places.length);
      Object.assign(row, places[index % places.length]!(texts[text]!, 1 + text));
    }
  };
  for (const rows of [state.voices, state.languages, state.models]) spoil(rows, [(name) => ({ name })]);
  spoil(state.phoneNumbers, [(phone_number) => ({ phone_number })]);
  spoil(state.assistants, ASSISTANTS);
  spoil(state.tools, TOOLS);
  spoil(state.leads, LEADS);
  spoil(state.campaigns, CAMPAIGNS);
}

/** A tool's name must not contain digits. */
const letters = (n: number): string =>
  [...String(n)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");

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
