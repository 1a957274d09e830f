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
  // Requests with the same outcome share a row.
  const grouped = new Map<string, { readonly requests: string[]; readonly cells: readonly string[] }>();
  for (const { does, then } of REQUESTS)
    for (const [moment, expected] of Object.entries(then)) {
      const cells = [MOMENTS[moment as Moment], expected.map((name) => OUTCOMES[name].says).join("; or ")];
      const row = grouped.get(cells.join()) ?? { requests: [], cells };
      grouped.set(cells.join(), row);
      row.requests.push(does);
    }
  const rows = [...grouped.values()].map(({ requests, cells }) => [requests.join(", "), ...cells]);
  const waiting = ORPHANS.map(({ does, method, path, statuses, meanwhile, stays }) => [
    `${does}, \`${method} ${path}\``,
    statuses.join(" or "),
    meanwhile,
    stays,
  ]);
  return `<!-- Made by npm run generate from test/engine/kill/. -->

# What a kill leaves

These tables cover a kill (SIGKILL) of ${VICTIMS.command} or ${VICTIMS.host} during a write. Each row shows what the next \`pulumi up\` does, or the next \`pulumi destroy\` for deletions. The result is the same for both processes. In every row there are no duplicates, no campaign is started twice, and every object is known by its id.

${markdownTable(["Killed while", "and", "What the next command does"], rows)}
No campaign is started twice if the service has a campaign listing, which is an assumed route. Without the listing, nothing shows that a start was processed, and the next \`pulumi up\` sends it again. Preview warns before each start in that case ("starts the campaign a SECOND time"). Check the service's dashboard before you continue.

"Stops and names the object" is an error. For an object with id N, it contains "${MESSAGES.named}".

## Waiting writes

The provider host has its own process group. So a signal that kills ${VICTIMS.command} (${DEATHS.join(", ")}: \`kill -9\`, a closed terminal, Ctrl-\\\\) does not reach the host. The host notices within a second, or when its current request ends. Then it exits and sends nothing more. It also checks before each write that had to wait: for a \`Retry-After\` pause, in a queue, or for a read. So you can cancel ${VICTIMS.command} and apply a changed program, and nothing of the old one is sent later:

${markdownTable(
  [
    `${VICTIMS.command} ends while this waits`,
    "Response, with `Retry-After: 60`",
    "Change in the program before the next \`pulumi up\`",
    "Result",
  ],
  waiting,
)}
One case remains: the service already has the request when ${VICTIMS.command} ends, or the host sends it in the same tenth of a second. The service then processes it, as in the table above.

## What Pulumi shows

After a kill of ${VICTIMS.host}, the command fails with "${MESSAGES.eof}". It leaves no lock, and later commands show no warning.

After a kill of ${VICTIMS.command}, its host finishes the current request and exits. Pulumi's lock stays: "${MESSAGES.locked}" Run \`pulumi cancel\` first. Then:

${markdownTable(
  ["Command", "Shows", "Clears pending"],
  [
    ["`pulumi preview`, which ignores the lock", "nothing", "nothing"],
    ["`pulumi up`, `pulumi destroy`", `"${MESSAGES.warning}"`, "updates and deletions"],
    ["`pulumi refresh`, `pulumi up --refresh`", "nothing", "updates and deletions"],
    ["`pulumi refresh --yes --clear-pending-creates`", "nothing", "creates, updates and deletions"],
  ],
)}
The warning lists each operation with its resource, for example "${MESSAGES.interrupted.create}", and ends with "${MESSAGES.interactively}" The option \`--clear-pending-creates\` needs no terminal. It changes only state: it does not touch the service, and the next \`pulumi up\` finds and names the object as before. \`pulumi destroy\` deletes the objects in state. An object that is not adopted yet stays in the service. If it uses a tool, deleting that tool is an error that names the object.

## Ctrl-C

After the first Ctrl-C ("${MESSAGES.heard.SIGINT}") nothing new begins. Pending requests finish and are recorded. That includes a request that waits for \`Retry-After\`, and the search for a lost create. Then the command ends with "${MESSAGES.canceled}" and code 1, without a lock. The next \`pulumi up\` continues.

After the second Ctrl-C ("${MESSAGES.ended.SIGINT}") ${VICTIMS.host} stops immediately, also during a pause: "${MESSAGES.cancelled}", code 8. There is no lock. Apart from that, the result is the same as after a kill of ${VICTIMS.command}. SIGTERM has the same effect as Ctrl-C.

The tests are \`test/engine/kill/\` and \`test/engine/cancel.test.ts\`: \`npm run soak\` runs them all, \`npm test\` some.
`;
}
