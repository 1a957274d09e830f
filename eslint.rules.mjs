// What may import what: the rules of the architecture, as lint.
import path from "node:path";
import importX, { createNodeResolver } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

const KINDS = ["mid-call-tool", "assistant", "lead", "campaign-state", "lookup"];
const kindFolders = KINDS.map((kind) => `./provider/${kind}`);

const zones = [
  {
    target: "./emulator",
    from: ["./provider", "./sdk", "./cli"],
    message: "The emulator is written from the specification: it shares nothing with what it tests.",
  },
  {
    target: "./provider",
    from: ["./sdk", "./cli", "./emulator"],
    message: "The provider knows nothing of the program, the command line or the emulator.",
  },
  {
    target: "./sdk",
    from: ["./cli", "./emulator"],
    message: "What a program imports stands on the provider alone.",
  },
  {
    target: "./provider/http",
    from: ["./provider/core", "./provider/catalog.ts", "./provider/index.ts", ...kindFolders],
    message: "http/ carries requests and knows nothing of resources.",
  },
  {
    target: "./provider/core",
    from: [
      "./provider/catalog.ts",
      "./provider/index.ts",
      ...kindFolders.filter((it) => !it.endsWith("lookup")),
    ],
    message: "core/ is what every resource shares, so it knows none of them; names are looked up by all.",
  },
  {
    target: "./provider/*/schema.ts",
    from: "./provider",
    except: ["**/provider/core/{fields,codecs,types,options}.ts", "**/provider/*/{codecs,rules}.ts"],
    message: "A schema is a leaf: it says what the fields are and does nothing.",
  },
  {
    target: "./provider/*/api.ts",
    from: ["./provider/*/resource.ts", "./provider/catalog.ts", "./provider/index.ts"],
    message: "Imports go one way: resource, api, http.",
  },
  {
    target: "./provider/*/resource.ts",
    from: [
      "./provider/http/{transport,retry,answer,gate,path}.ts",
      "./provider/catalog.ts",
      "./provider/index.ts",
    ],
    message: "A resource talks to the service by its api.ts.",
  },
];

// A zone with patterns in `from` takes no other kind of path beside them, hence one zone a path.
const restrictedPaths = zones.flatMap(({ from, ...zone }) =>
  [from].flat().map((one) => toPatterns({ ...zone, from: one })),
);

function toPatterns(zone) {
  if (!zone.except) return zone;
  return { ...zone, from: `${zone.from}/**/*` };
}

const PULUMI = {
  group: ["@pulumi/pulumi", "@pulumi/pulumi/**"],
  message: "Only sdk/ imports the Pulumi SDK.",
};
const AUTOMATION_ONLY = {
  regex: "^@pulumi/pulumi(?!/automation)",
  message: "The command line uses the Automation API alone.",
};
const UNDICI = { group: ["undici"], message: "Only provider/http/transport.ts speaks to the network." };
const PROVIDER_INSIDES = {
  regex: "^(\\.\\./)+provider/(?!(index|suggest|quoted|carried)(\\.js)?$)",
  allowTypeImports: true,
  message:
    "sdk/ takes types, provider/index and the leaves suggest, quoted and carried from the provider, nothing else.",
};

function restrict(files, patterns, ignores = []) {
  return { files, ignores, rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] } };
}

export const importRules = [
  {
    files: ["**/*.ts"],
    plugins: { "import-x": importX, "@typescript-eslint": tseslint.plugin },
    settings: {
      "import-x/extensions": [".ts"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"] },
      "import-x/resolver-next": [
        createNodeResolver({ extensions: [".ts", ".js"], extensionAlias: { ".js": [".ts", ".js"] } }),
      ],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { basePath: import.meta.dirname, zones: restrictedPaths }],
      "import-x/no-cycle": "error",
    },
  },
  restrict(["provider/**/*.ts"], [PULUMI, UNDICI], ["provider/http/transport.ts"]),
  restrict(["provider/http/transport.ts"], [PULUMI]),
  restrict(["emulator/**/*.ts"], [PULUMI]),
  restrict(["sdk/**/*.ts"], [UNDICI, PROVIDER_INSIDES]),
  restrict(["cli/**/*.ts"], [UNDICI, AUTOMATION_ONLY]),
];

/** A file is named for the one thing in it; such names invite everything. */
export const fileNames = {
  create(context) {
    const name = path.basename(context.filename).split(".")[0];
    if (!/^(utils?|helpers?|misc|common)$/i.test(name)) return {};
    const message = `Name the file for the one thing in it instead of «${name}».`;
    return { Program: (node) => context.report({ node, message }) };
  },
};
