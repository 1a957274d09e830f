/**
 * Plays the engine: calls the provider in the engine's order, compares inputs and stores state, as measured
 * with the real engine. Each command gets a new runtime, because the engine starts a new provider host for each
 * command.
 */
import { MESSAGES_FILE, type Message, messagesTo } from "../../provider/base/messages.js";
import type { Engine } from "../../provider/http/engine.js";
import type { Transport } from "../../provider/http/transport.js";
import type { Hosted } from "../../provider/runtime.js";
import { HIDDEN } from "../../provider/core/run/state.js";
import { look, lookForToken } from "./canary-watch.js";
import { type FakeClock, fakeClock } from "./clock.js";
import { type Kill, Killed, mortality } from "./death.js";
import { type ErrorHook, isHalfCreated, withErrorHook } from "./error-hook.js";
import { crossing, topLevel } from "./protocol.js";
import { type Declared, type Program, type Props, checked, hintsOf } from "./sdk-part.js";
import { watchedRuntime } from "./watched-runtime.js";

export type { Declared, Program, Props };

export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface Stored {
  kind: string;
  id: string;
  inputs: Props;
  outputs: Props;
  initErrors: string[];
}

export interface Step {
  name: string;
  op: "create" | "update" | "replace" | "delete" | "same";
  /** Top-level inputs that the engine shows as different. Empty if the provider says only that there are changes. */
  fields: string[];
}

export interface Outcome {
  steps: Step[];
  errors: string[];
  /** Lines that the provider printed. */
  lines: string[];
  /** The name of the resource during whose operation the host was killed. */
  killed?: string;
}

export interface EngineOptions {
  env: Record<string, string | undefined>;
  config?: Record<string, string>;
  clock?: FakeClock;
}

interface Run {
  program: Program;
  apply: boolean;
  /** The outputs of earlier resources. */
  seen: Map<string, Props>;
}

export class EnginePart {
  readonly state = new Map<string, Stored>();
  readonly clock: FakeClock;
  /** Notes and errors of the last command, as data. */
  messages: Message[] = [];
  env: Record<string, string | undefined>;
  config: Record<string, string>;
  /** Kills the host during the next command. */
  kill: Kill | undefined;
  /** The hook for all resources of the program. */
  errorHook: ErrorHook | undefined;
  /** Shared by all commands, to use fewer sockets. */
  transport: Transport | undefined;
  /** Tells the provider hosts whether their engine is still running. */
  caller: Engine | undefined;
  /** Whether resources pass their URN, as the SDK's classes do. If not, only an apply sees that two have one key. */
  knowsUrns = true;
  /** Whether resources pass all leads of the program as a hint, as the SDK's classes do. */
  passesLeads = true;
  /** Whether all resources have the option `retainOnDelete`. The engine then does not call delete. */
  retainsOnDelete = false;
  /** With `--target`: the resources of the program that the engine passes to the provider. */
  targets: readonly string[] | undefined;
  #lines: string[] = [];

  constructor({ env, config = {}, clock = fakeClock() }: EngineOptions) {
    this.env = env;
    this.config = config;
    this.clock = clock;
  }

  preview = (program: Program): Promise<Outcome> => this.#watched(this.#run(program, false));
  up = (program: Program): Promise<Outcome> => this.#watched(this.#run(program, true));
  destroy = (): Promise<Outcome> => this.#watched(this.#run({}, true));

