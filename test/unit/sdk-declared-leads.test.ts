/** What the classes tell the provider about resources that the engine reports later, or not at all. */
import type * as pulumi from "@pulumi/pulumi";
import { expect, it, vi } from "vitest";
import { Account, Campaign, CampaignState, type CampaignStateArgs, Lead, LeadSet } from "../../sdk/index.js";
import { mocked, settled } from "./sdk-mocks.js";

const set = (name: string, opts?: pulumi.CustomResourceOptions): LeadSet =>
  new LeadSet(
    name,
    { campaign: 1, leads: [{ Phone: "+12025550101" }], columns: { phoneNumber: "Phone" } },
    opts,
  );
const lead = (name: string, phoneNumber: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): Lead =>
  new Lead(name, { campaign: 1, phoneNumber }, opts);

it("a list, a state and one Lead get the numbers of all Lead resources of their account, also of later ones", async () => {
  const registered = await mocked();
  const first = lead("first", "+12025550143");
  const people = set("people");
  const account = new Account("other", { baseUrl: "http://localhost:1" });
  const other = set("other people", { provider: account });
  const theirs = lead("theirs", "+12025550144", { provider: account });
  // Waiting for this number would wait for the list itself.
  const computed = lead("computed", people.campaignId.apply(String));
  const state = new CampaignState("state", { campaign: 1, state: "stopped" });
  const all = [first, people, other, theirs, computed, state];
  await Promise.all(all.map(({ urn }) => settled(urn)));
  const hints = Object.fromEntries(registered.map(({ name, inputs }) => [name, inputs["__declaredLeads"]]));
  const leads = [
    [1, "+12025550143"],
    [5, null],
  ];
  expect(hints).toEqual({
    first: { place: 1, leads, sets: [2] },
    people: { place: 2, leads, sets: [2], others: [] },
    other: undefined,
    "other people": { place: 3, leads: [[4, "+12025550144"]], sets: [3], others: [] },
    theirs: { place: 4, leads: [[4, "+12025550144"]], sets: [3] },
    computed: { place: 5 },
    state: { place: 6, leads, sets: [2], others: [] },
  });
});

it("a Lead that is declared later passes the numbers again", async () => {
  const registered = await mocked();
  await settled(lead("first", "+12025550143").urn);
  const [second, third] = [lead("second", "+12025550144"), lead("third", "+12025550145")];
  await Promise.all([settled(second.urn), settled(third.urn)]);
  const numbers = ["+12025550143", "+12025550144", "+12025550145"].map((number, index) => [
    index + 1,
    number,
  ]);
  expect(registered.map(({ inputs }): unknown => inputs["__declaredLeads"])).toEqual([
    { place: 1, leads: numbers.slice(0, 1), sets: [] },
    { place: 2, leads: numbers, sets: [] },
    { place: 3 },
  ]);
});

it("a state gets the campaigns of the other states of its account", async () => {
  const registered = await mocked();
  const ours = new Campaign("ours", { name: "Spring", assistant: 1 });
  const account = new Account("other", { baseUrl: "http://localhost:1" });
  const state = (
    name: string,
    campaign: CampaignStateArgs["campaign"],
    opts?: pulumi.CustomResourceOptions,
  ) => new CampaignState(name, { campaign, state: "started" }, opts);
  const all = [
    state("one", ours),
    state("same", ours),
    state("named", "Spring"),
    state("computed", ours.name),
    state("theirs", 1, { provider: account }),
  ];
  await Promise.all(all.map(({ urn }) => settled(urn)));
  const hint = registered.find(({ name }) => name === "one")!.inputs["__declaredLeads"];
  expect(hint).toMatchObject({
    others: [
      ["same", true],
      ["named", "Spring"],
      ["computed", null],
    ],
  });
});

it("a program does not get the resources of an earlier program in the same process", async () => {
  await mocked();
  await settled(lead("before", "+12025550143").urn);
  const [registered, people] = [await mocked(), set("people")];
  await settled(people.urn);
  expect(registered[0]!.inputs["__declaredLeads"]).toEqual({ place: 1, leads: [], sets: [1], others: [] });
});

it("a preview registers a state after the leads that are declared before it", async () => {
  const registered = await mocked({ preview: true });
  const later = async (): Promise<string> => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    return "+12025550143";
  };
  const all = [
    lead("slow", later()),
    set("people"),
    new CampaignState("state", { campaign: 1, state: "started" }),
  ];
  await Promise.all(all.map(({ urn }) => settled(urn)));
  expect(registered.at(-1)!.name).toBe("state");
});

it("a preview does not wait forever for a lead that waits for the state", async () => {
  const registered = await mocked({ preview: true });
  const waited: number[] = [];
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, time = 0) => {
    waited.push(time);
    setImmediate(run);
    return { unref: () => undefined };
  }) as never);
  let known!: (number: string) => void;
  const circular = lead("circular", new Promise<string>((resolve) => (known = resolve)));
  const state = new CampaignState("state", { campaign: 1, state: "started" });
  state.urn.apply(() => known("+12025550143"));
  await settled(circular.urn);
  spy.mockRestore();
  expect(waited).toContain(30_000);
  expect(registered.map(({ name }) => name)).toEqual(["state", "circular"]);
});
