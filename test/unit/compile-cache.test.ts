import module from "node:module";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { compileCache } from "../../cli/base/compile-cache.js";
import { keepingCompiled } from "../../provider/compile-cache.js";
import { REPOSITORY } from "../support/project.js";

const NODE_24 = { flushCompileCache: () => undefined };
const NODE_20 = {};
const script = JSON.stringify(path.join(REPOSITORY, "dist/cli/compile-cache.js"));

describe("the variables of an engine's Node processes", () => {
  test.each([
    ["with a Node that has the cache", {}, NODE_24, `--require ${script}`],
    [
      "beside options of the user",
      { NODE_OPTIONS: "--use-env-proxy" },
      NODE_24,
      `--use-env-proxy --require ${script}`,
    ],
    ["with Node 20", {}, NODE_20, undefined],
    ["with a folder of the user", { NODE_COMPILE_CACHE: "/cache" }, NODE_24, undefined],
    ["where the user wants none", { NODE_DISABLE_COMPILE_CACHE: "1" }, NODE_24, undefined],
    ["in CI", { CI: "true" }, NODE_24, undefined],
    ["in CI on a machine that stays", { CI: "" }, NODE_24, `--require ${script}`],
  ])("%s: %j", async (_, env, node, options) => {
    const added = await compileCache(env, node);
    expect(added["NODE_OPTIONS"]).toBe(options);
    const folder = expect.stringMatching(/pulumi-voicecall.*compiled$/) as unknown;
    expect(added["VOICECALL_COMPILE_CACHE"]).toEqual(options && folder);
  });
});

test.each([
  [
    "once, after the first response, if the command has named a folder",
    { VOICECALL_COMPILE_CACHE: "/cache" },
    1,
  ],
  ["never otherwise", {}, 0],
])("the provider host writes its compiled code %s", async (_, env, times) => {
  const flush = vi.fn();
  const { flushCompileCache: own } = module as { flushCompileCache?: unknown };
  onTestFinished(() => void Object.assign(module, { flushCompileCache: own }));
  Object.assign(module, { flushCompileCache: flush });
  const answered = keepingCompiled(env);
  answered();
  expect(flush).not.toHaveBeenCalled();
  answered();
  await new Promise(setImmediate);
  expect(flush).toHaveBeenCalledTimes(times);
});
