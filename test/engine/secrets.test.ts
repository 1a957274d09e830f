import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { must } from "../support/engine.js";
import { byHand, js, service, stackOn } from "../support/engine-world.js";

const TOKEN = "canary-token-7f3a";
const HEADER = "canary-header-9b1c";
const CHANGED = "canary-header-by-hand-2d4e";

const program = js(`
new MidCallTool("weather", tool("get_weather", { headers: [{ name: "Authorization", value: require("fs").readFileSync("header.txt", "utf8") }] }));
`);

test("token and header values are in no output, no error and no state", async () => {
  const emulator = await service({ token: TOKEN });
  const stack = await stackOn(emulator, program, {
    files: { "header.txt": HEADER },
    env: { VOICECALL_ACCESS_TOKEN: undefined, VOICECALL_BASE_URL: undefined },
    config: { "voicecall:baseUrl": emulator.address },
    secretConfig: { "voicecall:accessToken": TOKEN },
  });
  const said: string[] = [];
  const run = async (...args: string[]): Promise<number | null> => {
    const { code, all } = await stack.run(...args);
    said.push(all);
    return code;
  };
  expect(await run("preview", "--diff")).toBe(0);
  expect(await run("up", "--yes", "--skip-preview")).toBe(0);
  expect(emulator.state.tools[0]!.headers).toEqual([{ name: "Authorization", value: HEADER }]);

  await byHand(emulator, "PUT", `/user/tools/${emulator.state.tools[0]!.id}`, {
    headers: [{ name: "Authorization", value: CHANGED }],
  });
  expect(await run("preview", "--refresh", "--diff")).toBe(0);
  expect(await run("refresh", "--yes", "--skip-preview", "--diff")).toBe(0);
  said.push(await stack.stateText());

  // The service repeats what it was sent: a refusal, and a fault of its own.
  emulator.faults.add({
    method: "PUT",
    path: "/user/tools",
    times: 1,
    fault: { status: 422, body: { message: `no: ${HEADER} ${TOKEN}`, errors: { headers: [HEADER] } } },
  });
  expect(await run("up", "--yes", "--skip-preview")).not.toBe(0);
  must(await stack.up());
  said.push(await stack.stateText());
  const text = said.join("\n");
  for (const secret of [TOKEN, HEADER, CHANGED]) expect(text.split(secret)).toHaveLength(1);
  // What lies on disk, history and backups included.
  for (const file of files(path.join(stack.folder, "..", "state"))) {
    const stored = readFileSync(file, "latin1");
    for (const secret of [TOKEN, HEADER, CHANGED]) expect(stored.includes(secret), file).toBe(false);
  }
});

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
