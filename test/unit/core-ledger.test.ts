/** What one run has done and learned. */
import { describe, expect, test } from "vitest";
import { Ledger, keyOf } from "../../provider/core/run/ledger.js";
import { listSource } from "../../provider/core/run/program-leads.js";

test("spellings that the service treats alike are one key; different values and kinds are not", () => {
  const key = keyOf("Lead", [1, "a\nb"]);
  expect(keyOf("Lead", [1, " a\r\nb "])).toBe(key);
  for (const [kind, values] of [
    ["Assistant", [1, "a\nb"]],
    ["Lead", [2, "a\nb"]],
    ["Lead", ["a\nb", 1]],
    ["Lead", ["1", "a\nb"]],
  ] as const)
    expect(keyOf(kind, values)).not.toBe(key);
});

describe("objects", () => {
  test("an entry per kind and id, whether the id is text or a number", () => {
    const ledger = new Ledger();
    const entry = ledger.object("Lead", "7");
    expect(entry).toEqual({ kind: "Lead", id: 7 });
    expect(ledger.object("Lead", 7)).toBe(entry);
    expect(ledger.object("Assistant", 7)).not.toBe(entry);
    expect(ledger.object("Lead", 8)).not.toBe(entry);
  });

  test("the rival is another object that gets the same new key", () => {
    const ledger = new Ledger();
    const [one, two, three] = [1, 2, 3].map((id) => ledger.object("Lead", id));
    expect(ledger.rival(one!)).toBeUndefined();
    one!.newKey = "Lead:a";
    expect(ledger.rival(one!)).toBeUndefined();
    two!.newKey = "Lead:b";
    expect(ledger.rival(one!)).toBeUndefined();
    three!.newKey = "Lead:a";
    expect([ledger.rival(one!), ledger.rival(three!)]).toEqual([three, one]);
  });

  test("only an object that a resource manages is kept, and remains so", () => {
    const ledger = new Ledger();
    ledger.keep("Lead", 1);
    const lead = ledger.object("Lead", 1);
    expect(lead.fate).toBeUndefined();
    lead.owner = "Lead a";
    ledger.keep("Lead", "1");
    expect(lead.fate).toBe("kept");
    lead.owner = undefined;
    ledger.keep("Lead", 1);
    expect(lead.fate).toBe("kept");
  });
});

test("a deleted object stays deleted", () => {
  const ledger = new Ledger();
  Object.assign(ledger.object("Lead", 1), { owner: "Lead a", fate: "deleted" });
  ledger.keep("Lead", 1);
  expect(ledger.object("Lead", 1).fate).toBe("deleted");
});

test("an intent per identity", () => {
  const ledger = new Ledger();
  ledger.intent("Lead a").urn = "urn:a";
  expect([ledger.intent("Lead a").urn, ledger.intent("Lead b").urn]).toEqual(["urn:a", undefined]);
});

describe("an object that a resource manages without creating it", () => {
  test("has one resource; a claim by a second resource returns the first resource", () => {
    const ledger = new Ledger();
    const campaign = ledger.object("CampaignState", 1);
    expect(ledger.claim(campaign, "1:spring")).toBeUndefined();
    expect(campaign).toMatchObject({ owner: "1:spring", fate: undefined });
    ledger.keep("CampaignState", 1);
    expect(ledger.claim(campaign, "2:summer")).toBe("1:spring");
    expect(campaign).toMatchObject({ owner: "1:spring", fate: "kept" });
  });

  test("may be replaced again after a second check of its resource", () => {
    const ledger = new Ledger();
    const campaign = ledger.object("CampaignState", 1);
    ledger.claim(campaign, "1:spring");
    ledger.keep("CampaignState", 1);
    expect(ledger.claim(campaign, "1:spring")).toBeUndefined();
    expect(campaign.fate).toBeUndefined();
  });
});

describe("a key that resources declare", () => {
  const [first, second] = [
    { resource: "1:first", isUnique: true },
    { resource: "2:second", isUnique: true },
  ];
  const shared = (resource: string) => ({ resource, isUnique: false });

  test("belongs to one resource if either of two does not share it", () => {
    for (const [one, other] of [
      [first, second],
      [first, shared("2:second")],
      [shared("1:first"), second],
    ] as const) {
      const ledger = new Ledger();
      expect(ledger.claimKey("Lead:a", one)).toBeUndefined();
      expect(ledger.claimKey("Lead:b", other)).toBeUndefined();
      expect(ledger.claimKey("Lead:a", other)).toBe("1:first");
    }
  });

  test("may be declared again by the same resource, and by other resources that share it", () => {
    const ledger = new Ledger();
    expect(ledger.claimKey("Lead:a", first)).toBeUndefined();
    expect(ledger.claimKey("Lead:a", first)).toBeUndefined();
    // Another check of the first resource, which now declares an option that lets it share the key.
    expect(ledger.claimKey("Lead:a", shared("1:first"))).toBeUndefined();
    expect(ledger.claimKey("Lead:a", shared("2:second"))).toBeUndefined();
    expect(ledger.claimKey("Lead:a", shared("3:third"))).toBeUndefined();
    expect(ledger.claimKey("Lead:a", { resource: "4:fourth", isUnique: true })).toBe("1:first");
  });
});

test("new leads of a campaign are the sum over the resources that create them, each as last told", () => {
  const { leads } = new Ledger();
  const tell = (source: string, campaign: number, count: number): void => {
    const changes = Array.from({ length: count }, () => ({ becomes: "new" as const }));
    leads.told.set(source, { campaign, changes: [...changes, { becomes: "gone", id: 7 }] });
  };
  expect(leads.newIn(1)).toEqual([]);
  tell(listSource(1), 1, 5);
  tell("1:lead", 1, 1);
  tell(listSource(2), 2, 9);
  tell(listSource(1), 1, 3);
  expect([1, 2].map((campaign) => leads.newIn(campaign).length)).toEqual([4, 9]);
  leads.end(listSource(1));
  expect(leads.told.get(listSource(1))!.changes).toHaveLength(3);
});

test("a lead that a list removes stays if a Lead has it, whichever tells it first", () => {
  const gone = { becomes: "gone", id: 7 } as const;
  const changed = { becomes: "changed", id: 7 } as const;
  for (const changes of [
    [gone, changed],
    [changed, gone],
  ]) {
    const { leads } = new Ledger();
    for (const [index, change] of changes.entries())
      leads.told.set(`source ${index}`, { campaign: 1, changes: [change] });
    expect([...leads.changesById().values()]).toEqual([changed]);
  }
});

test("what is read once is not read again", async () => {
  const ledger = new Ledger();
  let reads = 0;
  const read = async (): Promise<number> => (reads += 1);
  expect(await Promise.all([ledger.readOnce("a", read), ledger.readOnce("a", read)])).toEqual([1, 1]);
  expect(await ledger.readOnce("b", read)).toBe(2);
  expect([await ledger.readOnce("a", read), reads]).toEqual([1, 2]);
});

test("new names are recorded by kind", () => {
  const ledger = new Ledger();
  expect(ledger.names("MidCallTool")).toEqual({ added: new Set(), renamed: new Map(), users: new Map() });
  ledger.names("MidCallTool").added.add("hours");
  ledger.names("MidCallTool").renamed.set("old", "new");
  expect(ledger.names("MidCallTool")).toEqual({
    added: new Set(["hours"]),
    renamed: new Map([["old", "new"]]),
    users: new Map(),
  });
  expect(ledger.names("Assistant").added.size).toBe(0);
});
