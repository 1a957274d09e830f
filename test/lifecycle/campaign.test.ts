/**
 * Campaigns of the 2026 form. They are created as drafts and never changed. They are deleted with their leads
 * only if the program says so.
 */
import { describe, expect, test } from "vitest";
import { aCampaign, campaign, declaring, serviceOf } from "../kinds/index.js";
import type { Program, Props } from "../support/engine-part.js";
import { addLead } from "../support/stored-lead.js";
import { type World, appliedLongAgo, oneStep, succeeded, unchanged, world } from "../support/world.js";
import { madeElsewhere, only, strike } from "./subjects.js";

const program = (more: Props = {}): Program => declaring(aCampaign, more);
const appliedCampaign = (more: Props = {}): Promise<World> => appliedLongAgo(program(more));
const open = (): Promise<World> => world(serviceOf("Campaign"));

function addLeads({ emulator: { state } }: World, count: number, campaign_id = 601): void {
  const [first = 0] = state.leads.map(({ id }) => id).slice(-1);
  for (let id = first + 1; id <= first + count; id += 1) addLead(state, { id, campaign_id });
}

describe("created", () => {
  test("as a draft, in one request, which starts nothing", async () => {
    const here = await open();
    expect((await here.engine.preview(program())).errors).toEqual([]);
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(program())).toMatchObject(succeeded);
    expect(here.writes()).toEqual([
      { method: "POST", path: "/user/campaign", body: { name: "Summer offers", assistant_id: 151 } },
    ]);
    expect(here.engine.state.get("it")).toMatchObject({
      id: "601",
      outputs: { ...campaign, status: "draft", assistantId: 151, phoneNumberIds: null },
    });
    expect(await here.engine.up(program())).toMatchObject(unchanged);
  });

  test("a warning if the assistant receives calls", async () => {
    const here = await open();
    here.emulator.state.assistants[0]!.type = "inbound";
    const { lines } = await here.engine.preview(program());
    expect(lines).toEqual([
      'The assistant "Caller" receives calls. A campaign needs an assistant with callsDirection "make".',
    ]);
    expect(only(await here.engine.up(program()))).toContain("not an outbound assistant");
  });

  test("an assistant that the account lacks is an error in preview", async () => {
    const here = await open();
    const { errors } = await here.engine.preview({
      name: { kind: "Campaign", props: { name: "a", assistant: "Nobody" } },
      id: { kind: "Campaign", props: { name: "b", assistant: 999 } },
    });
    expect(errors[0]).toContain('assistant: the account has no assistant "Nobody"');
    expect(errors[1]).toContain("assistant: the account has no assistant with id 999");
  });

  test.each([
    [404, { message: "The route api/user/campaign could not be found." }],
    [405, { message: "The POST method is not supported for route api/user/campaign." }],
  ] as const)(
    "%s with %j: the other documented path is used, once tried, for the run",
    async (status, body) => {
      const here = await open();
      strike(here, "POST", "/user/campaign", { status, body });
      const second = { ...program()["it"]!, props: { ...campaign, name: "Second" } };
      expect(await here.engine.up({ ...program(), second })).toMatchObject(succeeded);
      expect(here.writes().map(({ path }) => path)).toEqual([
        "/user/campaign",
        "/user/campaigns",
        "/user/campaigns",
      ]);
      expect(here.emulator.state.campaigns).toHaveLength(2);
    },
  );

  test.each([
    ["an object that is missing", 404, { message: "Assistant not found" }],
    ["no words", 404, {}],
    ["a page", 404, "<html><body>Not Found</body></html>"],
    ["another 405", 405, { message: "Not now" }],
  ])("%s says nothing about the route: the other path is not tried", async (_, status, body) => {
    const here = await open();
    strike(here, "POST", "/user/campaign", { status, body });
    only(await here.engine.up(program()));
    expect(here.writes()).toHaveLength(1);
  });

  test("a path that the user has set is not second-guessed", async () => {
    const here = await open();
    here.engine.config = { "voicecall:routes": '{"createCampaign": "POST /user/campaign"}' };
    strike(here, "POST", "/user/campaign", {
      status: 404,
      body: { message: "The route could not be found." },
    });
    only(await here.engine.up(program()));
    expect(here.writes()).toHaveLength(1);
  });

  test("a create in doubt is not sent to the other path", async () => {
    const here = await open();
    strike(here, "POST", "/user/campaign", { status: 502 }, { times: 1 });
    strike(here, "POST", "/user/campaign", {
      status: 404,
      body: { message: "The route could not be found." },
    });
    await here.engine.up(program());
    expect(here.writes().filter(({ path }) => path === "/user/campaigns")).toEqual([]);
  });

  test("without both paths, the error shows the other one, to copy", async () => {
    const here = await open();
    const body = { message: "The route could not be found." };
    for (const path of ["/user/campaign", "/user/campaigns"])
      strike(here, "POST", path, { status: 404, body }, { times: 1 });
    expect(only(await here.engine.up(program()))).toContain(
      `Some services have POST /user/campaigns instead; if yours does, run: pulumi config set voicecall:routes '{"createCampaign":"POST /user/campaigns"}'`,
    );
    expect(here.engine.state.size).toBe(0);
    here.engine.config = { "voicecall:routes": '{"createCampaign": "POST /user/campaigns"}' };
    here.requests();
    expect(await here.engine.up(program())).toMatchObject(succeeded);
    expect(here.writes()).toMatchObject([{ method: "POST", path: "/user/campaigns" }]);
  });
});

