import { createRequire } from "node:module";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Kind } from "../../provider/base/kind.js";
import { providerText, typeToken } from "../../sdk/host.js";
import { temporaryFolder } from "../support/after-test.js";

const kinds: Kind[] = ["MidCallTool", "Assistant", "Campaign", "Lead", "LeadSet", "CampaignState"];

const requireFromString = createRequire(path.resolve("package.json"))("require-from-string") as (
  code: string,
) => { handler(): unknown };

/** Runs the provider text, as the provider host does. */
const run = (text: string): unknown => requireFromString(text).handler();

function programWith(files: Record<string, string>): void {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  vi.spyOn(process, "cwd").mockReturnValue(folder);
}

const installed = (runtime: string) => ({
  "node_modules/pulumi-voicecall/package.json": '{"exports": {"./runtime": "./runtime.js"}}',
  "node_modules/pulumi-voicecall/runtime.js": runtime,
});

afterEach(() => void vi.restoreAllMocks());

describe("the provider text, which state keeps forever", () => {
  it.each(kinds)("of %s names the package, open and the kind, and nothing that may change", (kind) => {
    expect(providerText(kind)).toBe(
      `exports.handler=()=>{try{return require("module").createRequire(process.cwd()+"/")("pulumi-voicecall/runtime").open("${kind}")}catch(e){throw/^MOD/.test(e.code)?Error(e+"\\nRun npm install"):e}}`,
    );
    expect(typeToken(kind)).toBe(`pulumi-nodejs:dynamic/voicecall:${kind}`);
  });

  it.each(kinds)("of %s is under 200 bytes", (kind) => {
    expect(Buffer.byteLength(providerText(kind))).toBeLessThan(200);
  });

  it("opens its kind with the package in the program's folder", () => {
    programWith(installed("exports.open = (kind) => ({ opened: kind });"));
    expect(run(providerText("Lead"))).toEqual({ opened: "Lead" });
  });

  it("opens its kind in the package's own repository", () => {
    programWith({
      "package.json": '{"name": "pulumi-voicecall", "exports": {"./runtime": "./runtime.js"}}',
      "runtime.js": "exports.open = (kind) => ({ opened: kind });",
    });
    expect(run(providerText("Assistant"))).toEqual({ opened: "Assistant" });
  });

  it("gives the remedy and the place when the package is not installed", () => {
    programWith({});
    expect(() => run(providerText("Assistant"))).toThrow(
      /Cannot find module[^]*voicecall-test-[^]*Run npm install$/,
    );
  });

  it("does not change any other error", () => {
    programWith(
      installed('exports.open = () => { throw Object.assign(new Error("broken"), { code: "EACCES" }); };'),
    );
    expect(() => run(providerText("Assistant"))).toThrow(/^broken$/);
    programWith(installed('exports.open = () => { throw new Error("without a code"); };'));
    expect(() => run(providerText("Assistant"))).toThrow(/^without a code$/);
  });
});
