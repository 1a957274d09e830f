/**
 * The stacks have secrets: a token in secret configuration, header values, and personal data that the program marks as
 * secret. test/support/canary-watch.ts searches the output of each command for these secrets, and also the stack's
 * folder before its removal: state, history, backups, and other files of the CLI.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { canaries } from "../support/canaries.js";
import { takeLeaks } from "../support/canary-watch.js";
import { must } from "../support/engine.js";
import { byHand, js, service, stackOn } from "../support/engine-world.js";

const program = js(`
const { CANARY_PROMPT, CANARY_VARIABLE, CANARY_NAME, CANARY_PHONE, CANARY_OTHER_PHONE } = process.env;
new MidCallTool("weather", tool("get_weather"));
new Assistant("support", { ...support, systemPrompt: pulumi.secret(CANARY_PROMPT), variables: pulumi.secret({ company: CANARY_VARIABLE }) });
new Lead("ada", {
  campaign: 1, phoneNumber: pulumi.secret(CANARY_PHONE), variables: pulumi.secret({ customer_name: CANARY_NAME }),
  secondaryContacts: pulumi.secret([{ phoneNumber: CANARY_OTHER_PHONE }]),
});
`);

test("no output, error or state contains the token, header values or secrets", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program, {
    env: { VOICECALL_ACCESS_TOKEN: undefined, VOICECALL_BASE_URL: undefined },
    config: { "voicecall:baseUrl": emulator.address, "voicecall:debug": "true" },
    secretConfig: { "voicecall:accessToken": canaries.token },
  });
  must(await stack.preview("--diff"));
  const up = must(await stack.up());
  expect(up.all).toContain("POST /user/lead → 200");
  const { tools, assistants, leads } = emulator.state;
  expect(tools[0]!.headers).toEqual([{ name: "Authorization", value: canaries.header }]);
  expect(assistants[0]).toMatchObject({ system_prompt: canaries.prompt });
  expect(leads[0]).toMatchObject({ phone_number: canaries.phone });

  await byHand(emulator, "PUT", `/user/tools/${tools[0]!.id}`, {
    headers: [{ name: "Authorization", value: canaries.headerByHand }],
  });
  await byHand(emulator, "PUT", `/user/assistant/${assistants[0]!.id}`, {
    system_prompt: canaries.promptByHand,
  });
  must(await stack.refresh("--diff"));
  expect((await stack.exportState()).deployment.resources).toHaveLength(5);

  // The service rejects two updates, and its messages repeat values from the requests.
  const { header, headerByHand, prompt, promptByHand, token } = canaries;
  const refusal = (...texts: string[]) => ({
    status: 422,
    body: { message: `no: ${texts.join(" ")}`, errors: { [texts[0]!]: texts } },
  });
  emulator.faults.add({ method: "PUT", path: "/user/tools", fault: refusal(header, headerByHand, token) });
  emulator.faults.add({
    method: "PUT",
    path: "/user/assistant",
    fault: refusal(prompt, promptByHand, token),
  });
  // The engine stops after the first of the two, which run in parallel. Known words of the prompt may be shown.
  expect((await stack.up("--diff")).all).toMatch(/rejected the request \(422: no: \[masked\]/);
  emulator.faults.clear();
  must(await stack.up());
  must(await stack.destroy());
});

test("a value that becomes secret is encrypted in state although nothing else changes", async () => {
  const emulator = await service();
  // Not a canary, because the history of the stack keeps what the first apply stored in clear text.
  const company = "Smith and Sons of Leeds";
  const programWith = (variables: string): string =>
    js(`new Lead("ada", { campaign: 1, phoneNumber: "+12025550143", variables: ${variables} });`);
  const stack = await stackOn(emulator, programWith(`{ company: ${JSON.stringify(company)} }`));
  must(await stack.up());
  expect(await stack.stateText()).toContain(company);
  stack.write(programWith(`{ company: pulumi.secret(${JSON.stringify(company)}) }`));
  expect(must(await stack.up()).all).toContain("2 unchanged");
  expect(await stack.stateText()).not.toContain(company);
});

test("a leak in output or state would be found", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, `exports.leak = process.env.CANARY_NAME;`);
  must(await stack.up());
  expect(takeLeaks()).toEqual([expect.stringMatching(/printed in clear, by pulumi up .*\[canary name\]/s)]);
  const history = path.join(stack.folder, "../state/.pulumi/history");
  expect(readdirSync(history, { recursive: true }).length).toBeGreaterThan(1);
  await stack.dispose();
  const stored = takeLeaks().map((leak) => /the folder of a stack: ([\w./-]+)/.exec(leak)![1]!);
  for (const place of ["stacks", "history", "backups"])
    expect(stored, place).toContainEqual(expect.stringMatching(`^state/.pulumi/${place}/`));
});
