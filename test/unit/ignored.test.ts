import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ignoring } from "../../cli/base/ignored.js";
import { fakePulumi } from "../support/fake-pulumi.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const ignores = async (value: string | undefined, given: string[] = []) => {
  const config = value === undefined ? {} : { "voicecall:ignore": { value } };
  const { folder, bin } = fakePulumi({ config: { stdout: JSON.stringify(config) } });
  vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env["PATH"]}`);
  return ignoring(given, { cwd: folder });
};

const desk = { kind: "Assistant", id: 205, name: "Client A (EU) / Desk [1], new" };

test.each([
  ["a list of names", JSON.stringify([desk.name]), true],
  ["a list of ids", "[1, 205]", true],
  ["a pattern, in which a star stands for slashes too", "nobody, Client *", true],
  ["a pattern within the name", "*Desk*", true],
  ["a pattern with parentheses and brackets of the name", '["Client A (EU) / Desk [1]*"]', true],
  ["a pattern with a question mark, which stands for itself", "Client ? (EU)*", false],
  ["a pattern of a part only", "Client", false],
  ["other letters", "client *", false],
  ["an id", "205", true],
  ["a kind and an id", "Assistant:205", true],
  ["the id of another kind", "MidCallTool:205", false],
  ["a leading !, which has no meaning", "!nobody", false],
  ["nothing", "", false],
  ["no setting", undefined, false],
])("voicecall:ignore has %s", async (_, value, expected) => {
  expect((await ignores(value))(desk)).toBe(expected);
});

test("--ignore adds to the setting; an object without a name has its id", async () => {
  const isIgnored = await ignores("Theirs", ["205"]);
  expect([desk, { ...desk, id: 1, name: "Theirs" }, { ...desk, id: 1, name: null }].map(isIgnored)).toEqual([
    true,
    true,
    false,
  ]);
});

test("a list that cannot be read is an error", async () => {
  await expect(ignores('["a"')).rejects.toThrow("voicecall:ignore is no list of names");
});
