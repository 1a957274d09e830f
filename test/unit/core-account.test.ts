/** A run must not change or delete anything in an account other than the recorded one. */
import { describe, expect, test } from "vitest";
import {
  accountMark,
  assertAccountBeforeCreate,
  assertRecordedAccount,
  noteAccount,
} from "../../provider/core/steps/account.js";
import type { Operation, Verb } from "../../provider/core/run/operation.js";
import type { AccountMark } from "../../provider/core/run/state.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { type Opened, listed, opened } from "./core-opened.js";
import { toy, toyOperation } from "./core-toy.js";

type Config = NonNullable<Parameters<typeof opened>[1]>;

const baseUrl = "https://example.com";
const withoutToken = { accessToken: undefined };
const rotated: AccountMark = { baseUrl, token: "rotated" };
const elsewhere: AccountMark = { baseUrl: "https://elsewhere.example", token: "rotated" };

/** @param rows records of a kind that shows the owner of the token */
const given = (config: Config = {}, ...rows: ServiceRecord[]): Opened =>
  opened({ Assistant: Object.assign(listed(...rows), { showsOwner: true } as const) }, config);

const { tokenFingerprint: token = "" } = given().session.settings;

interface Given {
  readonly account?: AccountMark;
  readonly verb?: Verb;
  readonly isInAccount?: () => Promise<boolean>;
}

const operation = ({ session }: Opened, { account, verb = "update", isInAccount }: Given = {}): Operation =>
  toyOperation(session, {
    id: "7",
    olds: { name: "Ball", __account: account },
    definition: { ...toy, ...(isInAccount && { isInAccount }) },
  }).with({ verb });

const notProven = (what: string): unknown => ({
  code: "could-not-tell",
  message: `${what}: the access token (from the stack configuration voicecall:accessToken) is not the recorded one, and no object of this stack is in its account. Nothing was written. Use a token of the recorded account (then run \`pulumi refresh\`), or use a new stack for another account (\`pulumi stack init\`).`,
});

describe("the account that is recorded with an object", () => {
  test.each<[string, Config, AccountMark | undefined, Partial<AccountMark>]>([
    ["a new object", {}, undefined, {}],
    ["the same token", {}, { baseUrl, token, userId: 5 }, { userId: 5 }],
    ["a new token", {}, { ...rotated, userId: 5 }, { userId: 5, former: ["rotated"] }],
    ["another new token", {}, { ...rotated, former: ["first"] }, { former: ["first", "rotated"] }],
    ["an earlier token again", {}, { ...rotated, former: [token, "b"] }, { former: ["b", "rotated"] }],
    ["the same token twice", {}, { ...rotated, former: ["rotated", "b"] }, { former: ["rotated", "b"] }],
    ["many tokens", {}, { ...rotated, former: ["a", "b", "c", "d"] }, { former: ["b", "c", "d", "rotated"] }],
    ["a run without a token", withoutToken, { ...rotated, userId: 5 }, { token: "rotated", userId: 5 }],
    ["a new object without a token", withoutToken, undefined, { token: "" }],
  ])("%s", (_, config, before, expected) => {
    const { session } = given(config);
    const mark = accountMark({ session, definition: toy }, before);
    expect(mark).toStrictEqual({ baseUrl, token, ...expected });
  });

  test("has the owner that a record shows, and the form of the API", async () => {
    const { session } = given({}, { id: 1, user_id: 6 });
    await session.learnUserId();
    const definition = { ...toy, form: "2026" as const };
    expect(accountMark({ session, definition }, { ...rotated, userId: 5 })).toEqual({
      baseUrl,
      userId: 6,
      token,
      former: ["rotated"],
      form: "2026",
    });
  });
});

