/** If two assistants of a program have the same phone number, the preview names both. */
import { describe, expect } from "vitest";
import { UNKNOWN, type Program, type Props } from "../support/engine-part.js";
import { assistant, succeeded, test } from "../support/world.js";

const FIRST = "+12025550101";
const SECOND = "+12025550102";

const receiver = (name: string, props: Props = {}): Program[string] => ({
  kind: "Assistant",
  props: { ...assistant, name, callsDirection: "receive", ...props },
});
const pair = (first: Props, second: Props): Program => ({
  reception: receiver("Reception", first),
  orders: receiver("Orders", second),
});
const rejection = expect.stringMatching(
  /the resources "orders" and "reception" of this program have the same phoneNumber and both receive calls\. Only one assistant can answer/,
) as unknown;

describe("an error in preview", () => {
  test.for<[string, Props, Props]>([
    ["both new", { phoneNumber: FIRST }, { phoneNumber: FIRST }],
    ["one by number, one by id", { phoneNumber: FIRST }, { phoneNumber: 1 }],
    [
      'with onExisting: "create"',
      { phoneNumber: FIRST, onExisting: "create" },
      { phoneNumber: FIRST, onExisting: "create" },
    ],
  ])("%s", async ([, first, second], { here }) => {
    const { errors } = await here.engine.preview(pair(first, second));
    expect(errors).toEqual([rejection]);
    expect(errors[0]).not.toContain(FIRST);
    expect(here.writes()).toEqual([]);
  });

  test("both new, without a token", async ({ here }) => {
    here.engine.env = { VOICECALL_BASE_URL: here.engine.env["VOICECALL_BASE_URL"] };
    const { errors } = await here.engine.preview(pair({ phoneNumber: FIRST }, { phoneNumber: FIRST }));
    expect(errors).toEqual([rejection]);
  });

  test.for<[string, Props, Props]>([
    ["the first is in state with it", { phoneNumber: FIRST }, {}],
    ["the second is in state with it", {}, { phoneNumber: FIRST }],
    ["each had a different number before", { phoneNumber: SECOND }, { phoneNumber: FIRST }],
    ["one was outbound before", { phoneNumber: FIRST }, { phoneNumber: FIRST, callsDirection: "make" }],
  ])("%s", async ([, first, second], { here }) => {
    expect(await here.engine.up(pair(first, second))).toMatchObject(succeeded);
    here.requests();
    const { errors } = await here.engine.preview(pair({ phoneNumber: FIRST }, { phoneNumber: FIRST }));
    expect(errors).toEqual([rejection]);
  });
});

describe("no error", () => {
  test.for<[string, Program, Program?]>([
    ["different numbers", pair({ phoneNumber: FIRST }, { phoneNumber: SECOND })],
    ["one is outbound", pair({ phoneNumber: FIRST }, { phoneNumber: FIRST, callsDirection: "make" })],
    ["a number that is not known yet", pair({ phoneNumber: UNKNOWN }, { phoneNumber: FIRST })],
    ["no number", pair({ phoneNumber: null }, { phoneNumber: null })],
    [
      "one passes the number on to the other",
      pair({}, { phoneNumber: FIRST }),
      pair({ phoneNumber: FIRST }, {}),
    ],
    [
      "two swap their numbers",
      pair({ phoneNumber: SECOND }, { phoneNumber: FIRST }),
      pair({ phoneNumber: FIRST }, { phoneNumber: SECOND }),
    ],
    [
      "a removed assistant had the number",
      { orders: receiver("Orders", { phoneNumber: FIRST }) },
      { reception: receiver("Reception", { phoneNumber: FIRST }) },
    ],
  ])("%s", async ([, program, before], { here }) => {
    if (before) expect(await here.engine.up(before)).toMatchObject(succeeded);
    expect((await here.engine.preview(program)).errors).toEqual([]);
  });
});
