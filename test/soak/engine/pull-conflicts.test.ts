/** Conflicts of `voicecall pull`, resolved in every way, between two people and CI, with the real engine. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import type { Pulled } from "../../../cli/pull/report.js";
import { temporaryFolder } from "../../support/after-test.js";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=it", "-c", "user.email=it@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

/** One text in every place. */
interface Texts {
  line: string;
  message: string;
  duration: number;
  company: string;
}

const program = ({ message, duration, company }: Texts, address: string): string =>
  js(`const { Config } = pulumi;
const hook = new Config().requireSecret("hook");
new Assistant("solo", {
  ...support,
  name: "Solo",
  systemPrompt: prompt("prompts/solo.md", { hours: "9 to 5" }),
  initialMessage: ${JSON.stringify(message)},
  maxCallDuration: ${duration},
  variables: { company: ${JSON.stringify(company)}, hook },
});
class Branches extends pulumi.ComponentResource {
  constructor() {
    super("tests:index:Branches", "branches");
    for (const name of ["North", "South"])
      new Assistant(name, { ...support, name, systemPrompt: prompt("prompts/shared.md") }, { parent: this });
  }
}
new Branches();
const other = new Account("other", { baseUrl: ${JSON.stringify(address)}, accessTokenEnv: "VOICECALL_OTHER" });
new Assistant("there", { ...support, name: "There", systemPrompt: prompt("prompts/there.md") }, { provider: other });
`);

const FILES = ["solo", "shared", "there"].map((name) => `prompts/${name}.md`);
const promptFile = (file: string, line: string): string =>
  `Open${file.includes("solo") ? " {{hours}}" : ""}.\n${line}\nSay goodbye.\n`;
const promptText = (name: string, line: string): string =>
  `Open${name === "Solo" ? " 9 to 5" : ""}.\n${line}\nSay goodbye.`;

/** The texts that the person declares in the end. */
const ways: Record<string, (mine: Texts, theirs: Texts) => Texts> = {
  mine: (mine) => mine,
  theirs: (_, theirs) => theirs,
  "a mix": (mine, theirs) => ({
    line: `${mine.line} ${theirs.line}`,
    message: `${mine.message} ${theirs.message}`,
    duration: 111,
    company: `${mine.company} ${theirs.company}`,
  }),
  "both lines": (mine, theirs) => ({
    line: `${mine.line}\n${theirs.line}`,
    message: `${mine.message}\n${theirs.message}`,
    duration: 222,
    company: `${mine.company}, ${theirs.company}`,
  }),
};

