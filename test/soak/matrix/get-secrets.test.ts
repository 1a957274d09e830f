/** What a stack keeps of the objects of another program, which it only reads. */
import { expect, test } from "vitest";
import { canaries } from "../../support/canaries.js";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn } from "../../support/engine-world.js";

const program = js(`
const { CANARY_PROMPT, CANARY_VARIABLE, CANARY_NAME, CANARY_PHONE, CANARY_OTHER_PHONE } = process.env;
new MidCallTool("weather", tool("get_weather"));
new Assistant("support", { ...support, systemPrompt: pulumi.secret(CANARY_PROMPT), variables: pulumi.secret({ company: CANARY_VARIABLE }) });
new Lead("ada", {
  campaign: 1, phoneNumber: pulumi.secret(CANARY_PHONE), variables: pulumi.secret({ customer_name: CANARY_NAME }),
  secondaryContacts: pulumi.secret([{ phoneNumber: CANARY_OTHER_PHONE }]),
});
`);

test("get() keeps no secret of another program's objects in clear, also after a refresh", async () => {
  const emulator = await service();
  const owner = await stackOn(emulator, program);
  must(await owner.up());
  const [hours, support, ada] = ["tools", "assistants", "leads"].map(
    (list) => emulator.state[list as "tools"][0]!.id,
  ) as [number, number, number];
  const marked = (...additionalSecretOutputs: string[]) => JSON.stringify({ additionalSecretOutputs });
  const reader = js(`
const hours = MidCallTool.get("hours", ${hours});
Assistant.get("support", ${support}, ${marked("systemPrompt", "variables")});
Lead.get("ada", ${ada}, ${marked("phoneNumber", "variables", "secondaryContacts")});
CampaignState.get("spring", 1);
exports.endpoint = hours.endpoint;`);
  const stack = await stackOn(emulator, reader);
  must(await stack.up());
  await byHand(emulator, "PUT", `/user/tools/${hours}`, {
    headers: [{ name: "Authorization", value: canaries.headerByHand }],
    timeout: 20,
  });
  for (const command of [
    ["preview", "--refresh", "--diff"],
    ["preview", "--refresh", "--json"],
  ])
    must(await stack.run(...command));
  must(await stack.refresh("--diff"));
  must(await stack.up("--refresh", "--diff"));
  const read = (await stack.exportState()).deployment.resources!.filter(({ type }) =>
    type.includes("voicecall:"),
  );
  expect(read.map(({ inputs }) => Object.keys(inputs!))).toEqual(read.map(() => ["__provider"]));
  expect(read.map(({ outputs }) => outputs!["timeout"])).toContain(20);

  // Only a look-up by the program tells that the object is gone: a refresh drops it from state.
  emulator.state.tools.splice(0);
  must(await stack.refresh());
  expect((await stack.up()).code).not.toBe(0);
  must(await owner.destroy());
});
