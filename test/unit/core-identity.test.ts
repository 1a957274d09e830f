/** What identifies a resource in its stack. */
import { expect, test } from "vitest";
import { bothNames, selfIn } from "../../provider/core/run/describe.js";
import { UNKNOWN } from "../../provider/core/fields/values.js";

const TYPE = "pulumi-nodejs:dynamic/voicecall:Lead";

test.each<[string, unknown, string | undefined]>([
  ["a resource of the stack: its name", `urn:pulumi:dev::shop::${TYPE}::ada`, "ada"],
  ["another stack and project: the same", `urn:pulumi:prod::other::${TYPE}::ada`, "ada"],
  [
    "a child: also the types of its parents",
    `urn:pulumi:dev::shop::my:Site$my:Part$${TYPE}::ada`,
    "my:Site$my:Part::ada",
  ],
  ["a name with colons", `urn:pulumi:dev::shop::${TYPE}::a::b c`, "a::b c"],
  ["a URN that is not known", UNKNOWN, undefined],
  ["no URN", undefined, undefined],
])("%s", (_, urn, self) => {
  expect(selfIn(urn)).toBe(self);
});

test("messages show the names, in alphabetical order", () => {
  expect(bothNames("Lead my:Site::second", "Lead first one")).toBe('"first one" and "second"');
});
