import {
  DEATHS,
  MOMENTS,
  ORPHANS,
  OUTCOMES,
  REQUESTS,
  VICTIMS,
  type Moment,
} from "../../test/engine/kill/rows.js";
import { SAID } from "../../test/engine/kill/said.js";
import { markdownTable } from "./markdown.js";

/** docs/kills.md, from the tables that the tests hold against the engine. */
export function killsPage(): string {
  const rows = REQUESTS.flatMap(({ method, path, does, then }) =>
    Object.entries(then).map(([moment, expected]) => [
      `${does}, \`${method} ${path}\``,
      MOMENTS[moment as Moment],
      expected.map((name) => OUTCOMES[name].says).join("; or "),
    ]),
  );
  const waiting = ORPHANS.map(({ does, method, path, statuses, meanwhile, stays }) => [
    `${does}, \`${method} ${path}\``,
    statuses.join(" or "),
    meanwhile,
    stays,
  ]);
  return `<!-- Made by npm run generate from test/engine/kill/. -->

# What a kill leaves

${VICTIMS.command} or ${VICTIMS.host} is killed (SIGKILL) at a request that changes something. Each line is what the next \`pulumi up\` does about it, or for deletions the next \`pulumi destroy\`. It is the same for both victims, and in every line nothing is there twice, no campaign is started twice, and whatever is there is known by its id.

${markdownTable(["Killed while", "and", "What the next command does"], rows)}
No campaign is started twice as long as the service lists its campaigns, which is an assumed route. Where it does not, nothing can show that a start was processed, and the next up sends it again: preview warns of that before each start ("it is started a SECOND time"), so look at the service's own page before you go on.

«Stops and names it» is an error that ends, for an object with id N, in: «${SAID.named}».

## A write that waits

The provider host has a process group of its own, so whatever ends ${VICTIMS.command} at once (${DEATHS.join(", ")}: \`kill -9\`, a closed terminal, Ctrl-\\\\) leaves the host behind. The host notices within a second, or as soon as the request that it has in flight has ended: then it ends too, and sends nothing more. Before each write that had to wait (for a pause that the service asked for, in a queue, or while something else was read) it looks once more. So ${VICTIMS.command} can be cancelled and a changed program applied, and nothing of the old one follows:

${markdownTable(
  [
    `${VICTIMS.command} ends while this waits`,
    "Answered, with `Retry-After: 60`",
    "In the program of the next up",
    "Result",
  ],
  waiting,
)}
What remains is a request that the service already has when ${VICTIMS.command} ends, or that is sent in the same tenth of a second: it is carried out, as in the table above.

## What Pulumi says of it

After ${VICTIMS.host} was killed the command fails with «${SAID.eof}». It leaves no lock, and no later command warns of anything.

After ${VICTIMS.command} was killed its host finishes the request in flight and ends. Its lock stays: «${SAID.locked}» Run \`pulumi cancel\` first. Then:

${markdownTable(
  ["Command", "Says of it", "Ends pending"],
  [
    ["`pulumi preview`, which no lock holds up", "nothing", "nothing"],
    ["`pulumi up`, `pulumi destroy`", `«${SAID.warning}»`, "updates and deletions"],
    ["`pulumi refresh`, `pulumi up --refresh`", "nothing", "updates and deletions"],
    ["`pulumi refresh --yes --clear-pending-creates`", "nothing", "creates, updates and deletions"],
  ],
)}
The warning lists each operation with its resource, «${SAID.interrupted.create}» for example, and says: «${SAID.interactively}» The option \`--clear-pending-creates\` needs nobody at the terminal. It changes state alone: nothing in the service is made, changed or deleted, and the next up finds the object and names it as before. A \`pulumi destroy\` deletes what state knows: an object that is not adopted yet stays in the service, and a tool that it uses is an error which names it.

## Ctrl-C

After the first one («${SAID.heard.SIGINT}») nothing new is begun. What is under way ends and is recorded, with all that belongs to it: a request that the service put off with Retry-After is sent after that pause, a create whose answer was lost is looked for. Then the command ends with «${SAID.canceled}» and code 1, without a lock, and the next up carries on.

After the second one («${SAID.ended.SIGINT}») ${VICTIMS.host} is ended at once, in its pauses too: «${SAID.cancelled}», code 8. There is no lock; for the rest it is as if ${VICTIMS.command} had been killed. SIGTERM does the same as Ctrl-C.

The tests are \`test/engine/kill/\` and \`test/engine/cancel.test.ts\`: \`npm run soak\` runs them all, \`npm test\` some.
`;
}
