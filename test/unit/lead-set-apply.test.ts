/** The apply of a lead set returns its failures instead of throwing, so that state records what was done. */
import { expect, test } from "vitest";
import { Operation } from "../../provider/core/run/operation.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import { type Applied, apply } from "../../provider/lead-set/apply.js";
import { type Sides, emptyPlan, reconcile } from "../../provider/lead-set/reconcile.js";
import { tooMany } from "../../provider/lead-set/unlisted.js";
import { leadSet } from "../../provider/lead-set/resource.js";
import { VoicecallError } from "../../provider/base/errors.js";
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
  mayResume: () => false,
  belongsToOther: () => false,
  isDeclared: () => false,
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
  const operation = new Operation({ definition, session, verb: "create", news: { campaign: 1 } });
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

/** Creates 200 leads, one request at a time. The service rejects the rows of some lines. */
async function rejecting(isRejected: (line: number) => boolean): Promise<Applied & { sent: number }> {
  const { session } = opened({ Lead: listed() }, { maxInFlight: "1" });
  const many = Array.from({ length: 200 }, (_, line) => ({
    line,
    phoneNumber: `+12025550${String(line).padStart(3, "0")}`,
    variables: {},
  }));
  let sent = 0;
  const request = async ({ body }: { body: { phone_number: string } }): Promise<unknown> => {
    sent += 1;
    const { line } = many.find(({ phoneNumber }) => phoneNumber === body.phone_number)!;
    if (isRejected(line)) throw new VoicecallError("refused", "Invalid phone number", { status: 422 });
    return { data: { ...body, id: 1_000 + line } };
  };
  Object.assign(session.client, { request });
  const { definition } = leadSet;
  const operation = new Operation({ definition, session, verb: "create", news: { campaign: 1 } });
  const given = { ...sides, rows: many };
  return { ...(await apply(operation, given, reconcile(given))), sent };
}

test("if the service rejects many rows in a row, all others are still sent", async () => {
  const { recorded, failed, unsent, stop } = await rejecting((line) => line >= 5 && line < 100);
  expect([recorded.leads.length, failed.length, unsent.create, stop]).toEqual([105, 95, 0, undefined]);
});

test("if the service rejects every row, the apply soon stops", async () => {
  const { sent, unsent, stop } = await rejecting(() => true);
  expect([sent, unsent.create, stop?.code]).toEqual([40, 160, "refused"]);
});

test.each([
  [0, []],
  [1, [expect.stringContaining("more than 1000000 leads")]],
])("%i leads more than a listing may have", (more, failures) => {
  const plan = { ...emptyPlan(), create: Array.from({ length: more + 1 }) };
  expect(tooMany({ sides: { live: { length: 999_999 } }, plan } as never)).toEqual(failures);
});
