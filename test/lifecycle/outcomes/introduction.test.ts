import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { service } from "../../support/engine-world.js";
import { example, introduction } from "./introduction.js";
import { aCampaignKind, aLead, anAssistant, campaign, midCallTool } from "./kinds.js";
import { snapshot } from "./page.js";

test("the example is a rule that the local service accepts", async () => {
  const { address, faults } = await service();
  const response = await fetch(`${address}/_emulator/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(example),
  });
  expect(response.status).toBe(201);
  expect(faults.list()).toMatchObject([{ rule: example }]);
});

test("docs/evidence/faults.md is up to date (npm run generate:faults)", async () => {
  const pages = [midCallTool, anAssistant, aCampaignKind, aLead, campaign].map(({ page }) =>
    readFileSync(snapshot(page), "utf8"),
  );
  await expect(introduction(pages)).toMatchFileSnapshot("../../../docs/evidence/faults.md");
});
