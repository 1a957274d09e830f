/** If a program declares ids, previews and `voicecall drift` also show the names. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { diagnostics } from "../support/diagnostics.js";
import { must } from "../support/engine.js";
import { count, js, service, stackOn } from "../support/engine-world.js";

const program = (args: string): string =>
  js(`
const [hours, offers] = ["get_hours", "get_offers"].map((name) => new MidCallTool(name, tool(name)));
new Assistant("it", { ...support, ${args} });
`);

test("a preview names the objects of changed ids, and drift those of ids that differ", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program("voice: 1, tools: [hours]"));
  must(await stack.up());
  emulator.state.tools.push({ ...emulator.state.tools[0]!, id: 90, name: "get_weather" });

  stack.write(program("voice: 2, tools: [offers, 90]"));
  const lines = diagnostics(must(await stack.preview()).all);
  const [hours, offers] = ["get_hours", "get_offers"].map(
    (name) => emulator.state.tools.find((one) => one.name === name)!.id,
  );
  expect(lines).toEqual({
    it: [
      `Assistant "Support" (id 201): will change voice ("Sarah" (id 1) → "Michael" (id 2)), ` +
        `tools (["get_hours" (id ${hours})] → ["get_offers" (id ${offers}),"get_weather" (id 90)]).`,
    ],
  });
  must(await stack.up());
  emulator.reset();
  expect(diagnostics(must(await stack.preview()).all)).toEqual({});
  expect(count(emulator, "GET", "/user/tools")).toBe(0);

  Object.assign(emulator.state.assistants[0]!, { voice_id: 1, tool_ids: [hours] });
  const drift = await stack.voicecall("drift");
  expect(drift.code).toBe(2);
  expect(stripVTControlCharacters(drift.stdout)).toContain('voice: "Michael (id 2)" → "Sarah"');
  expect(stripVTControlCharacters(drift.stdout)).toContain(
    `tools: ["get_offers (id ${offers})","get_weather (id 90)"] → ["get_hours"]`,
  );
});
