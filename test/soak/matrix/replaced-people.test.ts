/** Replacements that the provider hears little of. `npm run soak -- engine` has the table of all. */
import { expect, test } from "vitest";
import { serviceOf } from "../../kinds/index.js";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const numberOf = (person: number): string => `+120255501${person}`;

/** The leads 10 and 11, and a list with 12 and 13. */
const program = (retries: number, trigger: number): string =>
  js(`const { LeadSet } = require("pulumi-voicecall");
const offers = new Campaign("offers", { name: "Summer offers", assistant: "Caller", maxRetries: ${retries}, onChange: "replace", onDestroy: "deleteLeads" });
new Lead("ada", { campaign: offers, phoneNumber: "${numberOf(10)}", onGone: "recreate" }, { deletedWith: offers });
new Lead("bob", { campaign: offers, phoneNumber: "${numberOf(11)}" }, { replaceWith: [offers] });
new LeadSet("people", { campaign: offers, leads: [{ phone: "${numberOf(12)}" }, { phone: "${numberOf(13)}" }], columns: { phoneNumber: "phone" } }, { replaceWith: [offers], replacementTrigger: ${trigger} });`);

test("a replaced campaign: nobody is created again who is blacklisted, and a rejected create is repeated", async () => {
  const emulator = await service(serviceOf("Campaign", {}));
  const stack = await stackOn(emulator, program(2, 1), { config: { "voicecall:listLag": "1ms" } });
  const numbers = (): string[] => emulator.state.leads.map((lead) => lead.phone_number).sort();
  must(await stack.up());
  for (const lead of emulator.state.leads)
    if (lead.phone_number !== numberOf(13)) lead.status = "blacklisted";
  stack.write(program(4, 1));
  const { all } = must(await stack.preview());
  expect(all).toContain('Lead "ada": the resource option deletedWith is left out');
  expect(all).toContain("Lead bob: the person is blacklisted in the campaign that this run replaces");
  expect(all).toContain(
    "1 lead will be created (row 2). 1 lead is gone from the service, or was blacklisted",
  );
  must(await stack.up());
  expect(numbers()).toEqual([numberOf(13)]);

  stack.write(program(4, 2));
  const fault = { status: 422, body: { message: "No" } };
  emulator.faults.add({ method: "POST", path: "/user/lead", fault });
  expect((await stack.up()).code).not.toBe(0);
  expect(numbers()).toEqual([]);
  emulator.faults.clear();
  must(await stack.up());
  expect(numbers()).toEqual([numberOf(13)]);
  must(await stack.preview("--expect-no-changes"));
});
