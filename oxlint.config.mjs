const ON = [
  ...["eqeqeq", "object-shorthand", "prefer-const", "no-var", "prefer-rest-params", "prefer-spread"],
  ...["no-unreachable", "no-dupe-keys", "no-unused-expressions", "no-array-constructor"],
  ...["import/no-self-import"],
];

// This list has `consistent-type-imports`, and the rules of typescript-eslint's configuration
// `recommended-type-checked`, except `require-await` and the rules that are elsewhere in this file.
const ON_IN_TYPESCRIPT = [
  ...["await-thenable", "no-floating-promises", "no-misused-promises", "prefer-promise-reject-errors"],
  ...["no-unsafe-argument", "no-unsafe-call", "no-unsafe-return", "no-unsafe-enum-comparison"],
  ...["no-unsafe-unary-minus", "no-unsafe-function-type", "no-unsafe-declaration-merging"],
  ...["no-array-delete", "no-base-to-string", "no-for-in-array", "no-implied-eval", "only-throw-error"],
  ...["no-duplicate-type-constituents", "no-redundant-type-constituents", "no-unnecessary-type-assertion"],
  ...[
    "no-unnecessary-type-constraint",
    "no-duplicate-enum-values",
    "no-empty-object-type",
    "no-explicit-any",
  ],
  ...["no-extra-non-null-assertion", "no-non-null-asserted-optional-chain", "no-misused-new", "no-namespace"],
  ...["no-require-imports", "no-this-alias", "no-wrapper-object-types", "prefer-as-const"],
  ...["prefer-namespace-keyword", "restrict-plus-operands", "triple-slash-reference", "ban-ts-comment"],
  ...["consistent-type-imports"],
];

// Tests read the output of programs and services without types.
const OFF_IN_TESTS = ["no-unsafe-assignment", "no-unsafe-member-access", "unbound-method"];

const errors = (rules, prefix = "") => Object.fromEntries(rules.map((rule) => [prefix + rule, "error"]));

export default {
  plugins: ["eslint", "typescript", "import"],
  categories: { correctness: "off" },
  ignorePatterns: ["dist/", "coverage/", "**/*.generated.*", "templates/"],
  env: { builtin: true, node: true },
  rules: {
    ...errors(ON),
    "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
  },
  overrides: [
    {
      files: ["**/*.ts", "**/*.mts"],
      rules: {
        ...errors([...ON_IN_TYPESCRIPT, ...OFF_IN_TESTS], "typescript/"),
        "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
      },
    },
    // Functions in core/ take an `Operation`, so they need few other parameters.
    { files: ["provider/core/**/*.ts"], rules: { "max-params": ["error", { max: 4 }] } },
    { files: ["**/*.mjs", "**/*.cjs", "**/*.js"], rules: { "no-undef": "error" } },
    {
      files: ["test/**"],
      rules: Object.fromEntries(OFF_IN_TESTS.map((rule) => [`typescript/${rule}`, "off"])),
    },
    // Users copy these programs. Those in plain JavaScript may use `require`.
    { files: ["examples/**"], rules: { "no-undef": "off", "typescript/no-require-imports": "off" } },
  ],
};
