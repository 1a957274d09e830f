import { test } from "vitest";
import { cutConnection, historyExportAndImport, secrets, teamOn, twoAppliesAndAKilledHost } from "./life.js";
import { s3 } from "./s3.js";

test("state in S3 survives two applies at once, a killed host and a cut connection; history, export, import and secrets work", async () => {
  const team = await teamOn(s3);
  await twoAppliesAndAKilledHost(team);
  await cutConnection(team);
  await historyExportAndImport(team);
  await secrets(team);
});
