/**
 * The command or the provider host is killed while a request is on its way; then people do what they are told.
 * A few rows run in `npm test`, all of them with KILLS=all.
 */
import { expect, test } from "vitest";
import type { Emulator } from "../../emulator/index.js";
import type { RunningCommand } from "../support/commands.js";
import { must, type Stack } from "../support/engine.js";
import { js, service, stackOn } from "../support/engine-world.js";
import { kill } from "../support/processes.js";

type Adopted = Partial<Record<"weather" | "support" | "ada", number>>;

/** Each resource waits for the one before, so that every request is alone on its way. */
const program = (variant: number, adopted: Adopted = {}): string => {
  const adopt = (id: number | undefined): string => (id === undefined ? "" : `, adoptId: ${id}`);
  return js(`
const weather = new MidCallTool("weather", { ...tool("get_weather"), timeout: ${10 + variant}${adopt(adopted.weather)} }, { protect: false });
const it = new Assistant("support", { ...support, tools: [weather], maxCallDuration: ${60 + variant}${adopt(adopted.support)} }, { protect: false });
const ada = new Lead("ada", { campaign: 1, phoneNumber: "+12025550143", variables: { visits: ${variant} }${adopt(adopted.ada)} }, { dependsOn: [it], protect: false });
new CampaignState("spring", { campaign: 1, state: "started" }, { dependsOn: [ada] });
`);
};

interface Row {
  during: "create" | "update" | "destroy";
  method: string;
  path: string;
  /** Whether the service has processed the request when the process dies. */
  processed: boolean;
  victim: "command" | "host";
}

const REQUESTS: Pick<Row, "during" | "method" | "path">[] = [
  { during: "create", method: "POST", path: "/user/tools" },
  { during: "create", method: "POST", path: "/user/assistant" },
  { during: "create", method: "POST", path: "/user/lead" },
  { during: "create", method: "POST", path: "/user/campaigns/update-status" },
  { during: "update", method: "PUT", path: "/user/tools/{id}" },
  { during: "update", method: "PUT", path: "/user/assistant/{id}" },
  { during: "update", method: "PUT", path: "/user/leads/{id}" },
  { during: "destroy", method: "POST", path: "/user/campaigns/update-status" },
  { during: "destroy", method: "DELETE", path: "/user/leads/{id}" },
  { during: "destroy", method: "DELETE", path: "/user/assistant/{id}" },
  { during: "destroy", method: "DELETE", path: "/user/tools/{id}" },
];

const every: Row[] = REQUESTS.flatMap((request) =>
  [true, false].flatMap((processed) =>
    (["command", "host"] as const).map((victim) => ({ ...request, processed, victim })),
  ),
);

const few = [
  "create POST /user/assistant true command",
  "create POST /user/tools true host",
  "create POST /user/lead true command",
  "create POST /user/campaigns/update-status true host",
];
const nameOf = ({ during, method, path, processed, victim }: Row): string =>
  [during, method, path, processed, victim].join(" ");
const rows = process.env["KILLS"] === "all" ? every : every.filter((row) => few.includes(nameOf(row)));

test.each(
  rows.map(
    (row) =>
      [
        `${row.during}: ${row.victim} killed, ${row.method} ${row.path} ${row.processed ? "processed" : "not processed"}`,
        row,
      ] as const,
  ),
)("%s", async (_name, row) => {
  let strike: () => void = () => undefined;
  // The service waits, by its clock, at the request that the process is not to survive.
  const clock = {
    now: () => Date.now(),
    sleep: (): Promise<void> => {
      strike();
      return Promise.resolve();
    },
  };
  const emulator = await service({ clock });
  const stack = await stackOn(emulator, program(0), { config: { "voicecall:listLag": "200ms" } });
  if (row.during !== "create") must(await stack.up());
  if (row.during === "update") stack.write(program(1));

  const where = { method: row.method as "POST", path: row.path, exact: true, times: 1 };
  emulator.faults.add({ ...where, when: row.processed ? "after" : "before", fault: { delayMs: 1 } });
  if (!row.processed) emulator.faults.add({ ...where, fault: "cut-before" });
  const before = emulator.requests().length;
  const command = stack.start(
    ...(row.during === "destroy" ? ["destroy"] : ["up"]),
    "--yes",
    "--skip-preview",
  );
  strike = () => strikeDown(row.victim, stack, command);
  await command.ended;
  strike = () => undefined;
  emulator.faults.clear();
  expect(
    emulator
      .requests()
      .slice(before)
      .some(({ method }) => method === row.method),
    "the request that kills",
  ).toBe(true);

  if (row.victim === "command") {
    for (const { pid } of stack.processes()) kill(pid, "SIGKILL");
    must(await stack.run("cancel", "--yes"));
  }
  if (row.during === "destroy") return afterDestroy(stack, emulator);
  await afterApply(stack, emulator, row.during === "update" ? 1 : 0);
});

function strikeDown(victim: Row["victim"], stack: Stack, command: RunningCommand): void {
  if (victim === "command") return void command.signal("SIGKILL");
  for (const { pid, command: text } of stack.processes())
    if (text.includes("dynamic-provider")) kill(pid, "SIGKILL");
}

/** Up again, following what errors say about adoption; in the end all is as declared, and nothing is there twice. */
async function afterApply(stack: Stack, emulator: Emulator, variant: number): Promise<void> {
  const adopted: Adopted = {};
  for (let tries = 0; tries < 3; tries += 1) {
    const up = await stack.up();
    if (up.code === 0) break;
    const [, id] = /set adoptId: (\d+)/.exec(up.all) ?? [];
    expect(id, up.all).toBeDefined();
    const slot =
      up.all.includes('MidCallTool "') && /MidCallTool "get_weather": the account/.test(up.all)
        ? "weather"
        : up.all.includes('Assistant "Support": the account')
          ? "support"
          : "ada";
    adopted[slot] = Number(id);
    stack.write(program(variant, adopted));
  }
  const { tools, assistants, leads, campaigns } = emulator.state;
  expect([tools.length, assistants.length, leads.length]).toEqual([1, 1, 1]);
  expect([tools[0]!.timeout, assistants[0]!.max_duration, leads[0]!.variables]).toEqual([
    10 + variant,
    60 + variant,
    { visits: variant },
  ]);
  expect(assistants[0]!.tool_ids).toEqual([tools[0]!.id]);
  expect(campaigns.find(({ id }) => id === 1)!.status).toBe("in-progress");
  const starts = emulator
    .requests()
    .filter(({ path, status }) => path.endsWith("update-status") && status === 200);
  expect(starts.length).toBeLessThanOrEqual(1);
  must(await stack.preview("--refresh", "--expect-no-changes"));
}

async function afterDestroy(stack: Stack, emulator: Emulator): Promise<void> {
  must(await stack.destroy());
  const { tools, assistants, leads, campaigns } = emulator.state;
  expect([tools, assistants, leads]).toEqual([[], [], []]);
  expect(campaigns.find(({ id }) => id === 1)!.status).toBe("stopped");
}
