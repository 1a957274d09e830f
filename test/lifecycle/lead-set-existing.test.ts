/** A list takes no existing lead unasked, since it may be another stack's, and the destroy of the list deletes it. */
import { expect } from "vitest";
import { type Declared, EnginePart, type Program, type Props } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import { type World, appliedLongAgo, succeeded, test, unchanged, world } from "../support/world.js";
import { TWO, leadSet, names, resume } from "./lead-set-lists.js";

const ADA = ["+12025550101", "Ada"] as const;
const BOB = ["+12025550102", "Bob"] as const;

const people = (rows: readonly (readonly [string, string])[], more: Props = {}): Declared =>
  leadSet(["Phone,Name", ...rows.map((row) => row.join(","))].join("\n"), more);
const program = (...given: Parameters<typeof people>): Program => ({ people: people(...given) });

const row = (name: string, more: object = {}) => ({
  phone_number: ADA[0],
  campaign_id: 1,
  variables: { customer_name: name },
  ...more,
});
const createLead = async (here: World, body: object): Promise<void> => {
  const response = await fetch(`${here.emulator.address}/user/lead`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${here.emulator.token}`,
      accept: "application/json",
      connection: "close",
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  here.requests();
};

test("existing leads are rejected with their lines if they differ, before anything is sent", async ({
  here,
}) => {
  await createLead(here, row("Somebody"));
  const preview = await here.engine.preview(program([BOB, ADA]));
  expect(preview.lines.join("\n")).toMatch(
    /applying this will fail, unless this run replaces the resource: the campaign already has 1 lead of the list \(line 3\); equal to their rows: 0/,
  );
  const { errors } = await here.engine.up(program([BOB, ADA]));
  expect(errors[0]).toMatch(
    /nothing was sent\. the campaign already has 1 lead of the list \(line 3\).*onExisting: "adopt"/s,
  );
  expect(here.methods()).toEqual([]);
});

test("existing leads are adopted if the program says so, and only what differs is written", async ({
  here,
}) => {
  await createLead(here, row("Somebody", { variables: { customer_name: "Somebody", other: 1 } }));
  expect(await here.engine.up(program([ADA, BOB], { onExisting: "adopt" }))).toMatchObject(succeeded);
  expect(here.writes().map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { variables: { customer_name: "Ada" } }],
    ["POST", { phone_number: BOB[0], campaign_id: 1, variables: { customer_name: "Bob" } }],
  ]);
});

test("existing leads are rejected too if they have exactly the values of the row: another stack may have created them", async ({
  here,
}) => {
  await createLead(here, row("Ada"));
  const preview = await here.engine.preview(program([ADA, BOB]));
  expect(preview.errors).toEqual([]);
  const { errors } = await here.engine.up(program([ADA, BOB]));
  for (const text of [preview.lines.join("\n"), errors.join("\n")])
    expect(text).toMatch(
      /1 lead of the list \(line 2\); equal to their rows: 1\. To adopt .*"adopt"; after an interrupted apply, set VOICECALL_RESUME=people for one run/,
    );
  expect(here.methods()).toEqual([]);
  here.engine.env = { ...here.engine.env, VOICECALL_RESUME: "other, peoples" };
  expect((await here.engine.up(program([ADA, BOB]))).errors).toHaveLength(1);
  expect(here.methods()).toEqual([]);
});

test.each<[string, Props, boolean]>([
  ["with onExisting adopt", { onExisting: "adopt" }, false],
  ["with VOICECALL_RESUME", {}, true],
])(
  "existing leads are adopted unchanged if they equal their rows, %s, and a note says so",
  async (_, more, isResumed) => {
    const here = await world();
    await createLead(here, row("Ada"));
    if (isResumed) resume(here);
    const said = (await here.engine.preview(program([ADA, BOB], more))).lines.join("\n");
    expect(said).toContain("1 lead of the campaign will be adopted unchanged, with exactly the values");
    expect(said).toContain("From then on, onRemove applies to adopted leads too.");
    const { lines, errors } = await here.engine.up(program([ADA, BOB], more));
    expect(errors).toEqual([]);
    expect(lines.join("\n")).toMatch(/were adopted \(each has exactly the values of its row\): 1/);
    expect(here.methods()).toEqual(["POST"]);
    expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 2 });
  },
);

test("a resource that is renamed without an alias adopts the leads only if it says so, and the old one deletes none", async () => {
  const here = await appliedLongAgo(program([ADA, BOB]));
  const same = program([ADA, BOB])["people"]!;
  const refused = await here.engine.up({ renamed: same });
  expect(refused.errors.join()).toMatch(/already has 2 leads of the list .*after a rename, add an alias/);
  const { people } = program([ADA, [BOB[0], "Rob"]], { onExisting: "adopt" });
  const up = await here.engine.up({ renamed: people! });
  expect(up.errors).toEqual([]);
  expect(up.lines.join("\n")).toMatch(/leads not deleted, because another resource.*: 2/);
  expect(here.methods()).toEqual(["PUT"]);
  expect(names(here)).toEqual(["Ada", "Rob"]);
});

test("the same list in two stacks: the second takes nobody, and its destroy deletes nobody of the first", async () => {
  const prod = { people: leadSet(TWO) };
  const here = await appliedLongAgo(prod);
  const { env, clock } = here.engine;
  const dev = new EnginePart({ env, clock });
  const says = "the campaign already has 2 leads of the list (lines 2, 3); equal to their rows: 2.";
  expect((await dev.preview(prod)).lines.join("\n")).toContain(
    `applying this will fail, unless this run replaces the resource: ${says}`,
  );
  expect(dev.messages).toContainEqual(
    expect.objectContaining({ effect: "failure", unlessReplaced: urnOf("LeadSet", "people") }),
  );
  expect((await dev.up(prod)).errors.join("\n")).toContain(`nothing was sent. ${says}`);
  expect(await dev.destroy()).toMatchObject(succeeded);
  expect(here.methods()).toEqual([]);
  expect(await here.engine.up(prod)).toMatchObject(unchanged);
});

test("a list that grows by a person of another stack takes nobody", async () => {
  const here = await appliedLongAgo({ people: leadSet(TWO) });
  const { env, clock } = here.engine;
  const dev = new EnginePart({ env, clock });
  const cyd = "+12025550103,Cyd\n";
  expect(await dev.up({ people: leadSet(`Phone,Name\n${cyd}`) })).toMatchObject(succeeded);
  here.requests();
  const { errors } = await here.engine.up({ people: leadSet(TWO + cyd) });
  expect(errors.join("\n")).toContain("already has 1 lead of the list (line 4)");
  expect(here.methods()).toEqual([]);
});
