// Which module may import which: the architecture as lint rules. `npm run lint` checks them.
const only = (folder, ...allowed) => ({ path: `^${folder}`, pathNot: allowed.map((one) => `^${one}`) });

/** @param to what these modules must not import, as a path or a condition */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: typeof from === "string" ? { path: from } : from,
  to: typeof to === "string" ? { path: to } : to,
});

/** The floors of provider/. A folder imports only from its own floor and from those before it. */
const FLOORS = ["base", "http", "core/fields", "core/records", "core/lookup", "core/run", "core/steps"];
const CORE = "^provider/(base|http|core)/";

const floors = FLOORS.map((floor, index) =>
  forbid(
    `floor-${floor}`,
    `provider/${floor} may import only from itself and from the floors below: ${FLOORS.slice(0, index).join(", ")}.`,
    `^provider/${floor}/`,
    only("provider/", ...FLOORS.slice(0, index + 1).map((one) => `provider/${one}/`)),
  ),
);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    forbid("no-circle-of-files", "Move what both need into a third file.", {}, { circular: true }),
    {
      ...forbid("no-circle-of-folders", "Move what both need into a folder below.", {}, { circular: true }),
      scope: "folder",
    },
    forbid(
      "downwards",
      "A folder imports its subfolders, so these must not import its own files.",
      "^(.+)/[^/]+/[^/]+$",
      "^$1/[^/]+$",
    ),
    ...floors,
    forbid("core-shares", "core/ is shared by all kinds, so it imports none.", "^provider/core/", {
      path: "^provider/",
      pathNot: CORE,
    }),
    forbid(
      "schema-is-leaf",
      "A schema only describes fields.",
      "^provider/[^/]+/schema[^/]*\\.ts$",
      only("provider/", "provider/core/fields/", "provider/[^/]+/(codecs|rules|schema-[^/]+)\\.ts$"),
    ),
    forbid(
      "one-way",
      "Imports go one way: resource → api → http.",
      "^provider/[^/]+/api\\.ts$",
      "/resource\\.ts$",
    ),
    forbid(
      "by-its-api",
      "A resource calls the service only through its api.ts.",
      "^provider/[^/]+/resource\\.ts$",
      "^provider/http/(transport|retry|answer|gate|path)\\.ts$",
    ),
    forbid(
      "provider-alone",
      "The provider knows none of its users.",
      "^provider/",
      "^(sdk|cli|emulator|tools)/",
    ),
    forbid(
      "emulator-alone",
      "emulator/ is written from the specification, and shares no code with the provider that it tests.",
      "^emulator/",
      "^(provider|sdk|cli|tools)/",
    ),
    forbid("sdk-on-provider", "A program needs no command line.", "^sdk/", "^(cli|emulator|tools)/"),
    forbid("sdk-by-the-index", "sdk/ may import other parts of the provider only as types.", "^sdk/", {
      path: "^provider/",
      pathNot: "^provider/(index|base/[^/]+|http/post)\\.ts$",
      dependencyTypesNot: ["type-only"],
    }),
    forbid(
      "cli-by-the-facade",
      "cli/ uses the provider through its facade.",
      "^cli/",
      only("provider/", "provider/(facade|base/[^/]+)\\.ts$"),
    ),
    forbid(
      "pulumi-in-sdk",
      "Only sdk/ imports the Pulumi SDK.",
      "^(provider|cli|emulator)/",
      "@pulumi/pulumi",
    ),
    forbid(
      "undici-in-transport",
      "Only provider/http/transport.ts and tunnel.ts may import undici.",
      { path: "^(provider|sdk|cli)/", pathNot: "^provider/http/(transport|tunnel)\\.ts$" },
      "node_modules/undici",
    ),
    forbid(
      "named",
      "Name a file after what it contains. A general name invites unrelated code.",
      {},
      { path: "(^|/)(utils?|helpers?|misc|common)(\\.[cm]?[jt]s|/|$)", dependencyTypes: ["local"] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    // The generated types of a resource name the classes of others, and each class has its generated types.
    exclude: { path: "(^|/)dist/|^sdk/generated/" },
  },
};