test("each way to resolve: refused before, applied by CI from another clone after it, and a newer edit is refused", async () => {
  const [emulator, second] = [await service(), await service({ token: "token-of-the-other-account" })];
  const of = (name: string): Emulator => (name === "There" ? second : emulator);
  const names = ["Solo", "North", "South", "There"];
  const live = (name: string) => of(name).state.assistants.find((one) => one.name === name)!;
  const first: Texts = { line: "Be brief.", message: "Hello!", duration: 300, company: "Acme" };
  const stack = await stackOn(emulator, program(first, second.address), {
    files: Object.fromEntries(FILES.map((file) => [file, promptFile(file, first.line)])),
    secretConfig: { "engine-test:hook": "canary-hook-value" },
    env: { VOICECALL_OTHER: second.token },
  });
  const declare = (texts: Texts, message: string): void => {
    stack.write(program(texts, second.address));
    for (const file of FILES) stack.write(file, promptFile(file, texts.line));
    git(stack.folder, "add", "--all");
    git(stack.folder, "commit", "-q", "-m", message);
  };
  /** In the dashboard. */
  const edit = async (texts: Texts, some = names): Promise<void> => {
    for (const name of some) {
      const { id, variables } = live(name);
      const literals = {
        initial_message: texts.message,
        max_call_duration: texts.duration,
        variables: { ...(variables as object), company: texts.company },
      };
      const body = { system_prompt: promptText(name, texts.line), ...(name === "Solo" && literals) };
      await byHand(of(name), "PUT", `/user/assistant/${id}`, body);
    }
    for (const one of [emulator, second]) one.reset();
  };
  const sent = () => [...writes(emulator), ...writes(second)].map(({ body }) => body);
  const pull = async (code: number, ...args: string[]): Promise<Pulled> => {
    const result = await stack.voicecall("pull", "--json", ...args);
    expect(result.code, result.all).toBe(code);
    return JSON.parse(result.stdout) as Pulled;
  };
  const paths = (all: Pulled["left"] | Pulled["merged"]) =>
    all.map(({ name, path: one }) => `${name}.${one}`).sort();
  const PROMPTS = ["North", "South", "solo", "there"].map((name) => `${name}.systemPrompt`);
  const LITERALS = ["solo.initialMessage", "solo.maxCallDuration", "solo.variables.company"];

  git(stack.folder, "init", "-q");
  writeFileSync(path.join(stack.folder, ".git/info/exclude"), "node_modules\n.pulumi\n");
  git(stack.folder, "add", "--all");
  git(stack.folder, "commit", "-q", "-m", "first");
  must(await stack.up());
  const settings = (folder: string) => readFileSync(path.join(folder, "Pulumi.dev.yaml"), "utf8");
  const clone = (): string => {
    const folder = path.join(mkdtempSync(path.join(temporaryFolder(), "clone-")), "project");
    git(stack.folder, "clone", "-q", ".", folder);
    symlinkSync(path.join(stack.folder, "node_modules"), path.join(folder, "node_modules"));
    return folder;
  };

  let round = 0;
  for (const [way, resolve] of Object.entries(ways)) {
    round += 1;
    const text = (who: string): Texts => ({
      line: `Be ${who} ${round}.`,
      message: `Hi, ${who} ${round}!`,
      duration: 300 + round * 10 + (who === "mine" ? 0 : 5),
      company: `${who} ${round}`,
    });
    const [mine, theirs] = [text("mine"), text("theirs")];
    await edit(theirs);
    declare(mine, "mine");
    const refused = await stack.up();
    expect([refused.code, sent()], way).toEqual([1, []]);
    expect(refused.all).toContain("the update would overwrite");

    const colleague = clone();
    const { conflicts, left } = await pull(1, "--mine");
    expect([paths(conflicts), paths(left)], way).toEqual([PROMPTS, LITERALS]);
    expect((await stack.preview()).all).toContain("a conflict is not resolved");
    // Two people who pull the same changes record the same, so that git has nothing to merge there.
    if (round === 1) await pull(1, "--mine", "--cwd", colleague, "--stack", "dev");
    if (round === 1) expect(settings(colleague)).toBe(settings(stack.folder));
    expect(settings(stack.folder)).not.toContain("canary");

    let texts = resolve(mine, theirs);
    declare(texts, way);
    if (way !== "theirs") {
      const { merged } = await pull(0);
      expect(paths(merged), way).toEqual([...PROMPTS, ...LITERALS.slice(0, 2), "solo.variables"].sort());
      expect(git(stack.folder, "status", "--porcelain")).toBe("");
    }
    if (way === "both lines") {
      const newer = { ...theirs, line: "Be newer." };
      await edit(newer);
      const { code, all } = await stack.up();
      expect([code, sent()]).toEqual([1, []]);
      expect(all).toMatch(/npx voicecall pull \w+\.systemPrompt/);
      expect((await pull(1)).conflicts).toHaveLength(4);
      texts = resolve(texts, newer);
      declare(texts, "newer");
    }

    // CI has a clone and a HOME of its own.
    const ci = clone();
    const { HOME } = stack.env;
    stack.setEnv({ HOME: temporaryFolder() });
    const preview = must(await stack.preview("--cwd", ci, "--stack", "dev"));
    const said = [
      ...new Set(preview.all.match(/Assistant "\w+" \(id \d+\): overwriting (a )?manual changes? .*/g)),
    ];
    expect(said, preview.all).toHaveLength(way === "theirs" ? 0 : 4);
    const up = must(await stack.up("--cwd", ci, "--stack", "dev"));
    expect(up.all, way).toMatch(/4 updated/);
    stack.setEnv({ HOME });
    expect(sent(), way).toHaveLength(way === "theirs" ? 0 : 4);
    for (const name of names)
      expect(live(name).system_prompt, `${way}, ${name}`).toBe(promptText(name, texts.line));
    expect(live("Solo")).toMatchObject({ initial_message: texts.message, max_duration: texts.duration });
    expect(live("Solo").variables).toEqual({ company: texts.company, hook: "canary-hook-value" });
    expect((await pull(0)).outcome).toBe("nothing to pull");
    must(await stack.run("preview", "--expect-no-changes"));
  }
});
