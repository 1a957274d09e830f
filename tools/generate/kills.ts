import {
  DEATHS,
  MOMENTS,
  ORPHANS,
  OUTCOMES,
  REQUESTS,
  VICTIMS,
  type Moment,
} from "../../test/engine/kill/rows.js";
import { MESSAGES } from "../../test/engine/kill/messages.js";
import { markdownTable } from "./markdown.js";

/** docs/evidence/kills.md, from the tables that the tests compare with the engine. */
export function killsPage(): string {
  // Requests and moments with the same outcome share a row.
  const grouped = new Map<
    string,
    { readonly moments: Set<Moment>; readonly requests: Set<string>; readonly outcome: string }
  >();
  for (const { does, then } of REQUESTS) {
    const outcomes = new Map<string, Moment[]>();
    for (const [moment, expected] of Object.entries(then)) {
      const outcome = expected.map((name) => OUTCOMES[name].says).join("; or ");
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), moment as Moment]);
    }
    for (const [outcome, moments] of outcomes) {
      const key = [outcome, ...moments].join();
      const row = grouped.get(key) ?? { moments: new Set(moments), requests: new Set(), outcome };
      grouped.set(key, row);
      row.requests.add(does);
    }
  }
  const rows = [...grouped.values()].map(({ requests, moments, outcome }) => [
    [...requests].join(", "),
    [...moments].join(", "),
    outcome,
  ]);
  const waiting = ORPHANS.map(({ does, method, path, statuses, meanwhile, stays }) => [
    `${does}, \`${method} ${path}\``,
    statuses.join(" or "),
    meanwhile,
    stays,
  ]);
  return `<!-- Made by npm run generate from test/engine/kill/. -->

# What a kill leaves

What the next \`pulumi up\` does after a kill (SIGKILL) of ${VICTIMS.command} or ${VICTIMS.host} during a write, or the next \`pulumi destroy\` for deletions. In every row there are no duplicates, no campaign is started twice, and every object is known by its id. [If a run is killed](../behavior.md#if-a-run-is-killed) says what you see and do. After a kill of \`pulumi\`, \`voicecall resume\` records what was created, and then no create stops and no \`adoptId\` is needed (\`test/engine/kill/resume.test.ts\`).

The moments: ${Object.entries(MOMENTS)
    .map(([name, says]) => `**${name}** is ${says}`)
    .join("; ")}.

${markdownTable(["Killed while", "Moment", "The next command"], rows)}
Without a campaign listing, which is an [assumed route](../routes.md), nothing shows that a start was processed. Unless \`voicecall resume\` has recorded it as one in doubt, the next \`pulumi up\` then sends it again, and its preview says "starts the campaign a SECOND time". So it does if the campaign has ended or was stopped manually since, and its preview says "will START". "Stops and names the object" is an error that contains "${MESSAGES.named}" for an object with id N.

## Waiting writes

A signal that kills ${VICTIMS.command} (${DEATHS.join(", ")}: \`kill -9\`, a closed terminal, Ctrl-\\\\) does not reach the provider host. The host notices within a second, or when its current request ends, and sends nothing more. It also checks before each write that had to wait for a \`Retry-After\` pause, in a queue, or for a read:

${markdownTable(
  [
    `${VICTIMS.command} ends while this waits`,
    "Response, with `Retry-After: 60`",
    "Change in the program before the next \`pulumi up\`",
    "Result",
  ],
  waiting,
)}
The service processes a request that it already has when ${VICTIMS.command} ends, or that the host sends in the same tenth of a second.

## What Pulumi shows

After a kill of ${VICTIMS.host}, the command fails with "${MESSAGES.eof}", without a lock. After a kill of ${VICTIMS.command}, Pulumi's lock stays: "${MESSAGES.locked}" Run \`pulumi cancel\` first. Then:

${markdownTable(
  ["Command", "Shows", "Clears pending"],
  [
    ["`pulumi preview`, which ignores the lock", "nothing", "nothing"],
    ["`pulumi up`, `pulumi destroy`", `"${MESSAGES.warning}"`, "updates and deletions"],
    ["`pulumi refresh`, `pulumi up --refresh`", "nothing", "updates and deletions"],
    ["`pulumi refresh --yes --clear-pending-creates`", "nothing", "creates, updates and deletions"],
  ],
)}
The tests are \`test/engine/kill/\` and \`test/engine/cancel.test.ts\`: \`npm run soak\` runs them all, \`npm test\` some.
`;
}
