/** Prompt checks in `pulumi import`. It does not use the SDK's classes, so no hint such as `__filledIn` is passed. */
import { expect } from "vitest";
import { assistant, test, world } from "../support/world.js";

test("an import has no front matter, so variables that front matter may list are not reported", async () => {
  const { engine } = await world();
  engine.knowsUrns = false;
  const props = {
    ...assistant,
    callsDirection: "receive",
    variables: { companyName: "Acme" },
    systemPrompt: "{{missing}} at {{company_name}}",
  };
  const { lines } = await engine.preview({ it: { kind: "Assistant", props } });
  expect(lines).toEqual([
    expect.stringContaining("systemPrompt uses {{company_name}}, which is not declared in variables"),
  ]);
});