describe("before an operation on an object in state", () => {
  const unasked = (): Promise<boolean> => Promise.reject(new Error("isInAccount must not be called"));

  test.each<[string, Config, AccountMark | undefined]>([
    ["no account is recorded", {}, undefined],
    ["the token is the same", {}, { baseUrl, token }],
    ["the token is the same, and its user is recorded", {}, { baseUrl, token, userId: 5 }],
  ])("nothing is looked up if %s", async (_, config, account) => {
    const here = given(config);
    await assertRecordedAccount(operation(here, { ...(account && { account }), isInAccount: unasked }));
    expect(here.clock.slept).toEqual([]);
  });

  test("a token is needed", async () => {
    const needed = {
      code: "config",
      message: expect.stringMatching(/^update Toy "Ball" \(id 7\): there is no/),
    };
    await expect(assertRecordedAccount(operation(given(withoutToken)))).rejects.toMatchObject(needed);
    await expect(assertAccountBeforeCreate(operation(given(withoutToken)))).rejects.toMatchObject(needed);
  });

  test("another base URL is accepted only if the object itself is there", async () => {
    const here = given({}, { id: 1, user_id: 5 });
    const moved = (userId: number, isThere: boolean): Operation =>
      operation(here, { account: { ...elsewhere, userId, token }, isInAccount: async () => isThere });
    await assertRecordedAccount(moved(5, true));
    // Now the account is proven, but that does not prove another object.
    await expect(assertRecordedAccount(moved(5, false))).rejects.toMatchObject({
      code: "could-not-tell",
      message: `update Toy "Ball" (id 7): state was recorded at https://elsewhere.example, and its objects are not in the account at https://example.com (from the stack configuration voicecall:baseUrl). Nothing was written. Correct the base URL, or use a new stack for another account (\`pulumi stack init\`).`,
    });
    await expect(assertRecordedAccount(moved(6, true))).rejects.toMatchObject({ code: "wrong-account" });
  });

  test("another token of the same user is accepted", async () => {
    const here = given({}, { id: 1, user_id: 5 });
    await assertRecordedAccount(operation(here, { account: { ...rotated, userId: 5 } }));
    expect(here.clock.slept).toEqual([]);
  });

  test("a token of another user is rejected, even if the object is there", async () => {
    const here = given({}, { id: 1, user_id: 6 });
    const account = { ...rotated, userId: 5 };
    await expect(
      assertRecordedAccount(operation(here, { account, isInAccount: async () => true })),
    ).rejects.toMatchObject({
      code: "wrong-account",
      message: `update Toy "Ball" (id 7): state was recorded with another account: its objects belong to user 5, but the token (from the stack configuration voicecall:accessToken) belongs to user 6. Use a token of user 5, or use a new stack for another account (\`pulumi stack init\`).`,
    });
  });

  test.each<[string, AccountMark, ServiceRecord[]]>([
    ["of an unknown user", { ...rotated, userId: 5 }, []],
    ["with no user recorded", rotated, [{ id: 1, user_id: 6 }]],
  ])("another token %s is accepted if the object is there", async (_, account, rows) => {
    const here = given({}, ...rows);
    await assertRecordedAccount(operation(here, { account, isInAccount: async () => true }));
    expect(here.clock.slept).toEqual([]);
    // Later, every object recorded with this token is accepted without a lookup.
    await assertRecordedAccount(operation(here, { account, isInAccount: unasked }));
  });

  test.each([
    ["with no user recorded", rotated],
    ["of an unknown user", { ...rotated, userId: 5 }],
  ])("another token %s is rejected once the engine has reported all objects", async (_, account) => {
    const here = given();
    let asked = 0;
    const isInAccount = async (): Promise<boolean> => {
      asked += 1;
      return false;
    };
    await expect(assertRecordedAccount(operation(here, { account, isInAccount }))).rejects.toMatchObject(
      notProven('update Toy "Ball" (id 7)') as object,
    );
    expect(here.clock.slept).toEqual([250]);
    expect(asked).toBe(2);
  });

  test("an object that is reported meanwhile proves the account", async () => {
    const here = given();
    const first = assertRecordedAccount(operation(here, { account: rotated }));
    const second = operation(here, { account: rotated, isInAccount: async () => true });
    await Promise.all([first, assertRecordedAccount(second)]);
  });

  test("a comparison does not wait, because the engine reports no other object until it ends", async () => {
    const here = given();
    await expect(
      assertRecordedAccount(operation(here, { account: rotated, verb: "compare" })),
    ).rejects.toMatchObject({ code: "could-not-tell" });
    expect(here.clock.slept).toEqual([]);
  });

  test("a former token of a proven account is accepted", async () => {
    const here = given();
    noteAccount(here.session, { baseUrl, token, former: ["rotated"] }).isProven = true;
    await assertRecordedAccount(operation(here, { account: rotated, isInAccount: unasked }));
    expect(here.clock.slept).toEqual([]);
  });

  test("operations with one account look up their objects one after another, until a lookup proves the account", async () => {
    const here = given();
    let asked = 0;
    const isInAccount = async (): Promise<boolean> => {
      asked += 1;
      await here.clock.sleep(1);
      return true;
    };
    const one = operation(here, { account: rotated, isInAccount });
    await Promise.all([assertRecordedAccount(one), assertRecordedAccount(one)]);
    expect(asked).toBe(1);
  });

  test("a failed lookup is the error of one operation, and the next operation looks up again", async () => {
    const here = given();
    const answers = [
      () => Promise.reject(new VoicecallError("network", "no connection.")),
      () => Promise.resolve(true),
    ];
    const asking = operation(here, { account: rotated, isInAccount: () => answers.shift()!() });
    const [one, other] = [assertRecordedAccount(asking), assertRecordedAccount(asking)];
    await expect(one).rejects.toThrow("no connection.");
    await expect(other).resolves.toBeUndefined();
  });
});

