import { describe, expect, test } from "vitest";
import { routes, withOverrides, type RouteName } from "../../provider/http/routes.js";

function refusal(overrides: Record<string, string>): string {
  try {
    withOverrides(overrides);
  } catch (error) {
    expect(error).toMatchObject({ code: "config" });
    return (error as Error).message;
  }
  throw new Error("the overrides were accepted");
}

describe("the table", () => {
  test("the assumed routes are those the specification leaves open", () => {
    const assumed = Object.entries(routes).filter(([, route]) => route.basis === "assumed");
    expect(assumed.map(([name]) => name).sort()).toEqual([
      "deleteLead",
      "deleteTool",
      "disableInboundWebhook",
      "enableInboundWebhook",
      "listCampaigns",
      "updateAssistant",
      "updateTool",
    ]);
    for (const [, route] of assumed) expect(route.spec).toMatch(/^spec \d\.\d: /);
  });

  test("every path starts with /user and every route is available", () => {
    for (const route of Object.values(routes)) {
      expect(route.path).toMatch(/^\/user\//);
      expect(route).toMatchObject({ available: true, overridden: false });
    }
  });
});

describe("overrides", () => {
  test.each<[RouteName, string, object]>([
    ["updateTool", "PATCH /user/tool/{id}", { method: "PATCH", path: "/user/tool/{id}" }],
    ["updateTool", "  POST   /user/tools/{id}/update ", { method: "POST", path: "/user/tools/{id}/update" }],
    ["deleteLead", "POST /user/leads/{id}/delete", { method: "POST" }],
    ["listCampaigns", "GET /v2/campaigns", { path: "/v2/campaigns" }],
    ["createTool", "POST /user/tool", { path: "/user/tool" }],
    ["deleteLead", "none", { available: false, method: "DELETE" }],
  ])("%s can become %j", (name, text, expected) => {
    const table = withOverrides({ [name]: text });
    expect(table[name]).toMatchObject({ ...expected, overridden: true, basis: routes[name].basis });
    expect(routes[name].overridden).toBe(false);
  });

  test.each([
    ["updateTol", "none", 'Did you mean "updateTool"'],
    ["UPDATETOOL", "none", 'Did you mean "updateTool"'],
    ["somethingElseAltogether", "none", "known routes are createTool"],
    ["__proto__", "none", "no route named"],
    ["updateTool", "", "a method and a path"],
    ["updateTool", "PUT", "a method and a path"],
    ["updateTool", "PUT /user/tools/{id} now", "a method and a path"],
    ["updateTool", "put /user/tools/{id}", "PUT or PATCH or POST"],
    ["updateTool", "GET /user/tools/{id}", "PUT or PATCH or POST"],
    ["createTool", "PUT /user/tools", "must be POST"],
    ["makeCall", "PUT /user/make_call", "must be POST"],
    ["updateCampaignStatus", "PUT /user/campaigns", "must be POST"],
    ["listTools", "POST /user/tools", "must be GET"],
    ["updateTool", "PUT user/tools/{id}", "must begin with /"],
    ["updateTool", "PUT /user/tools/{id}?a=1", "no query"],
    ["updateTool", "PUT //example.com/{id}", "must begin with /"],
    ["updateTool", "PUT /user/../{id}", "must begin with /"],
    ["updateTool", "PUT /user/tools/{name}", "must begin with /"],
    ["updateTool", "PUT /user/tools", "{id} once"],
    ["updateTool", "PUT /user/{id}/{id}", "{id} once"],
    ["createTool", "POST /user/tools/{id}", "no {id}"],
  ])("rejected: %s: %s", (name, text, says) => {
    const overrides = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(text)}}`) as Record<
      string,
      string
    >;
    expect(refusal(overrides)).toContain(says);
  });
});
