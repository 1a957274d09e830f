/** `get()` of an object that the account lacks is an error. Otherwise all its outputs would be undefined. */
import { describe, expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";
import { anAssistant } from "../../kinds/index.js";

describe("get() of an absent object", () => {
  test.each(["Assistant", "CampaignState"])("%s: preview and up fail", async (kind) => {
    const stack = await stackOn(await service(), js(`${kind}.get("got", 999);`));
    const preview = await stack.preview();
    const up = await stack.up();
    expect([preview.code, up.code]).not.toContain(0);
    expect(up.all).toContain("999");
  });

  test("up does not empty the fields that other resources take from it", async () => {
    const emulator = await service();
    const shared = {
      ...anAssistant.body,
      assistant_name: "Shared",
      webhook_url: "https://hooks.example.com/a",
    };
    await byHand(emulator, "POST", "/user/assistant", shared);
    const { id } = emulator.state.assistants[0]!;
    const stack = await stackOn(
      emulator,
      js(`const { webhookUrl } = Assistant.get("shared", ${id});
new Assistant("mine", { ...support, name: "Mine", webhookUrl });`),
    );
    must(await stack.up());
    emulator.state.assistants.splice(0, 1);
    const before = writes(emulator).length;
    await stack.up();
    expect(writes(emulator).slice(before)).toEqual([]);
    expect(emulator.state.assistants).toMatchObject([{ webhook_url: "https://hooks.example.com/a" }]);
  });
});
