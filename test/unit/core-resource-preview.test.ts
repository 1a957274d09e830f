/** Before an apply, a check says what the apply will do, and warns of texts that are probably wrong. */
import { describe, expect, test } from "vitest";
import type { Standard } from "../../provider/core/run/operation.js";
import { standardResource } from "../../provider/core/resource.js";
import type { Checked } from "../../provider/core/run/results.js";
import { type Bag, UNKNOWN } from "../../provider/core/fields/values.js";
import { ToyAccount, ball, ballInState } from "./core-toy-account.js";

const checked = (here: ToyAccount, news: Bag, olds?: Bag): Promise<Checked> =>
  standardResource(here.definition).check(here.operation({ verb: "check", news, olds }));

const preview = { __preview: true };

describe("probable mistakes in texts", () => {
  const found: unknown[] = [];
  const lint: Standard["lint"] = async ({ news }, isNew) => {
    found.push([news["name"], isNew]);
    return [{ path: "name", reason: "is odd" }];
  };
  const linted = async (promptChecks: string, news: Bag = {}, olds?: Bag) => {
    found.splice(0);
    const here = new ToyAccount({ config: { promptChecks }, definition: { lint } });
    const { failures } = await checked(here, { name: "Ball", __urn: "urn:ball", ...news }, olds);
    return { failures, printed: here.printed, found: [...found] };
  };

  test("are warnings, errors, or not checked", async () => {
    const shownOn = { urn: "urn:ball", severity: "warning" };
    expect(await linted("warn")).toMatchObject({
      failures: [],
      printed: [['Toy "Ball": name is odd (voicecall:promptChecks).', { shownOn }]],
    });
    expect(await linted("error")).toMatchObject({
      failures: [{ path: "name", reason: "is odd" }],
      printed: [],
    });
    expect(await linted("off")).toEqual({ failures: [], printed: [], found: [] });
  });

  test.each<[string, boolean, Bag, Bag?]>([
    ["a new object", true, {}],
    ["an object in state", false, {}, ballInState],
    ["an object to adopt", false, { adoptId: 7 }],
    ["an object to adopt if there is one", false, { onExisting: "adopt" }],
    ["an object that may be adopted", false, { adoptId: UNKNOWN }],
    ["an object that may be adopted if there is one", false, { onExisting: UNKNOWN }],
    ["a new object beside an existing one", true, { onExisting: "create" }],
  ])("undeclared fields are empty only in a new object: %s", async (_, isNew, news, olds) => {
    expect((await linted("error", news, olds)).found).toEqual([["Ball", isNew]]);
  });
});

describe("a prediction", () => {
  const adopts = 'Toy "Ball": will adopt the existing object with id 7 and change size (1 → 2).';
  const fails =
    /^Toy "Ball": the account already has .* Applying this will fail, unless the same run replaces that object\. /;

  test("says what will be adopted, as far as the properties are known", async () => {
    const here = new ToyAccount({ rows: [ball] });
    const news = { name: "Ball", size: 2, colour: UNKNOWN, voice: UNKNOWN, onExisting: "adopt" };
    expect((await checked(here, news)).failures).toEqual([]);
    expect(here.lines()).toEqual([adopts]);
  });

  test.each<[string, Bag, Bag?]>([
    ["while the key is not known", { name: UNKNOWN }],
    ["for an object in state", { name: "Ball" }, ballInState],
  ])("is not made %s", async (_, news, olds) => {
    const here = new ToyAccount({ rows: [ball] });
    expect((await checked(here, news, olds)).failures).toEqual([]);
    expect([here.requests, here.lines()]).toEqual([[], []]);
  });

  test("is not made while a part of the key is unknown", async () => {
    const here = new ToyAccount({ rows: [ball], definition: { keyFields: ["name", "voice"] } });
    expect((await checked(here, { name: "Ball", voice: UNKNOWN })).failures).toEqual([]);
    expect(here.requests).toEqual([]);
  });

  test("of a failure is a warning", async () => {
    const here = new ToyAccount({ rows: [ball] });
    expect((await checked(here, { name: "Ball", __urn: "urn:ball" })).failures).toEqual([]);
    expect(here.printed).toEqual([
      [
        expect.stringMatching(fails),
        expect.objectContaining({ shownOn: { urn: "urn:ball", severity: "warning" } }),
      ],
    ]);
  });

  test("of several failures is a mistake of each in a preview if the setting says so", async () => {
    const advise: Standard["advise"] = async () => ({ notes: [], failures: [], willFail: ["It will fail."] });
    const config = { willFail: "error" };
    const here = new ToyAccount({ rows: [ball], config, definition: { advise } });
    expect((await checked(here, { name: "Ball", ...preview })).failures).toEqual([
      { path: "", reason: 'It will fail. This is an error because voicecall:willFail is "error".' },
      {
        path: "",
        reason: expect.stringMatching(/This is an error because voicecall:willFail is "error"\.$/),
      },
    ]);
    expect(here.lines()).toEqual([]);
    const applied = new ToyAccount({ config, definition: { advise } });
    await expect(checked(applied, { name: "Ball" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("of a failure is a warning in a preview too, without the setting", async () => {
    const here = new ToyAccount({ rows: [ball] });
    expect((await checked(here, { name: "Ball", ...preview })).failures).toEqual([]);
    expect(here.lines()).toEqual([expect.stringMatching(fails)]);
  });
});
