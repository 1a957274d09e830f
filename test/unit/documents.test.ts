import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { REPOSITORY } from "../support/project.js";
import { anchors, documents, prose, snippets } from "../support/documents.js";

const all = documents();

/** Why a link in a document is broken. Undefined if it works. */
function problem(file: string, link: string): string | undefined {
  const [to = "", anchor] = link.split("#");
  const target = to === "" ? file : path.join(path.dirname(file), decodeURI(to));
  if (!existsSync(path.join(REPOSITORY, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined) return undefined;
  return anchors(all.get(target) ?? "").has(anchor) ? undefined : `${link}: ${target} has no #${anchor}`;
}

const linksOf = (text: string): string[] =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));

describe.each([...all])("%s", (file, text) => {
  test("has only links that lead somewhere", () => {
    expect(linksOf(text).flatMap((link) => problem(file, link) ?? [])).toEqual([]);
  });
});

test("no command or program of SKILL.md calls, starts or applies anything", () => {
  const skill = all.get("SKILL.md")!;
  const code = ["ts", "js", "sh"].flatMap((language) => snippets("SKILL.md", skill, language));
  expect(code.length).toBeGreaterThan(4);
  const risky = /"started"|trigger|voicecall call|pulumi (up|destroy|import)|overwrite|trust-project/;
  expect(code.filter((one) => risky.test(one.code))).toEqual([]);
});

test("every page of docs is linked from another document", () => {
  const linked = new Set(
    [...all].flatMap(([file, text]) =>
      linksOf(text).map((link) => path.join(path.dirname(file), link.split("#")[0]!)),
    ),
  );
  expect([...all.keys()].filter((file) => file.startsWith("docs/") && !linked.has(file))).toEqual([]);
});

test("the README has fewer than 200 lines", () => {
  expect(all.get("README.md")!.split("\n").length).toBeLessThan(200);
});

describe("a link that leads nowhere is reported", () => {
  test.each(["docs/none.md", "docs/drift.md#none", "#none"])("%s", (link) => {
    expect(problem("README.md", link)).toContain(link);
  });

  test("but not a link to an existing heading", () => {
    expect(problem("README.md", "docs/behavior.md#retry-hooks-onerror")).toBeUndefined();
  });
});
