const RESOURCES = `
const hours = new MidCallTool("hours", {
  name: "get_hours", description: "Opening hours.", endpoint: "https://tools.example.com/hours", method: "GET",
});
new Assistant("support", {
  name: "Support", voice: "Sarah", language: "English", llmModel: "GPT-4o-mini", callsDirection: "receive",
  engineType: "pipeline", timezone: "Europe/London", initialMessage: "Hello.", systemPrompt: "You help.",
  tools: [hours],
});
`;
/** A CommonJS program with a tool and an assistant. */
export const REQUIRED = `const { Assistant, MidCallTool } = require("pulumi-voicecall");\n${RESOURCES}`;
const IMPORTED = `import { Assistant, MidCallTool } from "pulumi-voicecall";\n${RESOURCES}`;
const CHECKED = { strict: true, target: "es2022", types: ["node"], noEmit: true };
const TYPES = { typescript: "~6.0.0", "@types/node": "^20.0.0" };
const WITH_TS_NODE = { ...TYPES, "ts-node": "^10.9.2" };
const tsconfig = (module) => ({ "tsconfig.json": { compilerOptions: { ...CHECKED, module } } });

/**
 * The kinds of program by name. Each row has files beside package.json, options of the Pulumi runtime, the
 * environment of `pulumi`, and packages. With `isChecked`, `tsc` must find no error.
 */
export const PROGRAMS = {
  CommonJS: {
    main: "index.js",
    files: { "index.js": REQUIRED },
  },
  "ES modules": { main: "index.js", type: "module", files: { "index.js": IMPORTED } },
  TypeScript: {
    main: "index.ts",
    files: { "index.ts": IMPORTED, ...tsconfig("node16") },
    packages: WITH_TS_NODE,
    isChecked: true,
  },
  "TypeScript 7": {
    main: "index.ts",
    files: { "index.ts": IMPORTED, ...tsconfig("node16") },
    packages: { ...WITH_TS_NODE, typescript: "^7.0.0" },
    isChecked: true,
  },
  tsx: {
    main: "index.ts",
    type: "module",
    // Node alone cannot run an enum, so the enum proves that tsx is used.
    files: {
      "index.ts": `${IMPORTED}\nenum Direction { Receive }\nexport const { Receive } = Direction;\n`,
      ...tsconfig("nodenext"),
    },
    options: { typescript: false },
    env: { NODE_OPTIONS: "--import tsx" },
    packages: { ...TYPES, tsx: "^4.0.0" },
    isChecked: true,
  },
  "type stripping": {
    main: "index.ts",
    type: "module",
    files: { "index.ts": IMPORTED, ...tsconfig("nodenext") },
    options: { typescript: false },
    packages: TYPES,
    isChecked: true,
  },
};
