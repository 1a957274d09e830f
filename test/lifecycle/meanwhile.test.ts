/** Changes that others make during a run are found, in any order of the service's listings. */
import { describe, expect, test } from "vitest";
import { EnginePart, type Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { anAssistant, declaring, strike } from "./subjects.js";
import { type World, succeeded, world } from "../support/world.js";

const seed = {
  assistants: Array.from({ length: 150 }, (_, index) => ({ id: 1000 + index, name: `Earlier ${index}` })),
};

/** Starts a provider host. The returned function creates an assistant in it. */
function run({ clock, engine }: World): (name: string, more?: Props) => Promise<string> {
  const hosted = hostProcess(clock, engine.env).open("Assistant");
  return async (name, more) => {
    const { inputs, failures } = await hosted.check({}, { ...anAssistant.props, ...more, name });
    expect(failures).toEqual([]);
    return (await hosted.create(inputs)).id;
  };
}

async function makeElsewhere({ engine, clock }: World, more: Props): Promise<void> {
  const elsewhere = new EnginePart({ env: engine.env, clock });
  expect(await elsewhere.up(declaring(anAssistant, more))).toMatchObject(succeeded);
}

function deleteElsewhere({ emulator }: World, name: string): World["emulator"]["state"]["assistants"] {
  const { assistants } = emulator.state;
  assistants.splice(
    assistants.findIndex((assistant) => assistant.name === name),
    1,
  );
  return assistants;
}

describe.each(["oldest", "newest", "name"] as const)("listings in the order %s", (listingOrder) => {
  const opened = (): Promise<World> => world({ seed, listingOrder });

  test("an object that others created is found as soon as a read-back shows its page", async () => {
    const here = await opened();
    const create = run(here);
    await create("One");
    await makeElsewhere(here, { name: "Two" });
    await create("Three");
    await expect(create("Two")).rejects.toThrow("the account already has this name");
    expect(here.emulator.state.assistants.filter(({ name }) => name === "Two")).toHaveLength(1);
  });

  test("without a read-back, an object that others created is found after the listing lag", async () => {
    const here = await opened();
    const create = run(here);
    await create("One");
    await makeElsewhere(here, { name: "Two" });
    here.clock.advance(10_001);
    await expect(create("Two")).rejects.toThrow("the account already has this name");
  });

  test("an object that others deleted is not a reason to reject a create", async () => {
    const here = await opened();
    const create = run(here);
    await create("One");
    const assistants = deleteElsewhere(here, "Earlier 7");
    await create("Two");
    await create("Earlier 7");
    expect(assistants.filter(({ name }) => name === "Earlier 7")).toHaveLength(1);
  });

  test("an object that others renamed is found after five minutes", async () => {
    const here = await opened();
    const create = run(here);
    await create("One");
    here.emulator.state.assistants.find(({ name }) => name === "Earlier 7")!.name = "Two";
    here.clock.advance(300_001);
    await expect(create("Two")).rejects.toThrow("the account already has this name");
  });

  test("an adoption undoes what others changed more than a minute ago", async () => {
    const here = await opened();
    const adopting = { onExisting: "adopt", maxCallDuration: 300 };
    await run(here)("Earlier 7", adopting);
    const create = run(here);
    await expect(create("Earlier 5")).rejects.toThrow("the account already has this name");
    const adopted = here.emulator.state.assistants.find(({ name }) => name === "Earlier 7")!;
    adopted["max_duration"] = 77;
    here.clock.advance(60_001);
    await create("Earlier 7", adopting);
    expect(adopted["max_duration"]).toBe(300);
  });

  test("a create with a lost response is found again, and sent once", async () => {
    const here = await opened();
    const create = run(here);
    await create("One");
    strike(here, "POST", "/user/assistant", "cut-after", { times: 1 });
    const id = await create("Two");
    const twins = here.emulator.state.assistants.filter(({ name }) => name === "Two");
    expect(twins.map((row) => String(row.id))).toEqual([id]);
  });

  test("after a failed create, the next one reads the listing again", async () => {
    const here = await opened();
    const create = run(here);
    await create("One");
    const refusal = { status: 422, body: { message: "No." } };
    strike(here, "POST", "/user/assistant", refusal, { times: 1, when: "after" });
    await expect(create("Two")).rejects.toThrow("the service rejected the request");
    await expect(create("Two")).rejects.toThrow("the account already has this name");
    expect(here.emulator.state.assistants.filter(({ name }) => name === "Two")).toHaveLength(1);
  });
});

// The order "name" is left out: in it, the read-back of the first create has just read the whole listing.
test.each(["oldest", "newest"] as const)(
  "in the order %s, an object that the run remembers is looked up again before a create is rejected",
  async (listingOrder) => {
    const here = await world({ seed, listingOrder });
    const create = run(here);
    await create("One");
    const assistants = deleteElsewhere(here, "Earlier 7");
    await create("Earlier 7");
    expect(assistants.filter(({ name }) => name === "Earlier 7")).toHaveLength(1);
  },
);
