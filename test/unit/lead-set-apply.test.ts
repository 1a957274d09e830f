/** The apply of a lead set returns its failures instead of throwing, so that state records what was done. */
import { expect, test } from "vitest";
import { Operation } from "../../provider/core/operation.js";
import type { ServiceRecord } from "../../provider/core/record.js";
import { type Applied, apply } from "../../provider/lead-set/apply.js";
import { type Sides, reconcile } from "../../provider/lead-set/reconcile.js";
import { leadSet } from "../../provider/lead-set/resource.js";
import { listed, opened } from "./core-opened.js";

const rows = ["+12025550100", "+12025550101"].map((phoneNumber, line) => ({
  line,
  phoneNumber,
  variables: {},
}));

const sides: Sides = {
  rows,
  skipped: [],
  recorded: [],
  live: [],
  key: "a key",
  campaignId: 1,
  names: [],
  namesBefore: [],
  isRecent: false,
  onRemove: "delete",
  onGone: "keep",
  onExisting: "fail",
  belongsToOther: () => false,
  isTaken: () => false,
  isDeleted: () => false,
};

async function applied(
  live: ServiceRecord[],
  createLead: () => unknown,
): Promise<Applied & { sent: string[] }> {
  const { session, lookedUp } = opened(
    { Lead: { ...listed(), list: async () => live } },
    { maxInFlight: "1" },
    { createLead },
  );
  const { definition } = leadSet;
  const operation = new Operation({ definition, open: () => session, verb: "create", news: { campaign: 1 } });
  return { ...(await apply(operation, sides, reconcile(sides))), sent: lookedUp };
}

const bug = (): never => {
  throw new TypeError('"+12025550100" is private');
};

test("a bug in one row stops the apply and asks for a report, without the text of its error", async () => {
  const { failed, unsent, stop, sent } = await applied([], bug);
  expect(sent).toEqual(["createLead"]);
  expect(failed).toMatchObject([{ row: rows[0], action: "create", inDoubt: true }]);
  expect(failed[0]!.reason).not.toContain("private");
  expect(unsent).toEqual({ create: 1, update: 0, delete: 0 });
  expect(stop).toMatchObject({
    code: "internal",
    reason: expect.stringMatching(
      /^a bug in pulumi-voicecall stopped this operation \(TypeError.*Please report the bug/,
    ),
  });
  expect(stop!.message).not.toContain("private");
});

test("a lead that the service created before a bug is recorded", async () => {
  const live: ServiceRecord[] = [];
  const { failed, recorded } = await applied(live, () => {
    live.push({ id: 7, campaign_id: 1, phone_number: "+12025550100", variables: {} });
    return bug();
  });
  expect(recorded.leads).toMatchObject([{ id: 7 }]);
  expect(failed).toEqual([]);
});
