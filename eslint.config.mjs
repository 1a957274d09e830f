import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { fileNames, importRules } from "./eslint.rules.mjs";

const TYPESCRIPT = ["**/*.ts", "**/*.mts"];
const NODE_GLOBALS = ["process", "console", "URL", "Buffer", "performance", "fetch", "AbortSignal"];
const TIMERS = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"];

export default defineConfig(
  globalIgnores(["dist/", "coverage/", ".demo/", "**/*.generated.*"]),
  {
    plugins: { project: { rules: { "file-names": fileNames } } },
    rules: {
      "project/file-names": "error",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "no-duplicate-imports": "off",
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      // The engine's interfaces ask for promises also where nothing has to be awaited.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["**/*.mjs", "**/*.cjs", "**/*.js"],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      globals: Object.fromEntries([...NODE_GLOBALS, ...TIMERS].map((name) => [name, "readonly"])),
    },
    rules: { "no-undef": "error", "no-unreachable": "error", "no-dupe-keys": "error" },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: { globals: { require: "readonly", module: "writable" } },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // Programs to be copied out: each has settings of its own, and plain JavaScript ones may use `require`.
    files: ["examples/**"],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { "no-undef": "off", "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // Answers of programs and services are looked at as they come.
    files: ["test/**"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  ...importRules,
);
