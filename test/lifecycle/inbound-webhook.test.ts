/** `inboundWebhookUrl`, which requests of its own set and remove. */
import { describe, expect, test } from "vitest";
import type { Form } from "../../emulator/base/forms.js";
import { type World, applied, oneStep, succeeded, unchanged, world } from "../support/world.js";
import { anAssistant, declaring, madeElsewhere, only, strike } from "./subjects.js";

const ENABLE = "/user/assistants/enable-inbound-webhook";
const DISABLE = "/user/assistants/disable-inbound-webhook";
const url = "http://127.0.0.1/private-hook";
const other = "http://127.0.0.1/private-other";
const declared = declaring(anAssistant, { inboundWebhookUrl: url });

const stored = ({ emulator }: World) => emulator.state.assistants.at(-1)!;
const sent = (here: World) => here.writes().map(({ path, body }) => [path, body]);
const enabled = (here: World, webhook_url = url) => [ENABLE, { assistant_id: stored(here).id, webhook_url }];
const outputs = ({ engine }: World) => engine.state.get("it")!.outputs;

describe.each<Form>(["2025", "2026"])("%s form", (form) => {
  test("created with it, changed, removed: each time only its own request", async () => {
    const here = await world({ form });
    expect(await here.engine.up(declared)).toMatchObject(succeeded);
    const [create, set] = here.writes();
    expect(create!.body).not.toHaveProperty("inbound_webhook_url");
    expect([set!.path, set!.body]).toEqual(enabled(here));
    expect(outputs(here)).toHaveProperty("inboundWebhookUrl", url);
    expect(await here.engine.up(declared)).toMatchObject(unchanged);

    const changed = declaring(anAssistant, { inboundWebhookUrl: other });
    expect(await here.engine.preview(changed)).toMatchObject(oneStep("update", "inboundWebhookUrl"));
    expect(await here.engine.up(changed)).toMatchObject(succeeded);
    expect(sent(here)).toEqual([enabled(here, other)]);

    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
    expect(sent(here)).toEqual([[DISABLE, { assistant_id: stored(here).id }]]);
    expect(stored(here).inbound_webhook_url).toBeNull();
    expect(outputs(here)).not.toHaveProperty("inboundWebhookUrl");
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("changed together with another field: the ordinary update, then its own request", async () => {
    const here = await applied(declared, { form });
    const both = declaring(anAssistant, { inboundWebhookUrl: other, recordCall: true });
    expect(await here.engine.up(both)).toMatchObject(succeeded);
    const field = form === "2025" ? "record_call" : "record";
    const id = stored(here).id;
    expect(sent(here)).toEqual([[`/user/assistant/${id}`, { [field]: true }], enabled(here, other)]);
  });

  test("changed manually: drift, a conflict that shows no URL, and repaired by up --refresh", async () => {
    const here = await applied(declared, { form });
    stored(here).inbound_webhook_url = "http://127.0.0.1/private-by-hand";
    const error = only(await here.engine.up(declaring(anAssistant, { inboundWebhookUrl: other })));
    expect(error).toMatch(/manual change: inboundWebhookUrl \(differs: last applied \d+ characters, in the/);
    expect(error).not.toContain("private");
    expect(sent(here)).toEqual([]);
    expect(await here.engine.refresh()).toMatchObject(oneStep("update", "inboundWebhookUrl"));
    expect(await here.engine.up(declared)).toMatchObject(succeeded);
    expect(sent(here)).toEqual([enabled(here)]);
  });

  test("a new assistant stays in state if the service then fails, and the next up sends the URL only", async () => {
    const here = await world({ form });
    strike(here, "POST", ENABLE, { status: 500 }, { times: 4 });
    const error = only(await here.engine.up(declared));
    expect(error).toMatch(
      /^set inboundWebhookUrl of Assistant "Support" \(id \d+\): the object was created, but the service failed \(500/,
    );
    expect(outputs(here)).toMatchObject({ uuid: stored(here)["uuid"], voiceId: 1 });
    here.requests();
    expect(await here.engine.up(declared)).toMatchObject(succeeded);
    expect(sent(here)).toEqual([enabled(here)]);
    expect(await here.engine.preview(declared)).toMatchObject(unchanged);
    expect(here.emulator.state.assistants).toHaveLength(1);
  });

  test("a lost response: the request is sent again", async () => {
    const here = await world({ form });
    strike(here, "POST", ENABLE, "cut-after", { times: 1 });
    expect(await here.engine.up(declared)).toMatchObject(succeeded);
    expect(sent(here).slice(1)).toEqual([enabled(here), enabled(here)]);
  });

  test("the create's response was lost: the assistant is found, and gets its URL", async () => {
    const here = await world({ form });
    strike(here, "POST", anAssistant.create, "cut-after", { times: 1 });
    expect(await here.engine.up(declared)).toMatchObject(succeeded);
    expect(sent(here).slice(1)).toEqual([enabled(here)]);
    expect(stored(here).inbound_webhook_url).toBe(url);
  });

  test("a service without the route: the error names the setting, and the assistant stays in state", async () => {
    const here = await world({ form });
    strike(here, "POST", ENABLE, { status: 404, body: { message: "The route could not be found." } });
    const setting = '{"enableInboundWebhook":"POST /YOUR/PATH"}';
    expect(only(await here.engine.up(declared))).toContain(`voicecall:routes '${setting}'`);
    expect(only(await here.engine.up(declared))).toMatch(/The object still exists, .*enableInboundWebhook/);
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
  });

  test("the service does not keep it: the error names it", async () => {
    const here = await world({ form });
    strike(here, "POST", ENABLE, { dropField: "inbound_webhook_url" }, { times: 1 });
    expect(only(await here.engine.up(declared))).toContain(
      "the service accepted inboundWebhookUrl but did not keep it as sent",
    );
    expect(await here.engine.up(declared)).toMatchObject(succeeded);
    expect(stored(here).inbound_webhook_url).toBe(url);
  });
});

test("an update that fails halfway: the next up sends the rest, and sees no manual change", async () => {
  const here = await applied(declared);
  strike(here, "POST", ENABLE, { status: 422 }, { times: 1 });
  const both = { inboundWebhookUrl: other, maxCallDuration: 90 };
  expect(only(await here.engine.up(declaring(anAssistant, both)))).toMatch(
    /^update Assistant .*: the object was changed in part, but the service rejected the request \(422/,
  );
  expect(stored(here)).toMatchObject({ max_duration: 90, inbound_webhook_url: url });
  here.requests();
  expect(await here.engine.up(declaring(anAssistant, { ...both, maxCallDuration: 91 }))).toMatchObject(
    succeeded,
  );
  expect(sent(here).map(([, body]) => body)).toEqual([{ max_call_duration: 91 }, enabled(here, other)[1]]);
});

test("null removes the URL, and is not sent for a new assistant", async () => {
  const none = declaring(anAssistant, { inboundWebhookUrl: null });
  const here = await world();
  expect(await here.engine.up(none)).toMatchObject(succeeded);
  expect(here.writes()).toHaveLength(1);
  stored(here).inbound_webhook_url = url;
  expect(await here.engine.refresh()).toMatchObject(oneStep("update", "inboundWebhookUrl"));
  expect(await here.engine.up(none)).toMatchObject(succeeded);
  expect(sent(here)).toEqual([[DISABLE, { assistant_id: stored(here).id }]]);
});

test("an adoption sends it if it differs", async () => {
  const here = await world();
  const adoptId = await madeElsewhere(here, anAssistant);
  const adopting = declaring(anAssistant, { inboundWebhookUrl: url, adoptId });
  expect(await here.engine.up(adopting)).toMatchObject(succeeded);
  expect(sent(here)).toEqual([enabled(here)]);
});

test("prompts may use variables that only the webhook's receiver knows", async () => {
  const here = await world({}, { "voicecall:promptChecks": "error" });
  const prompt = { callsDirection: "receive", systemPrompt: "You answer for {{company}}." };
  expect(only(await here.engine.preview(declaring(anAssistant, prompt)))).toContain("uses {{company}}");
  const called = declaring(anAssistant, { ...prompt, inboundWebhookUrl: url });
  expect(await here.engine.preview(called)).toMatchObject(succeeded);
});

test("voicecall:routes moves the request", async () => {
  const routes = JSON.stringify({ enableInboundWebhook: `POST ${DISABLE}` });
  const here = await world({}, { "voicecall:routes": routes });
  expect(only(await here.engine.up(declared))).toContain("did not keep it as sent");
  expect(sent(here)[1]).toEqual([DISABLE, enabled(here)[1]]);
});
