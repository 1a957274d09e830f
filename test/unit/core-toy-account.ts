/** A kind, an account with its objects, and one run of the provider whose requests and lines are recorded. */
import { z } from "zod";
import type { ObjectEntry } from "../../provider/core/run/ledger.js";
import { Operation, type Standard } from "../../provider/core/run/operation.js";
import type { Requests } from "../../provider/core/run/requests.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import type { Output, Session } from "../../provider/core/run/session.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { recordKey } from "../../provider/core/run/sides.js";
import { type ErrorDetails, VoicecallError } from "../../provider/base/errors.js";
import type { Kind } from "../../provider/base/kind.js";
import { type Opened, listed, opened } from "./core-opened.js";
import { toy } from "./core-toy.js";

/** The catalog does not have this kind. */
const TOY = "Toy" as Kind;

const answers = {
  listVoices: () => [
    { id: 1, name: "Sarah" },
    { id: 2, name: "Mia" },
  ],
  listModels: () => [{ id: 11, name: "GPT-4o" }],
};

const tools = [
  { id: 21, name: "get_hours" },
  { id: 22, name: "get_prices" },
];

/** An object in the account, and its outputs in state. */
export const ball = { id: 7, name: "Ball", size: 1, uuid: "u7", voice_id: 1 };
export const ballInState = { name: "Ball", size: 1, uuid: "u7", voiceId: 1, __v: 1 };

/** The settings of a run that can look up nothing. */
export const withoutToken = { accessToken: undefined };

/** The behavior of the service. A test can replace any part. */
type Responses = Pick<ToyAccount, "list" | "find" | "create" | "update" | "remove">;

export interface AccountOptions {
  readonly rows?: readonly ServiceRecord[];
  readonly config?: Record<string, string | undefined>;
  readonly definition?: Partial<Standard>;
  readonly responses?: Partial<Responses>;
  readonly report?: Output["report"];
}

type Call = Omit<ConstructorParameters<typeof Operation<Standard>>[0], "definition" | "open">;

export class ToyAccount implements Opened {
  readonly definition: Standard;
  rows: ServiceRecord[];
  readonly requests: string[] = [];
  /** The creates and updates that were sent. */
  readonly sent: { purpose: string; id?: number; body: Bag }[] = [];
  readonly session: Session;
  readonly clock: Opened["clock"];
  readonly lookedUp: Opened["lookedUp"];
  readonly printed: Opened["printed"];

  // By default, the service has no faults.
  list = async (): Promise<ServiceRecord[]> => structuredClone(this.rows);
  find: NonNullable<Requests["find"]> = async (id) => this.rows.find((row) => row.id === id);
  create: Requests["create"] = async (body) => {
    const whole = this.store(body);
    return { id: whole.id, whole };
  };
  update: Requests["update"] = async (id, body) => {
    this.change(id, body);
    return {};
  };
  remove: Requests["remove"] = async (id) => {
    this.rows = this.rows.filter((row) => row.id !== id);
  };

  constructor({ rows = [], config, definition, responses, report }: AccountOptions = {}) {
    this.rows = [...rows];
    this.definition = {
      ...toy,
      computed: { ...toy.computed, voiceId: { type: z.int(), doc: "" } },
      key: "name",
      keyFields: ["name"],
      connect: (operation) => this.#connect(operation),
      ...definition,
    };
    Object.assign(this, responses);
    const list = async (): Promise<ServiceRecord[]> => {
      this.requests.push("list");
      return this.list();
    };
    const loader = { list, keyOf: (record: ServiceRecord) => recordKey(this.definition, record) };
    const run = opened({ MidCallTool: listed(...tools), [TOY]: loader }, config, answers, report);
    ({ session: this.session, clock: this.clock, lookedUp: this.lookedUp, printed: this.printed } = run);
  }

  /** The printed lines, without their resources. */
  lines(): unknown[] {
    return this.printed.map(([line]) => line);
  }

  /** What this run knows about an object. */
  object(id: number): ObjectEntry {
    return this.session.ledger.object("Toy", id);
  }

  operation(call: Call): Operation<Standard> {
    return new Operation({ definition: this.definition, open: () => this.session, self: "ball", ...call });
  }

  creating(news: Bag): Operation<Standard> {
    return this.operation({ verb: "create", news });
  }

  /** Stores a toy with the next id, as the service does. */
  store(body: Bag): ServiceRecord {
    const id = Math.max(0, ...this.rows.map((row) => row.id)) + 1;
    this.rows.push({ id });
    return this.change(id, body);
  }

  /** Changes a toy as the service does. */
  change(id: number, body: Bag): ServiceRecord {
    const fields = Object.values(this.definition.fields);
    const keyOf = (name: string): string => fields.find(({ request }) => request === name)?.record ?? name;
    const changes = Object.entries(body).map(([name, value]) => [keyOf(name), value] as const);
    const after = { ...this.rows.find((row) => row.id === id), id, ...Object.fromEntries(changes) };
    this.rows = this.rows.map((row) => (row.id === id ? after : row));
    return after;
  }

  #connect({ purpose }: Operation): Requests {
    const listing = this.session.records(TOY);
    return {
      find: (id, age) => {
        this.requests.push(age === "now" ? `find ${id} again` : `find ${id}`);
        return this.find(id, age);
      },
      create: (body) =>
        listing.write(() => {
          this.requests.push(`create ${JSON.stringify(body)}`);
          this.sent.push({ purpose, body });
          return this.create(body);
        }),
      update: (id, body) =>
        listing.write(() => {
          this.requests.push(`update ${id} ${JSON.stringify(body)}`);
          this.sent.push({ purpose, id, body });
          return this.update(id, body);
        }),
      remove: (id) =>
        listing.remove(id, () => {
          this.requests.push(`remove ${id}`);
          return this.remove(id);
        }),
    };
  }
}

/** A failed response. After `lost`, the service may have processed the request. */
export const failure =
  (code: VoicecallError["code"], details?: ErrorDetails): (() => Promise<never>) =>
  () =>
    Promise.reject(new VoicecallError(code, `the service failed (${code}).`, details));

export const lost = failure("network", { lost: true, doubt: "It is not known whether it was processed." });
