/** How this repository's tools find, install or build a Pulumi CLI. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/after-test.js";
import { startCommand } from "../../support/commands.js";
import { REPOSITORY } from "../../support/project.js";

const TOOL = pathToFileURL(path.join(REPOSITORY, "tools/engine/index.mjs")).href;
const SEARCH = `
const { findEngine } = await import(${JSON.stringify(TOOL)});
try { console.log((await findEngine()).introduction) }
catch (error) { console.error(error.message); process.exitCode = 1; }`;

const NAMES = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];
const cli = (version: string): string => `#!/bin/sh\necho v${version}\n`;
/** Shell commands that write the three programs of a CLI, which all print this version. */
const writeCli = (folder: string, version: string): string =>
  NAMES.map(
    (name) => `printf '${cli(version)}' >"${folder}/${name}"; /bin/chmod 755 "${folder}/${name}"`,
  ).join("\n");

/** Pulumi's install script, which gets `--install-root FOLDER` among its arguments. */
const INSTALLER = `while [ "$1" != --install-root ]; do shift; done
/bin/mkdir "$2/bin"
${writeCli("$2/bin", "3.276.0")}`;

/** A go that writes a CLI to the file of \`-o\`. */
const GO = `#!/bin/sh
if [ "$1" = env ]; then echo '{ "GOVERSION": "go1.26.6" }'; exit; fi
while [ "$1" != -o ]; do shift; done
printf '${cli("3.276.0")}' >"$2"
/bin/chmod 755 "$2"`;

let folder: string;
let bin: string;

beforeEach(() => {
  folder = temporaryFolder();
  bin = path.join(folder, "bin");
  mkdirSync(bin);
});

function install(names: string[], text: string): void {
  for (const name of names) writeFileSync(path.join(bin, name), text, { mode: 0o755 });
}

/**
 * Searches with nothing but `bin` on the PATH and with an empty home. Pulumi's download site has this install
 * script, and cannot be reached without one.
 */
