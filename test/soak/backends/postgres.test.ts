import { test } from "vitest";
import { cutConnection, historyExportAndImport, secrets, teamOn, twoAppliesAndAKilledHost } from "./life.js";
import { postgres } from "./postgres.js";

test("state in PostgreSQL survives two applies at once, a killed host and a cut connection; history, export, import and secrets work", async () => {
  const team = await teamOn(postgres);
  await twoAppliesAndAKilledHost(team);
  await cutConnection(team);
  await historyExportAndImport(team);
  await secrets(team);
});
