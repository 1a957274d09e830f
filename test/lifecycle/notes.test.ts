import { expect } from "vitest";
import { subjects } from "../kinds/index.js";
import { assistant, campaignState, silent, tool, world, succeeded, test } from "../support/world.js";

const program = (more: Record<string, unknown>) => ({
  it: { kind: "Assistant", props: { ...assistant, ...more } },
});

test("removing the webhook announces that notifications are disabled, and disables them", async ({
  here: { engine, emulator, writes },
}) => {
  await engine.up(program({ webhookUrl: "https://hooks.example.com/a", isWebhookActive: true }));
  writes();
  const preview = await engine.preview(program({}));
  expect(preview.lines.join("\n")).toContain("removing webhookUrl also switches off the notifications");
  expect(await engine.up(program({}))).toMatchObject(succeeded);
  expect(writes().map(({ body }) => body)).toEqual([{ webhook_url: null, is_webhook_active: false }]);
  expect(emulator.state.assistants[0]).toMatchObject({ webhook_url: null, is_webhook_active: false });
});

test("removed together with the webhook, isWebhookActive is not reported as left on", async ({
  here: { engine },
}) => {
  await engine.up(program({ webhookUrl: "https://hooks.example.com/a", isWebhookActive: true }));
  const { lines } = await engine.preview(program({}));
  expect(lines.join("\n")).not.toContain("left at true");
});

test.each(subjects)(
  "$kind: renamed and adopted, the object is not deleted with the old resource",
  async ({ kind, props }) => {
    const { engine, emulator, writes } = await world();
    await engine.up({ old: { kind, props } });
    const id = Number(engine.state.get("old")!.id);
    const { lines } = await engine.preview({ fresh: { kind, props } });
    const refused = await engine.up({ fresh: { kind, props } });
    const [error] = refused.errors;
    expect(error).toContain(`(id ${id}). Adopt it with adoptId: ${id},`);
    expect(error).toContain("Renamed resources need aliases");
    for (const text of [error!, lines.find((line) => line.includes("Applying this will fail"))!])
      expect(text.slice(text.indexOf(": ") + 2).split(" ").length).toBeLessThanOrEqual(40);
    writes();
    const up = await engine.up({ fresh: { kind, props: { ...props, adoptId: id } } });
    expect(up.errors).toEqual([]);
    expect(up.lines.join("\n")).toContain(
      "was not deleted: another resource of this program has just adopted it",
    );
    expect(writes().filter(({ method }) => method === "DELETE")).toEqual([]);
    expect([...engine.state.keys()]).toEqual(["fresh"]);
    expect(
      [...emulator.state.tools, ...emulator.state.assistants, ...emulator.state.leads].map((row) => row.id),
    ).toEqual([id]);
  },
);

test("a manually started campaign that is now declared started is not reported as another object", async ({
  here: { engine, emulator },
}) => {
  const program = (state: string) => ({ it: { kind: "CampaignState", props: { ...campaignState, state } } });
  await engine.up(program("stopped"));
  emulator.state.campaigns[0]!.status = "in-progress";
  await engine.refresh();
  const preview = await engine.preview(program("started"));
  expect(preview.steps).toEqual([{ name: "it", op: "update", fields: [] }]);
  expect(preview.lines.join("\n")).not.toContain("another object");
});

test("a refresh reads no listing of tools if state has the attached ones", async ({
  here: { engine, requests },
}) => {
  await engine.up({
    weather: { kind: "MidCallTool", props: tool },
    it: { kind: "Assistant", props: (of) => ({ ...assistant, tools: [of("weather")["id"]] }) },
  });
  // The refresh of a tool in state would read the listing of tools.
  engine.state.delete("weather");
  requests();
  expect(await engine.refresh()).toMatchObject(succeeded);
  expect(requests()).not.toContain("GET /user/tools");
});

test("a probable mistake is reported again only when the assistant changes", async ({ here: { engine } }) => {
  const idle = { variables: { idle: 1 } };
  const finding = [expect.stringContaining('declares "idle", which no text of the assistant uses')];
  expect((await engine.up(program(idle))).lines).toEqual(finding);
  expect(await engine.preview(program(idle))).toMatchObject(silent);
  expect((await engine.preview(program({ ...idle, recordCall: true }))).lines).toEqual(finding);
});

test("an assistant that the service has paused is announced by the refresh that finds it, and once it changes", async ({
  here: { engine, emulator },
}) => {
  const program = { it: { kind: "Assistant", props: assistant } };
  expect(await engine.up(program)).toMatchObject(succeeded);
  emulator.state.assistants[0]!.compliance_blocked_at = "2026-10-01T00:00:00.000000Z";
  const { steps, lines } = await engine.refresh();
  expect(steps).toMatchObject([{ op: "same" }]);
  const note = "was paused by the service's check of prompts";
  expect(lines.join()).toContain(note);
  expect(engine.state.get("it")!.outputs["complianceBlockedAt"]).toBe("2026-10-01T00:00:00.000000Z");
  expect(await engine.preview(program)).toMatchObject(silent);
  const changed = { it: { kind: "Assistant", props: { ...assistant, maxCallDuration: 90 } } };
  expect((await engine.preview(changed)).lines.join()).toContain(note);
});

test("an inactive assistant is announced when it is created, adopted, changed or refreshed", async () => {
  const { engine } = await world({ form: "2026" });
  const program = (name: string, more: Record<string, unknown> = {}) => ({
    [name]: { kind: "Assistant" as const, props: { ...assistant, ...more } },
  });
  const note = /is inactive in the service; .* Activate it in the service's dashboard\./;
  const inactive = ({ lines }: { lines: readonly string[] }) =>
    lines.filter((line) => note.test(line)).length;
  const created = await engine.up(program("it"));
  expect(created).toMatchObject(succeeded);
  expect(inactive(created)).toBe(1);
  expect(inactive(await engine.preview(program("it")))).toBe(0);
  expect(inactive(await engine.refresh())).toBe(1);
  expect(inactive(await engine.preview(program("it", { maxCallDuration: 90 })))).toBe(1);
  const adoptId = Number(engine.state.get("it")!.id);
  expect(inactive(await engine.up(program("adopted", { adoptId })))).toBe(1);
});
