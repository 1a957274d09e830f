/** Objects of a killed run that no state contains. */
import { expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { succeeded, test } from "../support/world.js";
import { aLead, anAssistant, madeElsewhere, midCallTool } from "./subjects.js";

const second = { phoneNumber: "+12025550144" };

test("one preview names all orphans, also of dependent resources; one up adopts them", async ({ here }) => {
  const ids = [
    await madeElsewhere(here, midCallTool),
    await madeElsewhere(here, anAssistant),
    await madeElsewhere(here, aLead),
    await madeElsewhere(here, aLead, second),
  ];
  const program = (adopt: (index: number) => Props = () => ({})): Program => ({
    weather: { kind: "MidCallTool", props: { ...midCallTool.props, ...adopt(0) } },
    support: {
      kind: "Assistant",
      props: (of) => ({ ...anAssistant.props, tools: [of("weather")["id"]], ...adopt(1) }),
    },
    ada: { kind: "Lead", props: { ...aLead.props, ...adopt(2) } },
    bob: { kind: "Lead", props: { ...aLead.props, ...second, ...adopt(3) } },
  });
  const { errors, lines } = await here.engine.preview(program());
  expect(errors).toEqual([]);
  expect(lines).toHaveLength(ids.length);
  for (const [index, id] of ids.entries())
    expect(lines[index]).toMatch(
      new RegExp(
        `\\(id ${id}\\).*Applying this will fail.*Adopt it with adoptId: ${id}, as after interruptions`,
      ),
    );

  const adopting = program((index) => ({ adoptId: ids[index] }));
  expect(await here.engine.up(adopting)).toMatchObject(succeeded);
  expect([...here.engine.state.values()].map(({ id }) => id)).toEqual(ids.map(String));
  expect(here.writes().map(({ method, body }) => [method, body])).toEqual([["PUT", { tool_ids: [ids[0]] }]]);
});
