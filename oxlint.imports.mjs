// Which module may import which: the architecture as lint rules. The patterns match paths as the importing
// file writes them.
import { existsSync, readdirSync } from "node:fs";

const NAMELESS = {
  regex: "(?i)(^|/)(utils?|helpers?|misc|common)(\\.[cm]?[jt]s|/|$)",
  message: "Name a file after what it contains. A general name invites unrelated code.",
};
const PULUMI = {
  group: ["@pulumi/pulumi", "@pulumi/pulumi/**"],
  message: "Only sdk/ imports the Pulumi SDK.",
};
const UNDICI = {
  group: ["undici", "undici/**"],
  message: "Only provider/http/transport.ts may import undici.",
};

/** Matches imports from the named top-level folders, in files at any depth. */
const folders = (names, message) => ({ regex: `^(\\.\\./)+(${names.join("|")})/`, message });

const KINDS = readdirSync(new URL("provider", import.meta.url), { withFileTypes: true })
  .filter(
    (entry) =>
      entry.isDirectory() &&
      existsSync(new URL(`provider/${entry.name}/resource.ts`, import.meta.url)) &&
      entry.name !== "core",
  )
  .map(({ name }) => name)
  .join("|");

const EMULATOR_ALONE = folders(
  ["provider", "sdk", "cli"],
  "emulator/ is written from the specification, and shares no code with the provider that it tests.",
);
const PROVIDER_ALONE = folders(
  ["sdk", "cli", "emulator"],
  "provider/ must not import from sdk/, cli/ or emulator/.",
);
const SDK_ON_PROVIDER = folders(
  ["cli", "emulator"],
  "sdk/ may import from provider/, but not from cli/ or emulator/.",
);
const PROVIDER_INSIDES = {
  group: ["**/provider/**", "!**/provider/{index,suggest,quoted,carried}.js"],
  allowTypeImports: true,
  message: "sdk/ may import from provider/ only types, index.js, suggest.js, quoted.js and carried.js.",
};
const HTTP_BELOW = {
  regex: `^(\\.\\./)+(core/|(${KINDS}|lookup)/|catalog\\.js$|index\\.js$)`,
  message: "http/ sends requests, and must not import any resource.",
};
const CORE_BELOW = {
  regex: `^(\\.\\./)+((${KINDS})/|catalog\\.js$|index\\.js$)`,
  message: "core/ is shared by all resources, so it must not import any of them. It may import lookup/.",
};
const SCHEMA_IS_LEAF = {
  group: [
    "./**",
    "../**",
    "!../core/{fields,codecs,types,options}.js",
    "!./{codecs,rules}.js",
    "!./schema-*.js",
    "!../*/{codecs,rules}.js",
  ],
  message: "A schema only describes fields, so it may import only the listed modules.",
};
const ONE_WAY = {
  regex: "(^\\./|/)(resource|catalog|index)\\.js$",
  message: "Imports go one way: resource → api → http.",
};
const BY_ITS_API = {
  regex: "/http/(transport|retry|answer|gate|path)\\.js$|^\\.\\./(catalog|index)\\.js$",
  message: "A resource calls the service only through its api.ts.",
};

const BY_THE_FACADE = {
  group: ["**/provider/**", "!**/provider/{facade,kind,messages,quoted,suggest,carried,parser-flags}.js"],
  message:
    "cli/ may import from provider/ only facade, kind, messages, quoted, suggest, carried and parser-flags.",
};

const restrict = (...patterns) => ({
  "no-restricted-imports": ["error", { patterns: [NAMELESS, ...patterns] }],
});

export const onlyNamedFiles = restrict();

const provider = [PROVIDER_ALONE, PULUMI, UNDICI];

// If several entries match a file, only the last one applies.
export const importRules = [
  { files: ["emulator/**/*.ts"], rules: restrict(EMULATOR_ALONE, PULUMI) },
  { files: ["sdk/**/*.ts"], rules: restrict(SDK_ON_PROVIDER, UNDICI, PROVIDER_INSIDES) },
  { files: ["cli/**/*.ts"], rules: restrict(UNDICI, PULUMI, BY_THE_FACADE) },
  { files: ["provider/**/*.ts"], rules: restrict(...provider) },
  { files: ["provider/http/*.ts"], rules: restrict(...provider, HTTP_BELOW) },
  { files: ["provider/http/transport.ts"], rules: restrict(PROVIDER_ALONE, PULUMI, HTTP_BELOW) },
  { files: ["provider/*/schema.ts", "provider/*/schema-*.ts"], rules: restrict(...provider, SCHEMA_IS_LEAF) },
  { files: ["provider/*/api.ts"], rules: restrict(...provider, ONE_WAY) },
  { files: ["provider/*/resource.ts"], rules: restrict(...provider, BY_ITS_API) },
  { files: ["provider/core/*.ts"], rules: restrict(...provider, CORE_BELOW) },
  { files: ["provider/core/api.ts"], rules: restrict(...provider, CORE_BELOW, ONE_WAY) },
  { files: ["provider/core/resource.ts"], rules: restrict(...provider, CORE_BELOW, BY_ITS_API) },
];
