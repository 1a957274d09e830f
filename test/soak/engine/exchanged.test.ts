/** Phone numbers and keys that move between resources. The engine runs updates in parallel, and deletes last. */
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

const NUMBERS = ["+12025550101", "+12025550102"] as const;
const PEOPLE = ["+12025550141", "+12025550142", "+12025550143"] as const;

const assistant = (name: string, phoneNumber?: string): string =>
  `new Assistant("${name}", { ...support, name: "${name}", callsDirection: "receive", ${
    phoneNumber === undefined ? "" : `phoneNumber: "${phoneNumber}"`
  } });`;
const lead = (name: string, phoneNumber: string, more = ""): string =>
  `new Lead("${name}", { campaign: 1, phoneNumber: "${phoneNumber}", ${more} });`;

const holders = ({ state }: Emulator): Record<string, number | null> =>
  Object.fromEntries(state.assistants.map(({ name, phone_number_id }) => [name, phone_number_id]));
const called = ({ state }: Emulator): string[] => state.leads.map(({ phone_number }) => phone_number);

test("exchanging or passing on a key is rejected with instructions; an update waits until a key is released", async () => {
  const emulator = await service();
  const [first, second] = NUMBERS;
  const [ada, bob, cleo] = PEOPLE;
  const stack = await stackOn(
    emulator,
    js(assistant("one", first) + assistant("two", second) + lead("ada", ada) + lead("bob", bob)),
    { config: { "voicecall:listLag": "2s" } },
  );
  must(await stack.up());
  // The engine creates in parallel, so either lead may be first.
  const isAdaFirst = called(emulator)[0] === ada;
  const inOrder = (adas: string, bobs: string): string[] => (isAdaFirst ? [adas, bobs] : [bobs, adas]);

  stack.write(js(assistant("one", second) + assistant("two", first) + lead("ada", bob) + lead("bob", ada)));
  emulator.reset();
  const exchanged = await stack.up();
  expect(exchanged.code).not.toBe(0);
  expect(exchanged.all).toMatch(
    /error: .*For a swap or a delete, run `pulumi up` without phoneNumber, then with it/,
  );
  // No message offers a second lead for one person.
  expect(exchanged.all).toMatch(
    /error: .*Choose another campaign and phone number\. If this program frees it/,
  );
  expect(writes(emulator)).toEqual([]);

  // "two" waits until "one" has released the number.
  const create = 'onExisting: "create"';
  stack.write(
    js(assistant("two", first) + assistant("one") + lead("ada", bob, create) + lead("bob", ada, create)),
  );
  must(await stack.up());
  expect(called(emulator)).toEqual(inOrder(bob, ada));
  expect(holders(emulator)).toEqual({ one: null, two: 1 });

  // The number `first` still belongs to "two", which the engine deletes only after the updates. "bob" waits until
  // "ada" has a different number.
  const leads = lead("bob", bob) + lead("ada", cleo);
  stack.write(js(assistant("three", first) + assistant("one", second) + leads));
  const deleted = await stack.up();
  expect(deleted.code).not.toBe(0);
  expect(deleted.all).toMatch(
    /used by Assistant "two" .*For a swap or a delete, run `pulumi up` without phoneNumber/,
  );
  expect(called(emulator)).toEqual(inOrder(cleo, bob));
  expect(holders(emulator)).toEqual({ one: 2, two: 1 });
});

test("the option import is rejected with an alternative, without a stack trace of Pulumi", async () => {
  const stack = await stackOn(await service(), js(`new MidCallTool("a", tool("get_a"), { import: "101" });`));
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.all).toMatch(/MidCallTool "a": the resource option import does not work .* set adoptId/);
  expect(preview.all).not.toMatch(/TypeError|toJavaScript|\n\s+at /);
});
