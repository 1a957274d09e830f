/** A preview announces that the apply will fail. */
import { describe, expect, test } from "vitest";
import { Findings } from "../../provider/core/run/results.js";
import { previewConflicts } from "../../provider/core/steps/plan.js";
import { UNKNOWN, type Bag } from "../../provider/core/fields/values.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { type AccountOptions, ToyAccount, withoutToken } from "./core-toy-account.js";

const URN = "urn:pulumi:dev::x::pulumi-nodejs:dynamic/voicecall:Toy::ball";
const news = { name: "Ball" };

describe("lines about failures", () => {
  test("are warnings on the resource if its name is known", () => {
    const account = new ToyAccount();
    account.session.ledger.intent("Toy ball").urn = URN;
    account.creating(news).predict(["It fails.", "It fails again."]);
    expect(account.lines()).toEqual(["It fails.", "It fails again."]);
    expect(account.printed.map(([, subject]) => subject)[0]).toMatchObject({
      shownOn: { urn: URN, severity: "warning" },
    });
  });
});

describe("a manual change that the update would overwrite", () => {
  const olds = { name: "Ball", size: 1, colour: "red" };
  const record = { id: 7, ...olds };
  const config = { onConflict: "fail" };

  const lines = async (account: ToyAccount, inputs: Bag): Promise<string[]> => {
    const findings = new Findings();
    await previewConflicts(account.operation({ verb: "compare", id: "7", olds, news: inputs }), findings);
    return findings.failures.map(({ text }) => text);
  };

  test("is announced, with the advice for one field", async () => {
    const account = new ToyAccount({ rows: [{ ...record, size: 5 }], config });
    expect(await lines(account, { ...olds, size: 2 })).toEqual([
      'Toy "Ball" (id 7) was changed manually: size (1 → 5). Applying this will fail. ' +
        "To see it, run `npx voicecall drift`. To keep it, run `npx voicecall pull ball.size`. To overwrite the manual changes of this resource alone, run `pulumi up --refresh --target '**:Toy::ball'`.",
    ]);
  });

  test("is announced, with the advice for several fields", async () => {
    const account = new ToyAccount({ rows: [{ ...record, size: 5, colour: "green" }], config });
    const [line] = await lines(account, { ...olds, size: 2, colour: "blue" });
    expect(line).toContain(
      "was changed manually: size (1 → 5), colour (differs: last applied 3 characters, in the service 5 characters). Applying this will fail. To see them,",
    );
  });

  test("is announced even if the names of other fields are not known yet", async () => {
    const account = new ToyAccount({ rows: [{ ...record, size: 5 }], config });
    const [line] = await lines(account, { ...olds, size: 2, voice: UNKNOWN, tools: [UNKNOWN] });
    expect(line).toContain("was changed manually: size (1 → 5).");
  });

  const changed = [{ ...record, size: 5 }];
  test.each<[string, Bag, AccountOptions]>([
    ["the field is not manually changed", { size: 2 }, { rows: [record], config }],
    ["the program does not change the field", { colour: "blue" }, { rows: changed, config }],
    ["the new value is not known yet", { size: UNKNOWN }, { rows: changed, config }],
    [
      "the new value of a field that can be emptied is not known yet",
      { colour: UNKNOWN },
      { rows: [{ ...record, colour: "green" }], config },
    ],
    ["updates overwrite manual changes", { size: 2 }, { rows: changed, config: { onConflict: "warn" } }],
    ["the object is not listed", { size: 2 }, { rows: [{ ...record, id: 8, size: 5 }], config }],
    ["there is no access token", { size: 2 }, { rows: changed, config: { ...config, ...withoutToken } }],
  ])("is not announced if %s", async (_, change, account) => {
    expect(await lines(new ToyAccount(account), { ...olds, ...change })).toEqual([]);
  });

  test("is not announced if the account cannot be read, because the apply reports that", async () => {
    const account = new ToyAccount({ rows: changed, config });
    account.list = () => Promise.reject(new VoicecallError("server", "It is down."));
    expect(await lines(account, { ...olds, size: 2 })).toEqual([]);
  });

  test("does not hide a bug", async () => {
    const account = new ToyAccount({ rows: changed, config });
    account.list = () => Promise.reject(new TypeError("bug"));
    await expect(lines(account, { ...olds, size: 2 })).rejects.toThrow(new TypeError("bug"));
  });
});
