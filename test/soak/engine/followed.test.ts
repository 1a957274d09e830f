/** What texts advise, followed word by word with the real engine, solves the case. */
import { describe, expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const config = { "voicecall:listLag": "1ms" };

/** The arguments of the command of Pulumi that a text quotes, as a shell reads them. */
function quotedCommand(text: string): string[] {
  const [, line = ""] = /`pulumi (up --refresh --target [^`]+)`/.exec(text) ?? [];
  return line.split(" ").map((word) => word.replaceAll("'", ""));
}

describe("an object that somebody deleted in the service", () => {
  const program = (description: string): string =>
    js(
      `new MidCallTool("hours", tool("get_hours", { description: "${description}" })); new Assistant("support", support);`,
    );

  test.each([
    ["unchanged in the program", "Old.", "it is no longer in the service. To create it again, run"],
    [
      "changed in the program",
      "New.",
      "the object is no longer in the service. Applying this will fail. Run",
    ],
  ])("%s: the command of the preview creates it again", async (_, description, says) => {
    const emulator = await service();
    const stack = await stackOn(emulator, program("Old."), { config });
    must(await stack.up());
    emulator.state.tools.length = 0;
    stack.write(program(description));
    const preview = await stack.voicecall("preview");
    expect(preview.all).toContain(says);
    must(await stack.run(...quotedCommand(preview.all), "--yes", "--skip-preview"));
    expect(emulator.state.tools).toMatchObject([{ name: "get_hours", description }]);
    must(await stack.preview("--expect-no-changes"));
  });
});

test("drift --undeclared: with its lines in the program, nothing is undeclared, and nothing changes", async () => {
  const emulator = await service();
  const program = (ofLead: string, ofAssistant: string): string =>
    js(`new Lead("ada", { campaign: 1, phoneNumber: "+12025550143", variables: { plan: "gold", ${ofLead} } });
new Assistant("support", { ...support, ${ofAssistant} });`);
  const stack = await stackOn(emulator, program("", ""), { config });
  must(await stack.up());
  emulator.state.leads.at(-1)!.variables["city"] = "Berlin";
  emulator.state.assistants[0]!.max_duration = 60;
  const found = await stack.voicecall("drift", "--undeclared", "--json");
  const { undeclared } = JSON.parse(found.stdout) as {
    undeclared: { name: string; fields: { line: string }[] }[];
  };
  const lines = (name: string): string =>
    undeclared
      .filter((one) => one.name === name)
      .flatMap(({ fields }) => fields.map(({ line }) => line))
      .join("\n");
  expect([found.code, lines("ada"), lines("support")]).toEqual([
    2,
    'city: "Berlin",',
    "maxCallDuration: 60,",
  ]);
  stack.write(program(lines("ada"), lines("support")));
  must(await stack.up());
  expect(must(await stack.voicecall("drift", "--undeclared")).stdout).toContain("nothing undeclared");
  expect(emulator.state.leads.at(-1)!.variables).toEqual({ plan: "gold", city: "Berlin" });
});
