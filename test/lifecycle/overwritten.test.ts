/** What a write replaces or deletes although no program has declared it is kept. What the program wrote is not. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { type Overwritten, HIDDEN } from "../../provider/core/run/state.js";
import { sealedSchema, unsealed } from "../../provider/core/run/sealed.js";
import { temporaryFolder } from "../support/after-test.js";
import type { Props } from "../support/engine-part.js";
import { type World, appliedLongAgo, succeeded, test } from "../support/world.js";
import { aLead, anAssistant, declaring, midCallTool } from "../kinds/index.js";
import { madeElsewhere, only, strike } from "./subjects.js";

const assistant = (props: Props = {}) => declaring(anAssistant, { systemPrompt: "First.", ...props });

const keptIn = ({ engine }: World): readonly Overwritten[] =>
  (engine.state.get("it")!.outputs[HIDDEN.overwritten] ?? []) as Overwritten[];

const values = (kept: readonly Overwritten[]) => kept.map(({ property, value, by }) => [property, value, by]);

const appliedAssistant = (props: Props = {}, config?: Record<string, string>): Promise<World> =>
  appliedLongAgo(assistant(props), {}, config);

const byHand = ({ emulator }: World, changes: object): void => {
  Object.assign(anAssistant.rows(emulator)[0]!, changes);
};

describe("in state", () => {
  test("a refresh that repairs drift", async () => {
    const here = await appliedAssistant();
    byHand(here, { system_prompt: "By hand." });
    await here.engine.refresh();
    const preview = await here.engine.preview(assistant());
    expect(preview.lines.join("\n")).toContain("this will replace systemPrompt from the service");
    const { lines } = await here.engine.up(assistant());
    expect(values(keptIn(here))).toEqual([["systemPrompt", "By hand.", "update"]]);
    expect(keptIn(here)).toMatchObject([{ declared: "First." }]);
    expect(lines.join("\n")).toContain(
      "this replaces systemPrompt from the service, not from a program. `npx voicecall undo` lists the old value.",
    );
    expect(anAssistant.rows(here.emulator)[0]).toMatchObject({ system_prompt: "First." });
  });

  test("onConflict: overwrite, and what is kept stays through later applies and refreshes", async () => {
    const here = await appliedAssistant({}, { "voicecall:onConflict": "overwrite" });
    byHand(here, { system_prompt: "By hand.", webhook_url: "https://other.example.com/" });
    expect(await here.engine.up(assistant({ systemPrompt: "Second." }))).toMatchObject(succeeded);
    await here.engine.refresh();
    expect(await here.engine.up(assistant({ systemPrompt: "Third." }))).toMatchObject(succeeded);
    expect(values(keptIn(here))).toEqual([["systemPrompt", "By hand.", "update"]]);
  });

  test("adoption, and a first declaration", async ({ here }) => {
    await madeElsewhere(here, anAssistant, { systemPrompt: "Theirs.", maxCallDuration: 90 });
    const adopting = assistant({ onExisting: "adopt", maxCallDuration: 60 });
    expect(await here.engine.up(adopting)).toMatchObject(succeeded);
    expect(values(keptIn(here))).toEqual([["systemPrompt", "Theirs.", "adoption"]]);
    byHand(here, { variables: { company: "Theirs" } });
    const declares = assistant({ onExisting: "adopt", maxCallDuration: 60, variables: { company: "Ours" } });
    expect(await here.engine.up(declares)).toMatchObject(succeeded);
    expect(values(keptIn(here))).toEqual([
      ["systemPrompt", "Theirs.", "adoption"],
      ["variables", { company: "Theirs" }, "update"],
    ]);
  });

  test("not a value of the program, nor what it pulls", async () => {
    const here = await appliedAssistant();
    await here.engine.up(assistant({ systemPrompt: "Second." }));
    byHand(here, { system_prompt: "By hand." });
    await here.engine.refresh();
    const pulled = assistant({ systemPrompt: "By hand.", initialMessage: "Good day!" });
    expect(await here.engine.up(pulled)).toMatchObject(succeeded);
    await here.engine.up(assistant({ systemPrompt: "Third.", initialMessage: "Good day!" }));
    expect(keptIn(here)).toEqual([]);
  });

  test("once, although the apply that replaces it fails first", async () => {
    const here = await appliedAssistant({}, { "voicecall:onConflict": "overwrite" });
    byHand(here, { system_prompt: "By hand." });
    strike(here, "PUT", "/user/assistant/201", { status: 500 });
    only(await here.engine.up(assistant({ systemPrompt: "Second." })));
    here.emulator.faults.clear();
    expect(await here.engine.up(assistant({ systemPrompt: "Second." }))).toMatchObject(succeeded);
    expect(values(keptIn(here))).toEqual([["systemPrompt", "By hand.", "update"]]);
  });

  test("the newest ten of a resource", async () => {
    const here = await appliedAssistant({}, { "voicecall:onConflict": "overwrite" });
    for (let round = 0; round < 12; round += 1) {
      byHand(here, { system_prompt: `By hand ${round}.` });
      await here.engine.up(assistant({ systemPrompt: `Program ${round}.` }));
    }
    expect(keptIn(here).map(({ value }) => value)).toEqual(
      Array.from({ length: 10 }, (_, index) => `By hand ${index + 2}.`),
    );
  });

  test("nothing with voicecall:keepOverwritten off, and nothing of a lead", async () => {
    const off = { "voicecall:keepOverwritten": "off", "voicecall:onConflict": "overwrite" };
    const here = await appliedAssistant({}, off);
    here.engine.env["VOICECALL_KEEP_OVERWRITTEN"] = "off";
    byHand(here, { system_prompt: "By hand." });
    await here.engine.up(assistant({ systemPrompt: "Second." }));
    expect(keptIn(here)).toEqual([]);
    const lead = (variables: Props) => declaring(aLead, { variables });
    const other = await appliedLongAgo(lead({ name: "Ann" }), {}, { "voicecall:onConflict": "overwrite" });
    aLead.rows(other.emulator)[0]!["variables"] = { name: "By hand" };
    await other.engine.up(lead({ name: "Beth" }));
    expect(keptIn(other)).toEqual([]);
    await other.engine.destroy();
  });
});

describe("in a file, when the object is deleted", () => {
  const kept = (folder: string, token: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => {
        const text = readFileSync(path.join(folder, name), "utf8");
        const { values: parts, ...about } = JSON.parse(text) as { values: unknown };
        const found = unsealed(sealedSchema.parse(parts), token) as Overwritten[];
        return { text, about, values: values(found) };
      });

  test("a manual change, an undeclared text, and what state had kept; sealed", async () => {
    const here = await appliedAssistant({}, { "voicecall:onConflict": "overwrite" });
    const folder = path.join(temporaryFolder(), "kept");
    here.engine.env["VOICECALL_KEEP_OVERWRITTEN"] = folder;
    byHand(here, { system_prompt: "Earlier." });
    await here.engine.up(assistant({ systemPrompt: "Second." }));
    byHand(here, { system_prompt: "By hand.", webhook_url: "https://other.example.com/" });
    here.requests();
    const { lines, errors } = await here.engine.destroy();
    expect(errors).toEqual([]);
    const [file, ...others] = kept(folder, here.emulator.token);
    expect(others).toEqual([]);
    expect(file!.about).toMatchObject({ version: 1, kind: "Assistant", id: "201", name: "it" });
    expect(file!.values).toEqual([
      ["systemPrompt", "Earlier.", "update"],
      ["systemPrompt", "By hand.", "deletion"],
      ["webhookUrl", "https://other.example.com/", "deletion"],
    ]);
    expect(file!.text).not.toContain("hand");
    expect(lines.join("\n")).toContain(`3 values that no program has declared: kept in ${folder}`);
    expect(readFileSync(path.join(folder, ".gitignore"), "utf8")).toBe("*\n");
    expect(() => kept(folder, "another")).toThrow();
  });

  test.for([
    ["an assistant", assistant()],
    ["a tool", declaring(midCallTool)],
    ["a lead", declaring(aLead)],
  ] as const)("no file for %s that is as the program declared it", async ([, program]) => {
    const here = await appliedLongAgo(program);
    const folder = path.join(temporaryFolder(), "kept");
    here.engine.env["VOICECALL_KEEP_OVERWRITTEN"] = folder;
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(() => readdirSync(folder)).toThrow("ENOENT");
  });

  test("if no file can be written, nothing is deleted", async () => {
    const here = await appliedAssistant();
    const folder = path.join(temporaryFolder(), "file");
    writeFileSync(folder, "");
    here.engine.env["VOICECALL_KEEP_OVERWRITTEN"] = folder;
    byHand(here, { system_prompt: "By hand." });
    here.requests();
    const error = only(await here.engine.destroy());
    expect(error).toContain("could not be kept: EEXIST");
    expect(error).toContain("Set voicecall:keepOverwritten to a folder that can be written.");
    expect(here.writes()).toEqual([]);
    here.engine.env["VOICECALL_KEEP_OVERWRITTEN"] = "off";
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });
});
