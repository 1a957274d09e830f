/** Writing the files that `voicecall pull` changed. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { Edits } from "../../cli/pull/edits.js";
import { Sources } from "../../cli/pull/sources.js";
import { assertCommitted, formatted, patchOf, write } from "../../cli/pull/write.js";
import { temporaryFolder } from "../support/after-test.js";
import { REPOSITORY } from "../support/project.js";

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=it", "-c", "user.email=it@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

const FILES = {
  "index.ts": "new A();\n",
  "a folder/prompt é.md": "One\r\nTwo\r\nThree",
  "last.md": "One",
};

function repository(): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "a folder"));
  for (const [name, text] of Object.entries({ ...FILES, ".gitignore": "dist\n" }))
    writeFileSync(path.join(folder, name), text);
  git(folder, "init", "-q");
  git(folder, "add", "--all");
  git(folder, "commit", "-q", "-m", "It");
  return folder;
}

const texts = (folder: string, all: Record<string, string>) =>
  new Map(Object.entries(all).map(([name, text]) => [path.join(folder, name), text]));

test("only committed files are changed", () => {
  const folder = repository();
  const all = texts(folder, { "index.ts": "new B();\n", "last.md": "Two" });
  expect(() => assertCommitted([...all.keys()])).not.toThrow();
  writeFileSync(path.join(folder, "last.md"), "Edited");
  expect(() => assertCommitted([...all.keys()])).toThrow(/last\.md: not committed.*--force/);
  mkdirSync(path.join(folder, "dist"));
  for (const name of ["dist/index.js", "new.md"]) {
    writeFileSync(path.join(folder, name), "");
    expect(() => assertCommitted([path.join(folder, name)])).toThrow("not committed");
  }
  const elsewhere = temporaryFolder();
  writeFileSync(path.join(elsewhere, "a.md"), "");
  expect(() => assertCommitted([path.join(elsewhere, "a.md")])).toThrow(
    /a\.md: in no git repository, so .* Run git init and commit first, or add --force/,
  );
});

test("the patch is one that git apply takes, in any folder of the repository", () => {
  const folder = repository();
  const changed = {
    "index.ts": "new B();\n",
    "a folder/prompt é.md": "One\r\n2\r\nThree\r\nFour",
    "last.md": "One\nTwo\n",
  };
  writeFileSync(path.join(folder, "the.patch"), patchOf(texts(folder, changed)));
  git(path.join(folder, "a folder"), "apply", "../the.patch");
  // In a folder, git takes only the part for that folder.
  git(folder, "checkout", "-q", ".");
  git(folder, "apply", "the.patch");
  for (const [name, text] of Object.entries(changed))
    expect(readFileSync(path.join(folder, name), "utf8")).toBe(text);
});

test("all files are written or none, with their permissions, and links stay links", async () => {
  const folder = repository();
  chmodSync(path.join(folder, "index.ts"), 0o640);
  symlinkSync("last.md", path.join(folder, "link.md"));
  await write(texts(folder, { "index.ts": "new B();\n", "link.md": "Two" }));
  expect(readFileSync(path.join(folder, "last.md"), "utf8")).toBe("Two");
  expect(statSync(path.join(folder, "index.ts")).mode & 0o777).toBe(0o640);
  const before = readdirSync(folder).sort();
  // The second file cannot be written, because its temporary file exists.
  writeFileSync(path.join(folder, `last.md.voicecall-${process.pid}`), "");
  const meanwhile = vi.fn(() => Promise.reject(new Error("no config")));
  const both = texts(folder, { "index.ts": "new C();\n", "last.md": "Three" });
  await expect(write(both, meanwhile)).rejects.toThrow("EEXIST");
  expect(meanwhile).not.toHaveBeenCalled();
  await expect(write(texts(folder, { "index.ts": "new C();\n" }), meanwhile)).rejects.toThrow("no config");
  expect(readFileSync(path.join(folder, "index.ts"), "utf8")).toBe("new B();\n");
  expect(readdirSync(folder).sort()).toEqual(before);
});

test("a file that the project's prettier had formatted stays formatted", async () => {
  const folder = repository();
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(path.join(REPOSITORY, "node_modules/prettier"), path.join(folder, "node_modules/prettier"));
  writeFileSync(path.join(folder, "odd.ts"), "new  A( );\n");
  const changed = texts(folder, {
    "index.ts": "new  B( );\n",
    "odd.ts": "new  B( );\n",
    "last.md": "*  One",
  });
  expect([...(await formatted(changed)).values()]).toEqual(["new B();\n", "new  B( );\n", "*  One"]);
});

test("two changes of the same text are an error that says what to do", () => {
  const edits = new Edits(new Sources());
  const file = path.join(temporaryFolder(), "index.js");
  writeFileSync(file, "f(1, 2);");
  edits.add(file, { start: 2, end: 5, text: "" });
  edits.add(file, { start: 3, end: 6, text: "3" });
  expect(() => edits.changed()).toThrow("Name one property, such as `voicecall pull");
});
