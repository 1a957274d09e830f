/** Puts an odd value in a place, and runs preview, up, preview, refresh and destroy. */
import { type Emulator, defaultSeed, startEmulator } from "../../../emulator/index.js";
import type { ApiForm } from "../../../provider/core/fields/fields.js";
import { type Transport, createTransport } from "../../../provider/http/transport.js";
import { type FakeClock, fakeClock } from "../../support/clock.js";
import { CALLER } from "../../kinds/campaign.js";
import { fixtures } from "../../kinds/index.js";
import { EnginePart, type Outcome } from "../../support/engine-part.js";
import { type Place, program } from "./fields.js";
import { polluted, wording } from "./judge.js";
import { notHeld } from "./stored.js";
import { brief } from "./values.js";

const PATHS =
  /^\/user\/(tools(\/\d+)?|assistant(\/\d+)?|assistants\/(get|voices|models|languages|phone-numbers|synthesizer-providers|transcriber-providers|(en|dis)able-inbound-webhook)|folders|labels|leads?(\/\d+)?|campaigns?(\/update-status|\/\d+)?)$/;

/** Errors that only a lookup in the account can find. */
const LOOKED_UP = /the account has no | is the name of \d+ | cannot be looked up | is a Caller ID number/;

export type How = "create" | "update";

export class Ground {
  readonly #wrong: string[] = [];

  private constructor(
    readonly emulator: Emulator,
    readonly clock: FakeClock,
    readonly transport: Transport,
    private readonly elsewhere: string[],
    /** The state of the account before each run. */
    private readonly seeded = structuredClone(emulator.state),
  ) {}

  static async open(): Promise<Ground> {
    const clock = fakeClock();
    const emulator = await startEmulator({
      clock,
      toolIds: true,
      seed: { ...defaultSeed(), assistants: [CALLER] },
    });
    const elsewhere: string[] = [];
    const real = createTransport({ connections: 8, timeout: 30_000 });
    const transport: Transport = {
      send: (request) => {
        const { origin } = new URL(request.url);
        if (origin !== emulator.address) elsewhere.push(`a request went to ${origin}`);
        return real.send(request);
      },
      close: real.close,
    };
    return new Ground(emulator, clock, transport, elsewhere);
  }

  async close(): Promise<void> {
    await this.transport.close?.();
    await this.emulator.close();
  }

  engine(online = true, form: ApiForm = "2025"): EnginePart {
    const env = {
      VOICECALL_BASE_URL: this.emulator.address,
      ...(online && { VOICECALL_ACCESS_TOKEN: this.emulator.token }),
    };
    // Without a token, the form is known only from the setting.
    const config = online ? {} : { "voicecall:apiForm": form };
    const engine = new EnginePart({ env, config, clock: this.clock });
    engine.transport = this.transport;
    return engine;
  }

