/** A machine that runs the workflows: what a step does that cannot run here. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject } from "vitest";
import type { Emulator } from "../../emulator/index.js";
import { quickEnvironment } from "../support/engine.js";
import type { GitHub, Issue } from "../support/github.js";
import type { Machine } from "../support/runner.js";
import { INSTALL } from "./installed.js";

export function machineIn(
  root: string,
  emulator: Emulator,
  modules: string,
  github: GitHub,
  pull: Issue,
): Machine {
  const engine = inject("engine");
  const { HOME, TMPDIR } = process.env;
  const artifacts = path.join(root, "artifacts");
  const event = { pull_request: { number: pull.number, head: { sha: "abc123" } } };
  return {
    root,
    repository: path.join(root, "repository"),
    env: {
      HOME,
      TMPDIR,
      ...engine.env,
      ...quickEnvironment(engine.env),
      PULUMI_HOME: path.join(root, "pulumi-home"),
    },
    // The backend is a file URL, so that the engine does not ask for credentials.
    vars: {
      VOICECALL_BASE_URL: emulator.address,
      PULUMI_BACKEND_URL: pathToFileURL(path.join(root, "state")).href,
    },
    secrets: {
      VOICECALL_ACCESS_TOKEN: emulator.token,
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
      PULUMI_CONFIG_PASSPHRASE: "passphrase",
    },
    instead: {
      // Each job gets a copy of the files. Not needed: the Node that runs this test, and the engine on PATH.
      "actions/checkout": (_, { workspace }) => {
        const git = (...args: string[]) =>
          execFileSync("git", ["-c", "user.name=it", "-c", "user.email=it@example.com", ...args], {
            cwd: workspace,
          });
        git("init", "-q");
        git("add", "--all");
        git("commit", "-q", "-m", "It");
      },
      "actions/setup-node": () => undefined,
      "pulumi/actions": () => undefined,
      // Replaced by a link: the command takes half a minute, and its result is already in `modules`.
      [`run: ${INSTALL}`]: (_, { workspace }) =>
        symlinkSync(path.join(modules, "node_modules"), path.join(workspace, "node_modules"), "junction"),
      "actions/upload-artifact": ({ with: given }, { temporary, workspace }) => {
        const kept = /^(.*\.voicecall)\/\*\.json$/.exec(String(given!["path"]))?.[1];
        if (kept !== undefined) {
          const folder = path.join(workspace, kept);
          if (existsSync(folder)) cpSync(folder, path.join(artifacts, "kept"), { recursive: true });
          return;
        }
        const files = ["plan.json", "found.txt"];
        expect(given!["path"]).toBe(files.map((file) => `\${{ runner.temp }}/${file}\n`).join(""));
        const artifact = path.join(artifacts, String(given!["name"]));
        mkdirSync(artifact, { recursive: true });
        for (const file of files) cpSync(path.join(temporary, file), path.join(artifact, file));
      },
      "actions/download-artifact": ({ with: given }, { temporary }) => {
        expect(given!["path"]).toBe("${{ runner.temp }}");
        cpSync(path.join(artifacts, String(given!["name"])), temporary, { recursive: true });
      },
      "actions/github-script": (step, { env }) => github.run(String(step.with!["script"]), env, event),
    },
  };
}