async function search({ choice, script }: { choice?: string; script?: string } = {}) {
  const [requests, preload] = ["requests", "preload.mjs"].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  writeFileSync(
    preload,
    `
import { appendFileSync } from "node:fs";
import { subscribe } from "node:diagnostics_channel";
const note = (what) => appendFileSync(${JSON.stringify(requests)}, what + "\\n");
for (const channel of ["net.client.socket", "undici:request:create"]) subscribe(channel, () => note(channel));
globalThis.fetch = async (url, { method = "GET" } = {}) => {
  note(method + " " + url);
  if (${script === undefined}) throw new TypeError("fetch failed");
  return new Response(method === "GET" ? ${JSON.stringify(script)} : null);
};`,
  );
  const { code, stdout, stderr } = await startCommand(
    process.execPath,
    ["--input-type=module", "--eval", SEARCH],
    {
      cwd: folder,
      env: {
        ...{ PATH: bin, HOME: folder, LOCALAPPDATA: folder, XDG_CACHE_HOME: folder },
        NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`,
        ...(choice !== undefined && { VOICECALL_CLI: choice }),
      },
    },
  ).ended;
  const sent = existsSync(requests) ? readFileSync(requests, "utf8").split("\n").filter(Boolean) : [];
  return { code, stdout, lines: stderr.split("\n").filter(Boolean), sent };
}

const HEAD = "HEAD https://get.pulumi.com/install.sh";
const GET = "GET https://get.pulumi.com/install.sh";
const INSTALLING = expect.stringMatching(/^installing the Pulumi CLI 3\.276\.0 with Pulumi's own installer/);
const NOT_ON_PATH = "PATH: there is no pulumi on PATH";
const NOT_IN_CACHE = /cache: there is no Pulumi CLI in \S+ yet/.source;
const UNREACHABLE = "install: Pulumi's installer cannot be reached (fetch failed)";
const NO_GO = "build: there is no go on PATH to build the CLI with";

describe("without VOICECALL_CLI", () => {
  test("a usable CLI on the PATH is taken", async () => {
    install(NAMES, cli("3.254.0"));
    const { code, stdout, sent } = await search({ script: INSTALLER });
    expect({ code, sent }).toEqual({ code: 0, sent: [] });
    expect(stdout).toBe(`Pulumi CLI v3.254.0, found on PATH (${bin})\n`);
  });

  test("after the PATH comes Pulumi's installer, which says so in one line; then its copy in the cache", async () => {
    install(NAMES, cli("3.253.0"));
    const first = await search({ script: INSTALLER });
    expect(first).toMatchObject({ code: 0, lines: [INSTALLING], sent: [HEAD, GET] });
    expect(first.stdout).toMatch(
      new RegExp(
        `^Pulumi CLI v3\\.276\\.0, installed by Pulumi's installer \\(\\S+; PATH: \\S+ is v3\\.253\\.0, but 3\\.254\\.0 .*; ${NOT_IN_CACHE}\\)\\n$`,
      ),
    );
    const second = await search();
    expect(second).toMatchObject({ code: 0, lines: [], sent: [HEAD, GET] });
    expect(second.stdout).toContain("Pulumi CLI v3.276.0, from the cache folder");
  });

  test.each([
    ["cannot be reached", undefined, "; install: Pulumi's installer cannot be reached (fetch failed))"],
    ["fails", "echo no disk space >&2; exit 1", "; install: "],
    ["installs no language host", INSTALLER.replaceAll("language-nodejs", "other"), "; install: there is no"],
  ])("an installer that %s is followed by the build", async (_, script, why) => {
    install(["go"], GO);
    const { code, stdout, lines } = await search({ ...(script !== undefined && { script }) });
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [INSTALLING, expect.stringContaining("building the Pulumi CLI"), expect.any(String)],
    });
    expect(stdout).toMatch(/^Pulumi CLI v3\.276\.0, built from its Go modules/);
    expect(stdout).toContain(`${NOT_ON_PATH}; cache: `);
    expect(stdout).toContain(why);
  });

  test("if all ways fail, the error gives each reason and names what to install", async () => {
    const { code, lines } = await search();
    expect(code).toBe(1);
    expect(lines).toEqual([
      INSTALLING,
      "There is no Pulumi CLI.",
      `  ${NOT_ON_PATH}`,
      expect.stringMatching(new RegExp(`^ {2}${NOT_IN_CACHE}$`)),
      `  ${UNREACHABLE}`,
      `  ${NO_GO}`,
      expect.stringMatching(
        /^Install the Pulumi CLI 3\.254\.0 or later .*, or Go 1\.26.* Then run this command again\.$/,
      ),
    ]);
  });
});

describe("VOICECALL_CLI", () => {
  test.each([
    ["path", [`  ${NOT_ON_PATH}`]],
    ["build", [expect.stringMatching(NOT_IN_CACHE), `  ${NO_GO}`]],
  ])("=%s tries nothing else, and sends nothing", async (choice, reasons) => {
    const { code, lines, sent } = await search({ choice, script: INSTALLER });
    expect({ code, sent }).toEqual({ code: 1, sent: [] });
    expect(lines).toEqual([
      "There is no Pulumi CLI.",
      ...reasons,
      expect.stringContaining("or unset VOICECALL_CLI to try all ways"),
    ]);
  });

  test("=install uses neither the PATH nor Go", async () => {
    install(NAMES, cli("3.254.0"));
    install(["go"], GO);
    const { code, lines } = await search({ choice: "install" });
    expect(code).toBe(1);
    expect(lines.slice(1, 4)).toEqual([
      "There is no Pulumi CLI.",
      expect.stringMatching(NOT_IN_CACHE),
      `  ${UNREACHABLE}`,
    ]);
    expect((await search({ choice: "install", script: INSTALLER })).stdout).toContain(
      "v3.276.0, installed by Pulumi's installer",
    );
  });

  test("=build takes the copy in the cache, whichever way made it", async () => {
    await search({ choice: "install", script: INSTALLER });
    expect((await search({ choice: "build" })).stdout).toContain("v3.276.0, from the cache folder");
  });

  test("with another value is an error that names the values", async () => {
    const { code, lines, sent } = await search({ choice: "download", script: INSTALLER });
    expect({ code, lines, sent }).toEqual({
      code: 1,
      lines: ['VOICECALL_CLI is "download". Set it to path, install, build, or unset it to try all.'],
      sent: [],
    });
  });
});
