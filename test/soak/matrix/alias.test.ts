/** Aliases: resources that were renamed or moved, and an alias of a resource of another kind. */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

const program = (body: string): string => js(`const { LeadSet } = require("pulumi-voicecall"); ${body}`);
const alias = (kind: string): string =>
  `{ aliases: [{ name: "x", type: "pulumi-nodejs:dynamic/voicecall:${kind}" }] }`;
const list = `{ campaign: "Spring renewals", columns: { phoneNumber: "phone" }, leads: [{ phone: "+12025550143" }] }`;

test("an alias of another kind is an error in preview and up, and nothing is sent", async () => {
  const emulator = await service();
  const before = `new MidCallTool("x", tool("get_hours"));`;
  const stack = await stackOn(emulator, program(before));
  must(await stack.up());
  const sent = writes(emulator).length;
  stack.write(program(`new Assistant("y", support, ${alias("MidCallTool")});`));
  const says = `Assistant "Support": in state, this resource is a MidCallTool. Correct its aliases, or its name.`;
  expect((await stack.preview()).all).toContain(says);
  expect((await stack.up()).all).toContain(says);
  stack.write(program(`${before} new LeadSet("x", ${list});`));
  must(await stack.up());
  stack.write(
    program(
      `${before} new CampaignState("y", { campaign: "Spring renewals", state: "started" }, ${alias("LeadSet")});`,
    ),
  );
  expect((await stack.up()).all).toContain("in state, this resource is a LeadSet.");
  expect(
    writes(emulator)
      .slice(sent)
      .map(({ path }) => path),
  ).toEqual(["/user/lead"]);
});

test("renamed and moved into a component by aliases: nothing changes", async () => {
  const emulator = await service();
  const all = (suffix: string, options: (name: string) => string): string =>
    program(`class Box extends pulumi.ComponentResource { constructor(name) { super("acme:index:Box", name); } }
      const t = new MidCallTool("t${suffix}", tool("get_hours"), ${options("t")});
      new Assistant("a${suffix}", { ...support, tools: [t] }, ${options("a")});
      const l = new LeadSet("l${suffix}", ${list}, ${options("l")});
      new CampaignState("s${suffix}", { campaign: "Spring renewals", state: "started" }, { ...${options("s")}, dependsOn: l });`);
  const stack = await stackOn(
    emulator,
    all("", () => "{}"),
  );
  must(await stack.up());
  const sent = writes(emulator).length;
  stack.write(
    all(
      "2",
      (name) =>
        `{ parent: new Box("${name}"), aliases: [{ name: "${name}", parent: pulumi.rootStackResource }] }`,
    ),
  );
  must(await stack.up());
  must(await stack.refresh("--expect-no-changes"));
  expect(writes(emulator)).toHaveLength(sent);
});
