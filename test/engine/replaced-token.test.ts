/** A token in the configuration that is no longer valid. */
import { expect, test } from "vitest";
import { must } from "../support/engine.js";
import { js, service, stackOn, writes } from "../support/engine-world.js";

test("a refresh uses the token of the last update: the error says so, and its advice helps", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, js(`new MidCallTool("hours", tool("get_hours"));`), {
    env: { VOICECALL_ACCESS_TOKEN: undefined },
    secretConfig: { "voicecall:accessToken": emulator.token },
  });
  must(await stack.up());
  emulator.state.users[0]!.token = "the-next-token-of-the-account";
  must(await stack.run("config", "set", "--secret", "voicecall:accessToken", emulator.token));
  const refused = await stack.refresh();
  expect(refused.code).not.toBe(0);
  expect(refused.all).toContain("did not accept the access token");
  expect(refused.all).toContain("Once corrected, run `pulumi up` before any refresh.");
  must(await stack.up());
  must(await stack.refresh());
  expect(writes(emulator)).toHaveLength(1);
});
