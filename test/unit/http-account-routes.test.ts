import { expect, test } from "vitest";
import { createClient } from "../../provider/http/client.js";
import { parseSettings } from "../../provider/http/settings.js";
import { FakeClock, call, failed, played, token } from "./http-support.js";

test("an Account's missing route is set in the Account, which may not use the stack's voicecall:routes", async () => {
  const own = { explicit: "true", routes: '{"deleteTool":"POST /user/tools/{id}/remove"}' };
  const { client } = played([{ status: 405, body: "" }], own);
  const { message: text } = await failed(client.request(call("campaigns")));
  expect(text).toMatch(
    /or "none": give the Account the argument routes: \{"deleteTool":"POST \/user\/tools\/\{id\}\/remove","listCampaigns":"GET \/YOUR\/PATH"\}\.$/,
  );
  expect(text).not.toContain("pulumi config set");
  const other = call("create", { route: "createCampaign" });
  const { message } = await failed(played([{ status: 405, body: "" }], own).client.request(other));
  expect(message).toContain(
    "Some services have POST /user/campaigns instead; if yours does, give the Account the argument routes: {",
  );
});

test("the same for an Account whose token and base URL come from the environment", async () => {
  const config: Record<string, string> = { explicit: "true", accessTokenEnv: "OWN_TOKEN" };
  const settings = parseSettings((key) => config[key], {
    OWN_TOKEN: token,
    VOICECALL_BASE_URL: "https://service.example/api",
  });
  const transport = { send: async () => ({ status: 405, headers: {}, body: "" }) };
  const client = createClient(settings, { clock: new FakeClock(), transport });
  const { message } = await failed(client.request(call("campaigns")));
  expect(message).toContain("give the Account the argument routes: {");
  expect(message).not.toContain("pulumi config set");
});
