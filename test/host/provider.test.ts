/** The provider in a real provider host, loaded by the provider text. */
import { expect, test } from "vitest";
import type { Emulator } from "../../emulator/index.js";
import { providerText } from "../../sdk/host.js";
import { closeAfterTest, rejection } from "../support/after-test.js";
import { canaries } from "../support/canaries.js";
import { type DynamicHost, HostError, startHost } from "../support/dynamic-host.js";
import { campaign, serviceOf } from "../kinds/index.js";
import { assistant, campaignState, lead, tool } from "../support/world.js";
import { kindHost, service } from "./kind-host.js";

type Kind = Parameters<typeof kindHost>[0];

const host = (kind: Kind, emulator: Emulator): Promise<DynamicHost> =>
  kindHost(kind, emulator, { "voicecall:listLag": "500ms" });

const failure = async (run: Promise<unknown>): Promise<HostError> => {
  const error = await rejection(run);
  expect(error).toBeInstanceOf(HostError);
  return error as HostError;
};

const kinds: [Kind, Record<string, unknown>, Record<string, unknown>][] = [
  ["MidCallTool", tool, { timeout: 20 }],
  ["Assistant", { ...assistant, phoneNumber: null }, { maxCallDuration: 60 }],
  ["Lead", { ...lead, variables: { customer_name: canaries.name } }, { variables: { customer_name: "Eve" } }],
  ["Campaign", campaign, { onDestroy: "deleteLeads" }],
  ["CampaignState", campaignState, { trigger: "again" }],
];

test.each(kinds)("%s: check, create, diff, read, update, delete over gRPC", async (kind, props, change) => {
  const emulator = await service(serviceOf(kind));
  const here = await host(kind, emulator);
  const checked = await here.check(undefined, props);
  expect(checked.failures).toEqual([]);
  const created = await here.create(checked.inputs);
  expect(created.id).toMatch(/^\d+$/);
  expect(created.properties["__provider"]).toBe(providerText(kind));
  expect(await here.diff(created.id, created.properties, checked.inputs)).toMatchObject({ changes: "none" });
  const read = await here.read(created.id, created.properties);
  expect(read).toMatchObject({ id: created.id, inputs: checked.inputs });
  const changed = await here.check(checked.inputs, { ...props, ...change });
  expect(await here.diff(created.id, read.properties, changed.inputs)).toMatchObject({
    changes: "unknown",
    replaces: [],
  });
  const updated = await here.update(created.id, read.properties, changed.inputs);
  expect(updated.properties).toMatchObject(change);
  // A second run: the provider does not delete an object that a resource has updated in the same run, because
  // that resource still manages the object.
  const later = await host(kind, emulator);
  await later.delete(created.id, updated.properties);
  if (kind !== "CampaignState")
    expect((await later.read(created.id, updated.properties)).id === "" || kind === "Lead").toBe(true);
});

test("a failure of check names no property, because the engine would print its value", async () => {
  const here = await host("Assistant", await service());
  const { failures } = await here.check(undefined, { ...assistant, systemPrompt: 5 });
  expect(failures).toEqual([{ property: "", reason: "systemPrompt: must be text, not 5" }]);
});

test("a half-created object reaches the engine with its id, the provider text and one reason", async () => {
  const emulator = await service();
  const here = await host("Assistant", emulator);
  emulator.faults.add({ method: "POST", path: "/user/assistant", fault: { dropField: "speech_speed" } });
  const checked = await here.check(undefined, { ...assistant, speechSpeed: 1.1 });
  const error = await failure(here.create(checked.inputs));
  expect(error.partial).toMatchObject({
    id: String(emulator.state.assistants[0]!.id),
    properties: { __provider: providerText("Assistant"), name: "Support" },
    reasons: [expect.stringContaining("did not keep it")],
  });
});

test("an error of read or delete is passed to the engine, and the host does not print it", async () => {
  const emulator = await service();
  const before = await host("Assistant", emulator);
  const checked = await before.check(undefined, assistant);
  const created = await before.create(checked.inputs);
  emulator.faults.add({ path: "/user/assistants/get", fault: { status: 401 } });
  emulator.faults.add({ method: "DELETE", fault: { status: 401 } });
  // The first provider host has already read the listings. A second one must read them.
  const here = await host("Assistant", emulator);
  const read = await failure(here.read(created.id, created.properties));
  const deleted = await failure(here.delete(created.id, created.properties));
  for (const { message } of [read, deleted]) expect(message).toContain("voicecall:accessToken");
  await here.close();
  // The output is only the port, which the engine reads.
  expect(here.output).toMatch(/^\d+\n$/);
});

test("the error names the remedy if the package is missing", async () => {
  const started = closeAfterTest(await startHost({ providerText: providerText("Lead"), cwd: "/" }));
  await started.configure({});
  const error = await failure(started.check(undefined, lead));
  expect(error.message).toContain("Cannot find module 'pulumi-voicecall/runtime'");
  expect(error.message).toContain("npm install");
});