describe("before a create", () => {
  const created = (here: Opened): Promise<void> =>
    assertAccountBeforeCreate(
      toyOperation(here.session, { news: { name: "Ball" } }).with({ verb: "create" }),
    );
  const recorded = ({ session }: Opened) => [...session.ledger.accounts.values()];

  test("the first create waits until the engine has reported the state, and the next one does not", async () => {
    const here = given();
    await created(here);
    expect(here.clock.slept).toEqual([250]);
    expect(recorded(here)).toMatchObject([{ account: { baseUrl, token } }]);
    await created(here);
    expect(here.clock.slept).toEqual([250]);
    expect(recorded(here)).toHaveLength(1);
  });

  test("objects of an unproven account stop the create, even if another account is proven", async () => {
    const here = given();
    noteAccount(here.session, rotated);
    noteAccount(here.session, { baseUrl, token });
    await expect(created(here)).rejects.toMatchObject(notProven('create Toy "Ball"') as object);
    expect(here.clock.slept).toEqual([250]);
  });

  test("an object that is reported meanwhile can stop the create", async () => {
    const here = given();
    const create = created(here);
    noteAccount(here.session, elsewhere);
    await expect(create).rejects.toMatchObject({ code: "could-not-tell" });
  });

  test("an account that is proven last can vouch for an earlier one", async () => {
    const here = given();
    noteAccount(here.session, rotated);
    noteAccount(here.session, { baseUrl, token, former: ["rotated"] });
    await created(here);
    expect(here.clock.slept).toEqual([]);
  });
});

describe("the accounts that objects have recorded", () => {
  const mark: AccountMark = { baseUrl, token: "aaaa", userId: 1 };
  const proof = async (): Promise<boolean> => true;

  test("there is one entry per address, token and owner, with the proofs of all objects", () => {
    const { session } = given();
    const entry = noteAccount(session, mark, proof);
    expect(entry).toMatchObject({ account: mark, proofs: [proof], isProven: false });
    expect(noteAccount(session, { ...mark, form: "2026" }, proof)).toBe(entry);
    expect(noteAccount(session, mark)).toBe(entry);
    expect(entry.proofs).toEqual([proof, proof]);
    const others = [
      { ...mark, baseUrl: "https://example.org" },
      { ...mark, token: "bbbb" },
      { ...mark, userId: 2 },
    ].map((other) => noteAccount(session, other));
    expect([...session.ledger.accounts.values()]).toEqual([entry, ...others]);
  });

  test("a proven account drops its proofs, because they retain state, and stores no new ones", async () => {
    const here = given();
    await assertRecordedAccount(operation(here, { account: rotated, isInAccount: proof }));
    const entry = noteAccount(here.session, rotated, proof);
    expect(entry).toMatchObject({ isProven: true, proofs: [] });
  });

  test.each([true, false])(
    "a proven account (%s) vouches for the former tokens of all its objects",
    async (isProven) => {
      const here = given();
      const unproven = async (former: string): Promise<boolean> =>
        assertRecordedAccount(operation(here, { account: { baseUrl, token: former } })).then(
          () => false,
          () => true,
        );
      noteAccount(here.session, { ...mark, former: ["old1"] }).isProven = isProven;
      noteAccount(here.session, { ...mark, former: ["old2"] });
      noteAccount(here.session, { ...mark, token: "bbbb", former: ["old3"] });
      const rejected = await Promise.all(["old1", "old2", "old3", "aaaa"].map(unproven));
      expect(rejected).toEqual([!isProven, !isProven, true, true]);
    },
  );
});
