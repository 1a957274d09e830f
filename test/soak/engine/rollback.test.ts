/** Follows docs/rollback.md: `git revert` of a release, and then an apply. */
import { expect, test } from "vitest";
import { startCommand } from "../../support/commands.js";
import { must, type Stack } from "../../support/engine.js";
import { js, service, stackOn, steps, writes } from "../../support/engine-world.js";

const before = js(`
const hours = new MidCallTool("hours", tool("get_hours"));
new Assistant("support", { ...support, tools: [hours] });
`);

const release = js(`
const hours = new MidCallTool("hours", tool("get_hours", { timeout: 20 }));
const prices = new MidCallTool("prices", tool("get_prices"));
new Assistant("support", {
  ...support, tools: [hours, prices], initialMessage: "Hi!", maxCallDuration: 60, variables: { company: "Acme" },
  webhookUrl: "https://hooks.example.com/calls", isWebhookActive: true,
});
new Lead("ada", { campaign: 1, phoneNumber: "+12025550143" });
`);

const git = async (stack: Stack, ...args: string[]): Promise<void> => {
  const identity = [
    "-c",
    "user.name=test",
    "-c",
    "user.email=test@example.com",
    "-c",
    "commit.gpgsign=false",
  ];
  const { PATH } = process.env;
  const env = { PATH, GIT_CONFIG_NOSYSTEM: "1", HOME: stack.folder };
  must(await startCommand("git", [...identity, ...args], { cwd: stack.folder, env }).ended, `git ${args[0]}`);
};

test("git revert and apply: changes are undone, additions are emptied where possible, and the rest is named", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, before);
  await git(stack, "init", "--quiet");
  await git(stack, "add", "index.js");
  await git(stack, "commit", "--quiet", "-m", "before");
  must(await stack.up());
  const assistant = () => emulator.state.assistants[0]!;
  const first = structuredClone(assistant());

  stack.write(release);
  await git(stack, "commit", "--quiet", "-am", "release");
  must(await stack.up());
  expect(assistant()).toMatchObject({ max_duration: 60, is_webhook_active: true });

  await git(stack, "revert", "--no-edit", "HEAD");
  expect(await steps(stack)).toEqual([
    "delete ada",
    "delete prices",
    "update hours (timeout)",
    "update support (initialMessage, isWebhookActive, maxCallDuration, tools, variables, webhookUrl)",
  ]);

  emulator.reset();
  const up = must(await stack.up());
  expect(up.all).toContain("left at 60 in the service");
  expect(up.all).toContain("left at 20 in the service");
  expect(assistant()).toMatchObject({
    id: first.id,
    initial_message: "Hello!",
    max_duration: 60,
    variables: {},
    webhook_url: null,
    is_webhook_active: false,
    tool_ids: first.tool_ids,
  });
  expect(emulator.state.tools).toMatchObject([{ name: "get_hours", timeout: 20 }]);
  expect(emulator.state.leads).toEqual([]);
  expect(
    writes(emulator)
      .map(({ method }) => method)
      .sort(),
  ).toEqual(["DELETE", "DELETE", "PUT"]);
  must(await stack.asLive());
});

test("the revert of a rename deletes the object without an alias back, and keeps it with one", async () => {
  const emulator = await service();
  const named = (name: string, options = "") =>
    js(`new MidCallTool("${name}", tool("get_hours"), {${options}});`);
  const stack = await stackOn(emulator, named("hours"));
  must(await stack.up());
  stack.write(named("opening", 'aliases: [{ name: "hours" }]'));
  must(await stack.up());
  stack.write(named("hours"));
  expect(await steps(stack)).toEqual(["create hours", "delete opening"]);
  stack.write(named("hours", 'aliases: [{ name: "opening" }]'));
  emulator.reset();
  must(await stack.up());
  expect(writes(emulator)).toEqual([]);
  must(await stack.asLive());
});
