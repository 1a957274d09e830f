/**
 * Live data that looks like Pulumi's markers for secrets, assets, resources and unknown values is shown as drift.
 * `pulumi up` restores the declared values.
 */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";

const program = js(`
new Assistant("support", { ...support, variables: { secret: "a", asset: "b", resource: "c" } });
new MidCallTool("weather", tool("get_weather"));
`);

test("a refresh and an up succeed, and nothing is mistaken for a secret or a file", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program);
  must(await stack.up());
  const [assistant] = emulator.state.assistants;
  assistant!.system_prompt = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  assistant!.variables = {
    secret: { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value: "by hand" },
    asset: { [SIGNATURE]: "c44067f5952c0a294b673a41bacd8c17", path: "/nowhere/to/be/read" },
    resource: { [SIGNATURE]: "5cf8f73096256a8f31e491e813e4eb8e", urn: 1 },
  };
  emulator.state.tools[0]!.description = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";
  const refreshed = must(await stack.refresh("--diff"));
  expect(refreshed.all).toContain("04da6b54-80e4-46f7-96ec-b56ff0331ba9 (cannot be in Pulumi state)");
  expect(refreshed.all).toContain("/nowhere/to/be/read");
  expect(refreshed.all).not.toContain("[secret]");
  must(await stack.up());
  expect(assistant).toMatchObject({ system_prompt: "You help.", variables: { secret: "a", asset: "b", resource: "c" } }); // prettier-ignore
  expect(emulator.state.tools[0]!.description).toBe("A tool for tests.");
});
