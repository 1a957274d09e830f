/** `voicecall undo`: what applies have replaced comes back into the program, or into the service. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { service, stackOn } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";
import { assistant, change, commit, git, isInService, pull, QUICK } from "../../support/pulled-stack.js";

const declared = (name: string, more: string) =>
  `new Assistant("${name.toLowerCase()}", { name: "${name}", voice: "Sarah", language: "English",
  llmModel: "GPT-4o-mini", callsDirection: "receive", engineType: "pipeline", timezone: "Europe/London",
  ${more} });`;

const program = (...assistants: string[]) => `
import { Assistant, prompt } from "pulumi-voicecall";
${assistants.join("\n")}
`;

const support = declared(
  "Support",
  `initialMessage: "Hello!", systemPrompt: prompt("prompts/support.md", { company: "Acme" }),`,
);
const night = declared("Night", `initialMessage: "Good night!", systemPrompt: "You are awake.",`);

interface Listed {
  readonly kept: readonly {
    id: string;
    name: string;
    property: string;
    by: string;
    title: string;
    file?: string;
  }[];
  readonly problems: readonly string[];
}

const LINES = ["You answer for {{company}}.", "", "Be brief.", "", "Say goodbye."];

test("what the program changed since the apply stays, and no other manual change counts as merged", async () => {
  const emulator = await service();
  const file = (...lines: string[]): string => `${lines.join("\n")}\n`;
  const stack = await stackOn(emulator, program(support), {
    language: "ts",
    files: { "prompts/support.md": file(...LINES) },
    env: QUICK,
  });
  const edit = (...lines: string[]): void => {
    stack.write("prompts/support.md", file(...lines));
    git(stack.folder, "commit", "-qam", "Edit");
  };
  const source = (name: string): string => readFileSync(path.join(stack.folder, name), "utf8");
  const index = readdirSync(stack.folder).find((name) => name.startsWith("index"))!;
  must(await stack.up());
  commit(stack.folder);
  const [first, blank, brief] = LINES as [string, string, string];
  await change(emulator, "Support", {
    system_prompt: "You answer for Acme.\n\nBe kind.\n\nSay goodbye.",
    initial_message: "Hi there!",
  });
  must(await stack.up("--refresh"));
  const { kept } = JSON.parse((await stack.voicecall("undo", "--json")).stdout) as Listed;
  const id = (wanted: string): string => kept.find(({ property }) => property === wanted)!.id;

  // One line is applied since, and another only written. The service has a newer manual change too.
  edit(first, blank, brief, blank, "Wish a good day.");
  stack.write(index, program(support.replace("Hello!", "Good day!")));
  git(stack.folder, "commit", "-qam", "Greeting");
  must(await stack.up());
  edit(`${first} Always.`, blank, brief, blank, "Wish a good day.");
  await change(emulator, "Support", {
    system_prompt: "You answer for Acme.\n\nBe brief.\n\nWish a very good day.",
  });
  const undone = await stack.voicecall("undo", id("systemPrompt"));
  expect(undone.code, undone.all).toBe(0);
  expect(source("prompts/support.md")).toBe(
    file(`${first} Always.`, blank, "Be kind.", blank, "Wish a good day."),
  );
  expect(source("Pulumi.dev.yaml")).not.toContain("merged");
  const up = await stack.up();
  expect([up.code, up.all]).toEqual([
    1,
    expect.stringContaining("would overwrite a manual change: systemPrompt"),
  ]);

  // No line shows both greetings.
  const before = source(index);
  const left = await stack.voicecall("undo", id("initialMessage"));
  expect([left.code, left.all]).toEqual([
    2,
    expect.stringContaining("The program was not changed: it has changed initialMessage since that apply."),
  ]);
  expect(source(index)).toBe(before);
});

test("a repaired drift, an overwritten greeting, and a deleted assistant", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program(support, night), {
    language: "ts",
    files: { "prompts/support.md": "You answer for {{company}}.\nBe brief.\n" },
    env: QUICK,
  });
  const undo = async (code: number, ...args: string[]) => {
    const result = await stack.voicecall("undo", ...args);
    expect(result.code, result.all).toBe(code);
    return result;
  };
  const list = async (): Promise<Listed> => JSON.parse((await undo(0, "--json")).stdout) as Listed;

  must(await stack.up());
  expect((await undo(0)).stdout).toContain("Nothing is kept");
  commit(stack.folder);

  await change(emulator, "Support", {
    system_prompt: "You answer for Acme.\nBe kind.",
    initial_message: "Hi there!",
  });
  const up = must(await stack.up("--refresh"));
  expect(up.all).toContain("this replaces initialMessage, systemPrompt from the service, not from a program");
  expect(assistant(emulator, "Support")).toMatchObject({ initial_message: "Hello!" });
  must(await stack.run("refresh", "--yes"));
  const state = must(await stack.run("stack", "export")).stdout;
  expect(state).toContain("__overwritten");
  expect(state).not.toContain("Be kind");
  expect(state).not.toContain("Hi there!");

  const { kept, problems } = await list();
  expect(problems).toEqual([]);
  expect(kept.map(({ title, name, property, by }) => [title, name, property, by]).sort()).toEqual([
    ['Assistant "Support"', "support", "initialMessage", "update"],
    ['Assistant "Support"', "support", "systemPrompt", "update"],
  ]);
  const id = (wanted: string): string => kept.find(({ property }) => property === wanted)!.id;
  expect((await undo(0, id("systemPrompt"), "--print")).stdout).toBe("You answer for Acme.\nBe kind.");
  expect((await undo(0)).stdout).not.toContain("Be kind");

  // Into the program: the line of the prompt's file, with its placeholder, and the literal.
  expect((await undo(0, id("systemPrompt"))).stdout).toContain("prompts/support.md");
  expect(readFileSync(path.join(stack.folder, "prompts/support.md"), "utf8")).toBe(
    "You answer for {{company}}.\nBe kind.\n",
  );
  expect((await undo(1, "000000")).all).toContain("No kept value has the id 000000");
  git(stack.folder, "commit", "-qam", "Undo");
  must(await stack.up());
  expect(assistant(emulator, "Support")).toMatchObject({ system_prompt: "You answer for Acme.\nBe kind." });
  // A newer change of the program stays, and nothing is recorded as merged.
  const prompt = path.join(stack.folder, "prompts/support.md");
  const newer = readFileSync(prompt, "utf8").replace("Be kind.", "Be quick.");
  stack.write("prompts/support.md", newer);
  expect((await undo(0, id("systemPrompt"))).stdout).toContain("so there is nothing to put back");
  expect((await undo(0)).stdout).toContain("replaced by an update; the last apply has sent it again");
  expect(readFileSync(prompt, "utf8")).toBe(newer);
  expect(git(stack.folder, "status", "--porcelain")).toBe(" M prompts/support.md\n");
  git(stack.folder, "checkout", "-q", ".");

  // Into the service: then it is a manual change like any other.
  await undo(0, id("initialMessage"), "--service");
  expect(assistant(emulator, "Support")).toMatchObject({
    initial_message: "Hi there!",
    system_prompt: "You answer for Acme.\nBe kind.",
  });
  const { pulled } = await pull(stack, 0);
  expect(pulled.map(({ path: property }) => property)).toEqual(["initialMessage"]);
  await isInService(stack, emulator, 1);

  // A deletion.
  await change(emulator, "Night", { system_prompt: "You are wide awake." });
  stack.write(program(support.replace('"Hello!"', '"Hi there!"')));
  expect(must(await stack.up()).all).toContain("kept in .voicecall");
  const files = readdirSync(path.join(stack.folder, ".voicecall"));
  expect(files).toEqual([".gitignore", expect.stringMatching(/-Assistant-\d+\.json$/)]);
  const { kept: all } = await list();
  const deleted = all.find(({ by }) => by === "deletion")!;
  expect(deleted).toMatchObject({ name: "night", property: "systemPrompt" });
  expect((await undo(0, deleted.id, "--print")).stdout).toBe("You are wide awake.");
  expect((await undo(1, deleted.id)).all).toContain("The object was deleted");
  expect(git(stack.folder, "status", "--porcelain")).not.toContain(".voicecall");
});