describe("the 2025 form has no campaigns to create", () => {
  test.each([
    [{}, "detected from its responses; to override it, set voicecall:apiForm"],
    [{ "voicecall:apiForm": "2025" }, "set by voicecall:apiForm"],
  ])("%j: an error in preview and at apply, and nothing is sent", async (config, source) => {
    const here = await world({}, config);
    for (const command of [here.engine.preview, here.engine.up])
      expect(await command({ it: { kind: "Campaign", props: { name: "a", assistant: 1 } } })).toMatchObject({
        errors: [
          `Campaign "a": this kind of resource exists only in the 2026 form of the API, and this service has the 2025 form (${source}).`,
        ],
      });
    expect(here.writes()).toEqual([]);
  });
});

describe("a change", () => {
  const after = { maxRetries: 4 };

  test("is rejected in preview and at apply, with the count of leads", async () => {
    const here = await appliedCampaign({ maxRetries: 2 });
    addLeads(here, 2);
    addLeads(here, 1, 7);
    for (const command of [here.engine.preview, here.engine.up]) {
      expect(only(await command(program(after)))).toBe(
        'Campaign "Summer offers" (id 601): this cannot be changed: maxRetries (2 → 4), because the API has no request that changes a campaign. ' +
          'Undo the change, or make the same change in the service\'s dashboard; or declare onChange: "replace", ' +
          "which deletes the campaign with its 2 leads and creates it again as a draft.",
      );
    }
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")!.outputs["maxRetries"]).toBe(2);
  });

  test("of a property that the service never shows is rejected too", async () => {
    const here = await appliedCampaign({ timezone: "UTC" });
    const error = only(await here.engine.preview(program({ timezone: "Europe/Berlin" })));
    expect(error).toContain('timezone ("UTC" → "Europe/Berlin")');
    expect(error).not.toContain("dashboard");
  });

  test("that was also made in the service's dashboard is recorded without a write", async () => {
    const here = await appliedCampaign({ maxRetries: 2 });
    here.emulator.state.campaigns[0]!.max_retries = 4;
    expect(await here.engine.up(program(after))).toMatchObject(oneStep("update", "maxRetries"));
    expect(here.writes()).toEqual([]);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("replaces the campaign with its leads if the program asks for it", async () => {
    const replace = { ...after, onChange: "replace" };
    const here = await appliedCampaign({ maxRetries: 2 });
    addLeads(here, 3);
    const preview = await here.engine.preview(program(replace));
    expect(preview).toMatchObject({ errors: [], steps: [{ op: "replace" }] });
    expect(preview.lines.join("\n")).toContain(
      'maxRetries will change, but the API has no request that changes a campaign. Applying this deletes the campaign with its 3 leads and creates it again as a draft (onChange: "replace")',
    );
    expect(await here.engine.up(program(replace))).toMatchObject(oneStep("replace"));
    expect(here.methods()).toEqual(["DELETE", "POST"]);
    expect(here.emulator.state.campaigns).toMatchObject([{ id: 602, status: "draft", max_retries: 4 }]);
    expect(here.emulator.state.leads).toEqual([]);
    expect(await here.engine.up(program(replace))).toMatchObject(unchanged);
  });

  test("of a policy is stored without a request", async () => {
    const here = await appliedCampaign();
    expect(await here.engine.up(program({ onDestroy: "deleteLeads" }))).toMatchObject(oneStep("update"));
    expect(here.writes()).toEqual([]);
  });

  test("that a refresh finds is a difference, and the refresh does not reject it", async () => {
    const here = await appliedCampaign({ maxRetries: 2 });
    here.emulator.state.campaigns[0]!.max_retries = 5;
    expect(await here.engine.refresh()).toMatchObject(oneStep("update", "maxRetries"));
    expect(only(await here.engine.preview(program({ maxRetries: 2 })))).toContain("maxRetries (5 → 2)");
    expect(await here.engine.preview(program({ maxRetries: 5 }))).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });

  test("that the service made during the create is an error, and the next up rejects or replaces it", async () => {
    const here = await open();
    strike(here, "POST", "/user/campaign", { dropField: "max_retries" }, { times: 1 });
    const error = only(await here.engine.up(program({ maxRetries: 2 })));
    expect(error).toMatch(/did not keep it as sent.*no request that changes a campaign \(maxRetries: 3\)/);
    expect(here.engine.state.get("it")!.outputs["__partial"]).toEqual(["maxRetries"]);
    expect(only(await here.engine.up(program({ maxRetries: 2 })))).toContain("maxRetries");
    expect(await here.engine.up(program({ maxRetries: 2, onChange: "replace" }))).toMatchObject(
      oneStep("replace"),
    );
    expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
    expect(here.methods()).toEqual(["POST", "DELETE", "POST"]);
  });
});

describe("an existing campaign", () => {
  test("is rejected by default, and adopted on request without a write", async () => {
    const here = await open();
    await madeElsewhere(here, aCampaign, { maxRetries: 2 });
    expect(only(await here.engine.up(program({ maxRetries: 2 })))).toContain("adoptId: 601");
    const adopt = program({ maxRetries: 2, onExisting: "adopt" });
    expect((await here.engine.preview(adopt)).lines).toEqual([
      'Campaign "Summer offers": will adopt the existing object with id 601 without changing anything. If this run replaces the resource that has it (--replace or taint), it is deleted and created again instead.',
      expect.stringContaining("do not delete that resource with --target"),
      'Campaign "Summer offers": the service does not show assistant of the existing object, so the provider cannot tell whether that object has the declared values.',
    ]);
    expect(await here.engine.up(adopt)).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")!.id).toBe("601");
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("is not adopted if it differs", async () => {
    const here = await open();
    await madeElsewhere(here, aCampaign, { maxRetries: 2 });
    const adopt = program({ maxRetries: 4, adoptId: 601 });
    expect((await here.engine.preview(adopt)).lines.join()).toContain("Applying this will fail");
    expect(only(await here.engine.up(adopt))).toContain(
      "the object with id 601 cannot be adopted, because it differs in maxRetries (2 → 4), and the API has no request that changes a campaign. Nothing is sent.",
    );
    expect(here.writes()).toEqual([]);
  });
});

describe("deleted", () => {
  test("without leads", async () => {
    const here = await appliedCampaign();
    addLeads(here, 1, 7);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.requests().filter((line) => line.startsWith("DELETE"))).toEqual([
      "DELETE /user/campaign/601",
    ]);
    expect(here.emulator.state.campaigns).toEqual([]);
  });

  test("not with leads: the error says how many", async () => {
    const here = await appliedCampaign();
    addLeads(here, 1);
    expect(only(await here.engine.destroy())).toBe(
      'delete Campaign "Summer offers" (id 601): nothing was deleted, because the campaign has 1 lead, which the service would delete too. Delete the leads first. To delete them together with the campaign instead, set onDestroy: "deleteLeads" on the campaign, run `pulumi up`, and then delete the campaign.',
    );
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.size).toBe(1);
  });

  test("not if the leads cannot be counted", async () => {
    const here = await appliedCampaign();
    strike(here, "GET", "/user/leads", { status: 500 });
    expect(only(await here.engine.destroy())).toContain("delete Campaign");
    expect(here.writes()).toEqual([]);
  });

  test("with leads, if that is declared", async () => {
    const here = await appliedCampaign({ onDestroy: "deleteLeads" });
    addLeads(here, 2);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.emulator.state.leads).toEqual([]);
  });
});

test("with the token of another user, every command stops and nothing is written", async () => {
  const here = await appliedCampaign();
  here.engine.env["VOICECALL_ACCESS_TOKEN"] = "other-token";
  for (const command of [() => here.engine.preview(program()), here.engine.refresh, here.engine.destroy])
    expect((await command()).errors.length).toBeGreaterThan(0);
  expect(here.writes()).toEqual([]);
  expect(here.engine.state.size).toBe(1);
});
