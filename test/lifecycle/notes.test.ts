import { expect, test } from "vitest";
import { assistant, world } from "../support/world.js";

test("taking the webhook out of the program says that notifications go off with it, and does just that", async () => {
  const { engine, emulator, writes } = await world();
  const program = (more: Record<string, unknown>) => ({
    it: { kind: "Assistant", props: { ...assistant, ...more } },
  });
  await engine.up(program({ webhookUrl: "https://hooks.example.com/a", isWebhookActive: true }));
  writes();
  const preview = await engine.preview(program({}));
  expect(preview.lines.join("\n")).toContain("without webhookUrl its notifications are switched off too");
  expect(await engine.up(program({}))).toMatchObject({ errors: [] });
  expect(writes().map(({ body }) => body)).toEqual([{ webhook_url: null, is_webhook_active: false }]);
  expect(emulator.state.assistants[0]).toMatchObject({ webhook_url: null, is_webhook_active: false });
});