  /**
   * Searches all state for the token, and the outputs that are not inputs for all secrets. Inputs may contain
   * the other secrets in clear text, because the real engine encrypts those.
   */
  async #watched(run: Promise<Outcome>): Promise<Outcome> {
    const outcome = await run;
    lookForToken("in the state of the life-cycle harness", JSON.stringify([...this.state]));
    for (const { inputs, outputs, initErrors } of this.state.values()) {
      const besides = Object.entries(outputs).filter(
        // The SDK marks the second as secret.
        ([key]) => !Object.hasOwn(inputs, key) && key !== HIDDEN.overwritten,
      );
      look("stored", "besides what is declared", JSON.stringify([besides, initErrors]));
    }
    return outcome;
  }

  async #run(program: Program, apply: boolean): Promise<Outcome> {
    const hosted = this.#start();
    const outcome: Outcome = { steps: [], errors: [], lines: this.#lines };
    const seen = new Map<string, Props>();
    for (const [name, { kind, props }] of Object.entries(program)) {
      try {
        const left = this.state.get(name);
        if (this.targets && !this.targets.includes(name)) {
          if (left) seen.set(name, { ...left.outputs, id: left.id });
          continue;
        }
        const declared =
          typeof props === "function" ? props((other) => known(seen.get(other), other)) : props;
        outcome.steps.push(await this.#one(hosted(kind), name, declared, { program, apply, seen }));
      } catch (error) {
        noteFailure(outcome, name, error);
        if (apply || outcome.killed !== undefined) return outcome;
      }
    }
    for (const [name, stored] of [...this.state].reverse()) {
      if (Object.hasOwn(program, name)) continue;
      outcome.steps.push({ name, op: "delete", fields: [] });
      if (!apply) continue;
      try {
        await this.#delete(hosted(stored.kind), stored);
        this.state.delete(name);
      } catch (error) {
        noteFailure(outcome, name, error);
        if (outcome.killed !== undefined) return outcome;
      }
    }
    return outcome;
  }

  async #one(provider: Hosted, name: string, declared: Props, run: Run): Promise<Step> {
    const { program, apply, seen } = run;
    const { kind } = program[name]!;
    const old = this.state.get(name);
    const text = `text of ${kind}`;
    const hints = {
      ...hintsOf(name, declared, program, this.knowsUrns),
      ...(!this.passesLeads && { __declaredLeads: null }),
    };
    const news = crossing({ ...declared, ...hints, ...(!apply && { __preview: true }), __provider: text });
    const inputs = crossing({
      ...(await checked(provider, crossing(old?.inputs ?? {}), news)),
      __provider: text,
    });
    if (!old) {
      seen.set(name, { ...inputs, id: UNKNOWN });
      if (apply) seen.set(name, (await this.#create(provider, name, kind, inputs)).outputs);
      return { name, op: "create", fields: [] };
    }
    const diff = await provider.diff(old.id, crossing(old.outputs), inputs);
    const differing = topLevel(old.inputs, inputs);
    const replaces = (diff.replaces ?? []).length > 0;
    const changed = diff.changes ?? (differing.length > 0 || replaces);
    seen.set(name, { ...old.outputs, id: old.id });
    if (changed && replaces) {
      // For a replacement, the engine also checks the new object like a new resource.
      await checked(provider, {}, news);
      seen.set(name, { ...inputs, id: UNKNOWN });
      if (apply) {
        await this.#delete(provider, old);
        this.state.delete(name);
        seen.set(name, (await this.#create(provider, name, kind, inputs)).outputs);
      }
      return { name, op: "replace", fields: differing };
    }
    if (!changed && old.initErrors.length === 0) {
      if (apply) old.inputs = inputs;
      return { name, op: "same", fields: [] };
    }
    if (apply) {
      try {
        const { result, initErrors } = await withErrorHook(this.errorHook, () =>
          provider.update(old.id, crossing(old.outputs), inputs),
        );
        const outputs = crossing({ ...result.outs, __provider: text });
        this.state.set(name, { ...old, inputs, outputs, initErrors });
      } catch (error) {
        this.#keep(name, kind, inputs, error);
        throw error;
      }
    }
    return { name, op: "update", fields: diff.changes === true ? [] : differing };
  }

  async #create(provider: Hosted, name: string, kind: string, inputs: Props): Promise<Stored> {
    try {
      const { result, initErrors } = await withErrorHook(this.errorHook, async (halfCreated) => {
        if (halfCreated === undefined || this.errorHook?.afterHalfCreated !== "update")
          return provider.create(inputs);
        return {
          id: halfCreated.id,
          ...(await provider.update(halfCreated.id, crossing(halfCreated.properties ?? {}), inputs)),
        };
      });
      const { id, outs } = result;
      if (typeof id !== "string" || id === "")
        throw new Error(`the id of ${name} is not a string, so the object would be lost`);
      const outputs = crossing({ ...outs, __provider: inputs["__provider"] });
      const stored = { kind, id, inputs, outputs, initErrors };
      this.state.set(name, stored);
      return { ...stored, outputs: { ...outputs, id } };
    } catch (error) {
      this.#keep(name, kind, inputs, error);
      throw error;
    }
  }

  async #delete(provider: Hosted, { id, outputs }: Stored): Promise<void> {
    if (this.retainsOnDelete) return;
    await withErrorHook(this.errorHook, () => provider.delete(id, crossing(outputs)));
  }

  /** For a half-created object, the engine stores the id and the error's properties. */
  #keep(name: string, kind: string, inputs: Props, error: unknown): void {
    if (!isHalfCreated(error)) return;
    const { id, properties, reasons = [] } = error;
    if (properties?.["__provider"] === undefined)
      throw new Error(`the half-created ${name} has no provider text in state, so it could never be deleted`);
    this.state.set(name, { kind, id, inputs, outputs: crossing(properties), initErrors: reasons });
  }

  /** Reads all resources. The steps name the inputs with a different live value, as in `refresh --diff`. */
  refresh = (): Promise<Outcome> => this.#watched(this.#refresh());

  async #refresh(): Promise<Outcome> {
    const hosted = this.#start();
    const outcome: Outcome = { steps: [], errors: [], lines: this.#lines };
    await Promise.all(
      [...this.state].map(async ([name, stored]) => {
        const provider = hosted(stored.kind);
        try {
          const read = await provider.read(stored.id, crossing(stored.outputs));
          if (read.id === undefined) {
            this.state.delete(name);
            outcome.steps.push({ name, op: "delete", fields: [] });
            return;
          }
          const outputs = crossing({ ...read.props, __provider: stored.outputs["__provider"] });
          const inputs = crossing({ ...read.inputs, __provider: stored.inputs["__provider"] });
          const diff = await provider.diff(stored.id, outputs, crossing(stored.inputs));
          const fields = diff.changes === false ? [] : topLevel(inputs, stored.inputs);
          outcome.steps.push({ name, op: fields.length > 0 ? "update" : "same", fields });
          this.state.set(name, { ...stored, inputs, outputs, initErrors: [] });
        } catch (error) {
          noteFailure(outcome, name, error);
        }
      }),
    );
    return outcome;
  }

  /** `Resource.get`: a read with only an id. */
  get(kind: string, id: string): Promise<{ id?: string; props?: Props }> {
    return this.#start()(kind).read(id, { __provider: `text of ${kind}` });
  }

  #start(): (kind: string) => Hosted {
    const lines: string[] = (this.#lines = []);
    const messages: Message[] = (this.messages = []);
    const file = this.env[MESSAGES_FILE];
    const toFile = file === undefined ? undefined : messagesTo(file);
    const death = mortality(this.kill, this.transport);
    this.kill = undefined;
    const runtime = watchedRuntime({
      clock: this.clock,
      env: this.env,
      print: (line) => lines.push(line),
      report: (message) => {
        messages.push(message);
        toFile?.(message);
      },
      ...(death.transport && { transport: death.transport }),
      ...(this.caller && { engine: this.caller }),
    });
    const opened = new Map<string, Hosted>();
    return (kind) => {
      const hosted = opened.get(kind) ?? death.mortal(runtime.open(kind));
      if (!opened.has(kind)) hosted.configure({ config: { get: (key) => this.config[key] } });
      opened.set(kind, hosted);
      return hosted;
    };
  }
}

function noteFailure(outcome: Outcome, name: string, error: unknown): void {
  if (error instanceof Killed) outcome.killed = name;
  else outcome.errors.push(error instanceof Error ? error.message : String(error));
}

function known(outputs: Props | undefined, name: string): Props {
  if (!outputs) throw new Error(`${name} is used before it is declared`);
  return outputs;
}
