/** A LiteLLM from PyPI, which passes requests on to an OpenAI-compatible endpoint. */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../../support/after-test.js";
import { freePort } from "../../support/free-port.js";
import { started } from "./proxies.js";

const VERSION = "1.108.7";

const cache = import("../../../tools/base/cache.mjs");
const home = async (): Promise<string> => path.join((await cache).CACHE, "litellm", VERSION);
const programIn = (folder: string): string => path.join(folder, "bin/litellm");

/** Why it is not on this machine; undefined if it is. Installs it once, in the cache folder. */
export async function missingLiteLLM(): Promise<string | undefined> {
  const target = await home();
  const exists = (): boolean => existsSync(programIn(target));
  const make = (folder: string): Promise<string> => {
    const quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--target", folder];
    const args = ["-m", "pip", "install", ...quiet, `litellm[proxy]==${VERSION}`];
    const env = { ...process.env, PIP_REQUIRE_VIRTUALENV: "0", PIP_USER: "0" };
    const { status, stderr, error } = spawnSync("python3", args, { encoding: "utf8", env });
    if (status === 0) return Promise.resolve(folder);
    throw new Error(`litellm ${VERSION} cannot be installed: ${error?.message ?? stderr.trim().slice(-300)}`);
  };
  try {
    if (!exists()) await (await cache).makeInCache(target, { exists, make });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns its base URL. Its model `m` is the one at `endpoint`. */
export async function startLiteLLM(endpoint: string, key: string): Promise<string> {
  const port = await freePort();
  const config = path.join(temporaryFolder(), "config.yaml");
  const model = { model: "openai/small", api_base: endpoint, api_key: "key-of-the-provider" };
  // JSON is YAML.
  const settings = {
    model_list: [{ model_name: "m", litellm_params: model }],
    litellm_settings: { num_retries: 0 },
    router_settings: { num_retries: 0, disable_cooldowns: true },
    general_settings: { master_key: key },
  };
  writeFileSync(config, JSON.stringify(settings));
  // Otherwise it asks for a list of prices at each start.
  const folder = await home();
  const env = { PYTHONPATH: folder, LITELLM_LOCAL_MODEL_COST_MAP: "True" };
  const args = [programIn(folder), "--config", config, "--host", "127.0.0.1", "--port", String(port)];
  await started("python3", args, port, { env, ready: /Uvicorn running on/ });
  return `http://127.0.0.1:${port}/v1`;
}
