/** The engine's messages about operations that a killed command left pending, and the commands that clear them. */
import { expect, test } from "vitest";
import { count } from "../../support/engine-world.js";
import { type Stack, must } from "../../support/engine.js";
import { program } from "./program.js";
import { REQUESTS, type Request } from "./rows.js";
import { inSoak } from "../../support/soak.js";
import { MESSAGES, named } from "./messages.js";
import { killed } from "./strike.js";

const ANY_WARNING = /pending operations|interrupted while/;

const request = (during: Request["during"], path: string) =>
  REQUESTS.find((it) => it.during === during && it.path === path)!;

/** Kills the command after the service has created the assistant. */
async function afterKilledCreate() {
  const world = await killed({
    request: request("create", "/user/assistant"),
    moment: "processed",
    victim: "command",
  });
  const [assistant] = world.emulator.state.assistants;
  const id = assistant!.id;
  return { ...world, id, naming: named(id) };
}

test("up warns of the pending create and names its object", async () => {
  const { stack, naming } = await afterKilledCreate();
  const locked = await stack.up();
  expect(locked.code).toBe(1);
  expect(locked.all).toContain(MESSAGES.locked);
  expect(must(await stack.run("cancel", "--yes")).all).toContain(
    "The currently running update for 'dev' has been canceled!",
  );

  const up = await stack.up();
  expect(up.code).not.toBe(0);
  expect(up.all).toContain(MESSAGES.warning);
  expect(up.all).toContain(
    `* urn:pulumi:dev::engine-test::pulumi-nodejs:dynamic/voicecall:Assistant::support, ${MESSAGES.interrupted.create}`,
  );
  expect(up.all).toContain(MESSAGES.interactively);
  expect(up.all).toContain(naming);
});

if (inSoak("kills")) {
  test("--clear-pending-creates ends the warning and leaves the object", async () => {
    const { emulator, stack, id, naming } = await afterKilledCreate();
    await cancelled(stack);
    const record = structuredClone(emulator.state.assistants);
    must(await stack.run("refresh", "--yes", "--clear-pending-creates"));
    expect(emulator.state.assistants).toEqual(record);
    const after = await stack.up();
    expect(after.code).not.toBe(0);
    expect(after.all).not.toMatch(ANY_WARNING);
    expect(after.all).toContain(naming);
    expect(count(emulator, "POST", "/user/assistant")).toBe(1);
    expect(emulator.state.assistants.map((row) => row.id)).toEqual([id]);
  });

  test("only up and destroy warn: preview, refresh and up --refresh do not, and clear nothing", async () => {
    const { emulator, stack, id, naming } = await afterKilledCreate();
    // A preview works while the stack is locked.
    for (const preview of [await stack.preview(), await cancelled(stack).then(() => stack.preview())]) {
      expect(must(preview).all).not.toMatch(ANY_WARNING);
      // A preview adds a prediction between the two sentences that an apply prints.
      const predicted = "Applying this will fail, unless this run replaces it.";
      expect(preview.all).toContain(naming.replace(" Adopt", ` ${predicted} Adopt`));
    }
    expect(must(await stack.refresh()).all).not.toMatch(ANY_WARNING);
    const refreshing = await stack.up("--refresh");
    expect(refreshing.code).not.toBe(0);
    expect(refreshing.all).not.toMatch(ANY_WARNING);
    expect(refreshing.all).toContain(naming);
    expect(await pendingOperations(stack)).toEqual(["creating"]);
    // A destroy deletes neither the assistant, which is missing from state, nor the tool that the assistant uses.
    const destroy = await stack.destroy();
    expect(destroy.code).not.toBe(0);
    expect(destroy.all).toContain(MESSAGES.warning);
    expect(destroy.all).toContain(`because the tool is still attached to Assistant "Support" (id ${id})`);
    expect(emulator.state.assistants).toHaveLength(1);
  });

  test("an object that is adopted before the operation is cleared stays, and exists only once", async () => {
    const { emulator, stack, id } = await afterKilledCreate();
    await cancelled(stack);
    stack.write(program(0, { support: id }));
    expect(must(await stack.up()).all).toContain(MESSAGES.warning);
    expect(must(await stack.up()).all).toContain(MESSAGES.warning);
    const requests = emulator.requests().length;
    must(await stack.run("refresh", "--yes", "--clear-pending-creates"));
    expect(
      emulator
        .requests()
        .slice(requests)
        .map(({ method }) => method),
    ).not.toContain("POST");
    expect(await pendingOperations(stack)).toEqual([]);
    const { resources = [] } = (await stack.exportState()).deployment;
    expect(resources.find(({ urn }) => urn.endsWith("::support"))).toMatchObject({ id: String(id) });
    const up = must(await stack.up("--expect-no-changes"));
    expect(up.all).not.toMatch(ANY_WARNING);
    expect(emulator.state.assistants.map((row) => row.id)).toEqual([id]);
  });

  test.each([
    ["update", "/user/assistant/{id}", "up"],
    ["destroy", "/user/leads/{id}", "up"],
    ["update", "/user/leads/{id}", "refresh"],
    ["update", "/user/tools/{id}", "up --refresh"],
    ["update", "/user/tools/{id}", "refresh --clear-pending-creates"],
  ] as const)("a pending %s of %s is cleared by pulumi %s", async (during, path, command) => {
    const { stack } = await killed({
      request: request(during, path),
      moment: "processed",
      victim: "command",
    });
    await cancelled(stack);
    expect(await pendingOperations(stack)).toHaveLength(1);
    const ending = must(await stack.run(...command.split(" "), "--yes"));
    if (command === "up") {
      expect(ending.all).toContain(MESSAGES.warning);
      expect(ending.all).toContain(`, ${MESSAGES.interrupted[during]}`);
    } else expect(ending.all).not.toMatch(ANY_WARNING);
    expect(await pendingOperations(stack)).toEqual([]);
    expect(must(await stack.up()).all).not.toMatch(ANY_WARNING);
  });
}

async function pendingOperations(stack: Stack): Promise<string[]> {
  const { deployment } = await stack.exportState();
  return (deployment.pending_operations ?? []).map(({ type }) => type);
}

async function cancelled(stack: Stack): Promise<void> {
  must(await stack.run("cancel", "--yes"));
}
