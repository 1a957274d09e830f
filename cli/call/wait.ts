/** Waits for the end of a call that was made, and checks how it ended. */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import type { Clock } from "../../provider/base/clock.js";
import { type Client, listAll } from "../../provider/facade.js";
import { postCallNotification } from "../../sdk/notifications.js";
import { reasonOf } from "../base/exit.js";
import { warn } from "../base/output.js";

export interface EndedCall {
  status: string;
  /** Seconds. */
  duration: number | null;
  variables: Record<string, unknown>;
}

/** Finds the end of one call. `begin` runs before the call is made. */
export interface Watch {
  begin(): Promise<void>;
  /** Undefined if the call has not ended yet. */
  look(): Promise<EndedCall | undefined>;
  close(): void;
}

const going = ["initiated", "queued", "scheduled", "ringing", "in-progress"];
const pause = 1_000;

const evaluation = z.array(z.looseObject({ name: z.string(), value: z.unknown() }));
const record = z.looseObject({
  id: z.coerce.number(),
  status: z.string().nullish(),
  type: z.string().nullish(),
  client_phone_number: z.string().nullish(),
  duration: z.coerce.number().nullish(),
  evaluation: z.unknown().optional(),
});

/** The service's documents spell a status in several ways, such as "in-progress" and "ended_by_customer". */
const spelled = (status: string): string => status.toLowerCase().replace(/[\s_]+/g, "-");

/** Reads the listing of calls, which the service has for each number and assistant. */
export function inListing(client: Client, assistantId: number, phoneNumber: string): Watch {
  const query = { assistant_id: assistantId, phone_number: phoneNumber };
  const purpose = "list calls";
  const rows = () => listAll(client, { route: "listCalls", query, item: record, keys: ["data"], purpose });
  // The service may ignore the query.
  const isOurs = ({ type, client_phone_number: number }: z.infer<typeof record>): boolean =>
    type !== "inbound" && digits(number ?? phoneNumber) === digits(phoneNumber);
  let newest = 0;
  return {
    begin: async () => {
      newest = Math.max(0, ...(await rows()).map(({ id }) => id));
    },
    look: async () => {
      const later = (await rows()).filter((row) => row.id > newest && isOurs(row));
      const made = later.sort((one, other) => one.id - other.id)[0];
      if (!made?.status || going.includes(spelled(made.status))) return undefined;
      return { status: made.status, duration: made.duration ?? null, variables: extracted(made.evaluation) };
    },
    close: () => undefined,
  };
}

/** The two documented shapes: a list of named values, and an object. */
function extracted(value: unknown): Record<string, unknown> {
  const list = evaluation.safeParse(value);
  if (list.success) return Object.fromEntries(list.data.map((one) => [one.name, one.value]));
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Without what differs between spellings of a number: spaces, and + or 00. */
const digits = (phone: string): string => phone.replace(/\D/g, "").replace(/^00/, "");

/** Receives the notification after the call, on this machine only. */
export function atReceiver(port: number, phoneNumber: string): Watch {
  let ended: EndedCall | undefined;
  const server = createServer((request, response) => {
    void json(request)
      .then((body) => {
        const { customer_phone, status, duration, extracted_variables } = postCallNotification.parse(body);
        if (digits(customer_phone) === digits(phoneNumber))
          ended ??= { status, duration, variables: extracted_variables };
        response.writeHead(204).end();
      })
      .catch((error: unknown) => {
        warn(`A request to the receiver is not a notification: ${reasonOf(error)}`);
        response.writeHead(400).end();
      });
  });
  return {
    begin: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject).listen(port, "127.0.0.1", resolve);
      }),
    look: () => Promise.resolve(ended),
    close: () => {
      server.close();
      // Whatever comes through a tunnel must not keep the process running.
      server.closeAllConnections();
    },
  };
}

export async function untilEnded(
  watch: Watch,
  clock: Clock,
  seconds: number,
): Promise<EndedCall | undefined> {
  for (let rest = seconds * 1000; ; rest -= pause) {
    const ended = await watch.look();
    if (ended || rest <= 0) return ended;
    await clock.sleep(Math.min(pause, rest));
  }
}

export interface Expected {
  statuses: readonly string[];
  minDuration: number;
  variables: Readonly<Record<string, string>>;
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null);

/** What is not as expected. */
export function deviations(ended: EndedCall, expected: Expected): string[] {
  const { status, duration, variables } = ended;
  return [
    ...(expected.statuses.some((one) => spelled(one) === spelled(status))
      ? []
      : [`its status is ${status}, not ${expected.statuses.join(" or ")}`]),
    ...((duration ?? 0) >= expected.minDuration
      ? []
      : [`it took ${duration ?? 0} s, not ${expected.minDuration} s or more`]),
    ...Object.entries(expected.variables)
      .filter(([name, value]) => asText(variables[name]) !== value)
      .map(
        ([name]) =>
          `${name} is not as expected${Object.hasOwn(variables, name) ? "" : ": it was not extracted"}`,
      ),
  ];
}
