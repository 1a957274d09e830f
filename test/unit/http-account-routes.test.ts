import { expect, test } from "vitest";
import { call, failed, played } from "./http-support.js";

test("an Account's missing route is set in the Account, which may not use the stack's voicecall:routes", async () => {
  const own = { explicit: "true", routes: '{"deleteTool":"POST /user/tools/{id}/remove"}' };
  const { client } = played([{ status: 405, body: "" }], own);
  const { message: text } = await failed(client.request(call("campaigns")));
  expect(text).toMatch(
    /set "none": give the Account the argument routes: \{"deleteTool":"POST \/user\/tools\/\{id\}\/remove","listCampaigns":"GET \/YOUR\/PATH"\}\.$/,
  );
  expect(text).not.toContain("pulumi config set");
  const other = call("create", { route: "createCampaign" });
  const { message } = await failed(played([{ status: 405, body: "" }], own).client.request(other));
  expect(message).toContain(
    "Some services have POST /user/campaigns instead; if yours does, give the Account the argument routes: {",
  );
});