  /** Returns the broken rules. Each text names the place and the value. */
  async play(place: Place, value: unknown, how: How = "create"): Promise<string[]> {
    const before = this.emulator.requests().length;
    this.emulator.configure({ form: place.form });
    try {
      await this.#play(place, value, how);
    } catch (error) {
      this.#wrong.push(`it crashed: ${String(error)}`);
    }
    for (const { method, path } of this.emulator.requests().slice(before))
      if (!PATHS.test(path)) this.#wrong.push(`${method} ${path} was requested`);
    const { state } = this.emulator;
    for (const kind of ["tools", "assistants", "leads", "campaigns"] as const) {
      const seeded = structuredClone(this.seeded[kind]);
      if (state[kind].length > seeded.length && this.#wrong.length === 0)
        this.#wrong.push("an object is left in the account");
      Object.assign(state, { [kind]: seeded });
    }
    this.#wrong.push(...this.elsewhere.splice(0), ...polluted());
    return this.#wrong
      .splice(0)
      .map((what) => `${how} ${place.kind}.${brief(place.text)} = ${brief(value)}: ${what}`);
  }

  async #play(place: Place, value: unknown, how: How): Promise<void> {
    const props = place.props(value);
    const declared = program(place.kind, props);
    const engine = this.engine();
    if (how === "update") this.#expect("the base", await engine.up(program(place.kind, place.base)));
    const preview = await engine.preview(declared);
    this.#hear(place, preview);
    const failed = preview.errors.length > 0;
    if (how === "create") await this.#offline(place, declared, preview);
    if (failed) {
      for (const error of preview.errors) this.#failure(place, error);
      if (how === "update") this.#expect("destroy", await engine.destroy());
      return;
    }
    const up = await engine.up(declared);
    this.#hear(place, up);
    if (preview.lines.some((line) => line.includes("Applying this will fail"))) {
      if (up.errors.length === 0) this.#wrong.push("preview said that applying will fail, and it did not");
      return;
    }
    if (up.errors.length > 0) {
      // A preview cannot always tell whether an id exists. For example, a tool may be too new for the listing.
      if (!isId(place, value))
        this.#wrong.push(`preview accepted the value, but up failed: ${up.errors.join(" ")}`);
      await engine.destroy();
      return;
    }
    // A field that never changes after creation keeps its value, as the preview announces.
    if (how === "create" || !place.field?.fixed) this.#held(place, props[place.property]);
    const again = await engine.preview(declared);
    this.#expect("the second preview", again);
    if (again.steps.some(({ op }) => op !== "same")) this.#wrong.push("the second preview shows a change");
    const refreshed = await engine.refresh();
    this.#expect("refresh", refreshed);
    if (refreshed.steps.some(({ op }) => op !== "same"))
      this.#wrong.push(
        `refresh shows ${refreshed.steps.map(({ op, fields }) => `${op} ${fields.join()}`).join()}`,
      );
    this.#expect("destroy", await engine.destroy());
  }

  /**
   * A preview without a token finds the same mistakes as one with a token, except for those that need a
   * lookup. It sends nothing.
   */
  async #offline({ form }: Place, declared: ReturnType<typeof program>, online: Outcome): Promise<void> {
    const sent = this.emulator.requests().length;
    const { errors } = await this.engine(false, form).preview(declared);
    if (this.emulator.requests().length > sent) this.#wrong.push("a preview without a token sent a request");
    const plain = online.errors.filter((error) => !LOOKED_UP.test(error));
    if (errors.join() !== plain.join())
      this.#wrong.push(`offline it says ${brief(errors)}, online ${brief(online.errors)}`);
  }

  #failure(place: Place, error: string): void {
    const lines = error.split("\n").filter((line) => !/^and \d+ more/.test(line));
    for (const line of lines) {
      const names = place.field ? place.property : "is ";
      if (!line.includes(names)) this.#wrong.push(`the error does not name the property: ${brief(line)}`);
    }
    if (place.field && !error.includes(place.text) && !place.text.startsWith(lines[0]!.split(":")[0]!))
      this.#wrong.push(`the error does not name ${place.text}: ${brief(error)}`);
  }

  #hear(place: Place, { errors, lines }: Outcome): void {
    for (const text of [...errors, ...lines]) this.#wrong.push(...wording(text, { shown: place.shown }));
  }

  #expect(what: string, { errors }: Outcome): void {
    if (errors.length > 0) this.#wrong.push(`${what} failed: ${errors.join(" ").slice(0, 600)}`);
  }

  #held({ kind, form, property, field }: Place, declared: unknown): void {
    if (!field || kind === "CampaignState") return;
    const { rows } = fixtures[kind];
    const seeded = new Set(rows({ state: this.seeded }).map(({ id }) => id));
    const [row, second] = rows(this.emulator).filter(({ id }) => !seeded.has(id));
    if (!row || second) return void this.#wrong.push("the account does not have exactly one new object");
    const sent = this.emulator.requests().findLast(({ method }) => method === "POST" || method === "PUT");
    this.#wrong.push(
      ...notHeld({ kind, form, property }, declared, row, sent?.body as Record<string, unknown>),
    );
  }
}

/** Properties with ids that a preview cannot always verify. */
const BY_ID = ["tools", "campaign", "knowledgebase", "builtInTools"];

function isId({ property }: Place, value: unknown): boolean {
  const one = (item: unknown): boolean =>
    typeof item === "number" || (typeof item === "string" && /^\d+$/.test(item));
  return BY_ID.includes(property) && (Array.isArray(value) ? value.some(one) : one(value));
}
