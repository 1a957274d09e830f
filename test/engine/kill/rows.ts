/**
 * The result of each kill. `kill.test.ts` compares each row with the real engine. `npm run generate` makes
 * docs/evidence/kills.md from this table.
 */

export const MOMENTS = {
  before: "before the service has processed the request",
  processed: "after the service has processed the request, before the response is sent",
  answered: "after the response is sent, before the engine has recorded the result",
  "read-back": "during the read-back",
} as const;

export type Moment = keyof typeof MOMENTS;

export const VICTIMS = { command: "`pulumi`", host: "the provider host" } as const;

export type Victim = keyof typeof VICTIMS;

export interface Outcome {
  /** What the next command prints and does, for docs/evidence/kills.md. */
  says: string;
  /** Whether the next command fails and names the object. Then another command, with `adoptId`, is needed. */
  stops: boolean;
  /** The response statuses of the requests that the next commands send to the route of the interrupted request. */
  sends: readonly number[];
}

const outcomes = {
  creates: { says: "creates the object once", stops: false, sends: [201] },
  // The local service responds with 200 to the create of a lead, and with 201 to other creates.
  createsLead: { says: "creates the object once", stops: false, sends: [200] },
  names: {
    says: "stops and names the object; with `adoptId`, the next command adopts the object without a change",
    stops: true,
    sends: [],
  },
  starts: { says: "starts the campaign, once", stops: false, sends: [200] },
  runs: {
    says: 'sees that the campaign is running, sends nothing, and reports that a destroy will leave it running unless `onDestroy` is `"stop"`',
    stops: false,
    sends: [],
  },
  changes: { says: "sends the change again", stops: false, sends: [200] },
  changed: { says: "sees no difference, and sends nothing", stops: false, sends: [] },
  deletes: { says: "deletes the object", stops: false, sends: [200] },
  gone: { says: 'sends the deletion again; "not found" counts as deleted', stops: false, sends: [404] },
  stopsIt: { says: "stops the campaign", stops: false, sends: [200] },
  rests: { says: "sees that the campaign does not run, and sends nothing", stops: false, sends: [] },
  recorded: { says: "continues, if the engine had already recorded the result", stops: false, sends: [] },
} satisfies Record<string, Outcome>;

export const OUTCOMES: Record<keyof typeof outcomes, Outcome> = outcomes;

type Expected = readonly (keyof typeof outcomes)[];

export interface Request {
  during: "create" | "update" | "destroy";
  method: "POST" | "PUT" | "DELETE";
  path: string;
  /** What the request does, for docs/evidence/kills.md. */
  does: string;
  /** The route of the read-back. Required if `then` has the moment `read-back`. */
  readBack?: string;
  /** What may happen next. With several outcomes, the timing of the engine decides. */
  then: Partial<Record<Moment, Expected>>;
}

const created = { before: ["creates"], processed: ["names"], answered: ["names", "recorded"] } as const;
const updated = { before: ["changes"], processed: ["changed"], answered: ["changed"] } as const;
const deleted = { before: ["deletes"], processed: ["gone"], answered: ["gone", "recorded"] } as const;

export const REQUESTS: readonly Request[] = [
  { during: "create", method: "POST", path: "/user/tools", does: "creating a tool", then: created },
  {
    during: "create",
    method: "POST",
    path: "/user/assistant",
    does: "creating an assistant",
    readBack: "/user/assistants/get",
    then: { ...created, "read-back": ["names"] },
  },
  {
    during: "create",
    method: "POST",
    path: "/user/lead",
    does: "creating a lead",
    then: { ...created, before: ["createsLead"] },
  },
  {
    during: "create",
    method: "POST",
    path: "/user/campaigns/update-status",
    does: "starting a campaign",
    then: { before: ["starts"], processed: ["runs"], answered: ["runs"] },
  },
  { during: "update", method: "PUT", path: "/user/tools/{id}", does: "changing a tool", then: updated },
  {
    during: "update",
    method: "PUT",
    path: "/user/assistant/{id}",
    does: "changing an assistant",
    readBack: "/user/assistants/get",
    then: { ...updated, "read-back": ["changed"] },
  },
  {
    during: "update",
    method: "PUT",
    path: "/user/leads/{id}",
    does: "changing a lead",
    readBack: "/user/leads",
    then: { ...updated, "read-back": ["changed"] },
  },
  {
    during: "destroy",
    method: "POST",
    path: "/user/campaigns/update-status",
    does: "stopping the campaign of a resource",
    then: { before: ["stopsIt"], processed: ["rests"], answered: ["rests"] },
  },
  { during: "destroy", method: "DELETE", path: "/user/leads/{id}", does: "deleting a lead", then: deleted },
  {
    during: "destroy",
    method: "DELETE",
    path: "/user/assistant/{id}",
    does: "deleting an assistant",
    then: deleted,
  },
  { during: "destroy", method: "DELETE", path: "/user/tools/{id}", does: "deleting a tool", then: deleted },
];

/** A write that waits for its retry when `pulumi` is killed, what the user changes after that, and the result. */
export interface Orphan {
  name: "start" | "stop" | "create" | "change" | "delete";
  method: Request["method"];
  path: string;
  does: string;
  /** Statuses with which the service asks for a pause of a minute (`Retry-After: 60`). */
  statuses: readonly (429 | 503)[];
  /** The change in the program before the next up. */
  meanwhile: string;
  /** The final result. */
  stays: string;
}

export const ORPHANS: readonly Orphan[] = [
  {
    name: "start",
    method: "POST",
    path: "/user/campaigns/update-status",
    does: "starting a campaign",
    statuses: [429],
    meanwhile: "the campaign is stopped",
    stays: "the campaign is not started",
  },
  {
    name: "stop",
    method: "POST",
    path: "/user/campaigns/update-status",
    does: "stopping a campaign",
    statuses: [429],
    meanwhile: "the campaign is started",
    stays: "the campaign keeps running",
  },
  {
    name: "create",
    method: "POST",
    path: "/user/tools",
    does: "creating a tool",
    statuses: [429],
    meanwhile: "the tool has another value",
    stays: "the tool exists once, with that value",
  },
  {
    name: "change",
    method: "PUT",
    path: "/user/tools/{id}",
    does: "changing a tool",
    statuses: [429, 503],
    meanwhile: "the tool has a newer value",
    stays: "the tool has the newer value",
  },
  {
    name: "delete",
    method: "DELETE",
    path: "/user/tools/{id}",
    does: "deleting a tool",
    statuses: [429, 503],
    meanwhile: "the tool is declared again",
    stays: "the tool is not deleted",
  },
];

/**
 * Signals that kill `pulumi` and do not reach its provider host: `kill -9` or out of memory, a closed terminal, Ctrl-\.
 */
export const DEATHS = ["SIGKILL", "SIGHUP", "SIGQUIT"] as const;

export interface Row {
  request: Request;
  moment: Moment;
  victim: Victim;
  expected: readonly Outcome[];
}

export const ROWS: readonly Row[] = REQUESTS.flatMap((request) =>
  (Object.entries(request.then) as [Moment, Expected][]).flatMap(([moment, names]) =>
    (Object.keys(VICTIMS) as Victim[]).map((victim) => ({
      request,
      moment,
      victim,
      expected: names.map((name) => OUTCOMES[name]),
    })),
  ),
);

export const nameOf = ({ request, moment, victim }: Row): string =>
  `${request.during}: ${request.method} ${request.path}, ${moment}, ${victim}`;
