/** Each sentence of the outcome tables, once: a changed word changes one line of the snapshot and fails this test. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { serviceOf } from "../../kinds/index.js";
import { closeAfterTest } from "../../support/after-test.js";
import { aCampaignKind, aLead, anAssistant, anAssistantIn2026, campaign, midCallTool } from "./kinds.js";
import { play } from "./play.js";
import { readingFaults } from "./reading-faults.js";
import { SENTENCES, cellsOn, saidIn, sentencesPage } from "./sentences.js";
import { Stage } from "./stage.js";
import { writeFaults } from "./write-faults.js";

const kinds = [aCampaignKind, aLead, anAssistant, anAssistantIn2026, campaign, midCallTool];

test("the sentences of messages are up to date (npm run generate:faults)", async () => {
  const stages = new Map<string, Stage>();
  const numbers = new Map<string, number>();
  const numberOf = (sentence: string): number => {
    const number = numbers.get(sentence) ?? numbers.size + 1;
    numbers.set(sentence, number);
    return number;
  };
  const rows: string[][] = [];
  for (const [page, operation, title] of cellsOn(readFileSync(SENTENCES, "utf8"))) {
    const kind = kinds.find((one) => one.page === page)!;
    const service = { form: kind.form, ...(kind.fixture && serviceOf(kind.fixture.kind)) };
    const stage = stages.get(kind.page) ?? closeAfterTest(await Stage.open(service));
    stages.set(kind.page, stage);
    const write = kind.writes.find((column) => column.title === operation);
    const column = write ?? kind.readings.find((one) => one.title === operation)!;
    const fault = (write ? writeFaults : readingFaults).find((one) => one.title === title)!;
    const messages = saidIn(await play(stage, kind, column, fault)).map(
      ({ code, sentences }) => `${code}: ${sentences.map(numberOf).join(" ")}`,
    );
    rows.push([kind.page, column.title, fault.title, messages.join("; ")]);
  }
  await expect(sentencesPage(rows, numbers.keys())).toMatchFileSnapshot(SENTENCES);
});
