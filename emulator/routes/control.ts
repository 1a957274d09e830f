/** `/_emulator`: control routes for tests. They need no token. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { validationError, httpError } from "../base/http-error.js";
import { addCall, announceInbound, finishCall, makeCall } from "./calls.js";
import { callEnd } from "./notifications.js";
import { FaultError, type FaultRule, type Faults } from "../faults/faults.js";
import type { Listener } from "../base/listener.js";
import type { Recorder } from "../base/recorder.js";
import { modeChanges, modesOf } from "../base/options.js";
import { validated } from "../rules/field.js";
import type { Body, Service } from "../base/service.js";
import { changeRecord, removeRecord } from "./manual-changes.js";

export interface Control {
  service: Service;
  recorder: Recorder;
  faults: Faults;
  listener: Listener;
  reset: (what?: { state?: boolean }) => void;
  /**
   * Called before each response to a request that may have changed the state: any method other than GET and HEAD,
   * and any request with a fault.
   */
  onWrite: () => void;
}

type InPath = { Params: { id: string; kind: string } };

const resetBody = z.strictObject({ state: z.boolean().optional() });
const inboundCall = makeCall.strict();

export function controlRoutes(app: FastifyInstance, { service, recorder, faults, reset }: Control): void {
  const { state } = service;

  app.get("/_emulator/requests", () => recorder.all());

  app.post("/_emulator/reset", (request) => {
    const { state: toSeed } = validated(resetBody, bodyOf(request));
    reset({ state: toSeed ?? false });
    return { message: toSeed ? "Requests, faults and state reset" : "Requests and faults reset" };
  });

  app.get("/_emulator/settings", () => modesOf(service.settings));

  app.patch("/_emulator/settings", (request) => {
    Object.assign(service.settings, validated(modeChanges, bodyOf(request)));
    return modesOf(service.settings);
  });

  app.get("/_emulator/state", () => ({
    ...state,
    users: state.users.map((user) => ({ ...user, token: "[masked]" })),
  }));

  app.get("/_emulator/faults", () => faults.list());

  app.post("/_emulator/faults", (request, reply) => {
    const rules = Array.isArray(request.body) ? (request.body as unknown[]) : [request.body];
    const added: number[] = [];
    try {
      for (const rule of rules) added.push(faults.add(rule as FaultRule));
    } catch (error) {
      for (const id of added) faults.remove(id);
      if (error instanceof FaultError) throw validationError({ rule: [error.message] });
      throw error;
    }
    return reply.status(201).send(faults.list());
  });

  app.delete("/_emulator/faults", () => {
    faults.clear();
    return { message: "Faults cleared" };
  });

  app.delete<InPath>("/_emulator/faults/:id", (request) => {
    if (!faults.remove(Number(request.params.id))) throw httpError(404, "No fault rule has this id");
    return { message: "Fault removed" };
  });

  app.patch<InPath>("/_emulator/records/:kind/:id", (request) =>
    changeRecord(service, request.params.kind, Number(request.params.id), bodyOf(request)),
  );

  app.delete<InPath>("/_emulator/records/:kind/:id", (request) => {
    removeRecord(service, request.params.kind, Number(request.params.id));
    return { message: "Record deleted" };
  });

  app.get("/_emulator/calls", () => state.calls);

  app.post("/_emulator/calls", async (request, reply) => {
    const fields = validated(inboundCall, bodyOf(request));
    const assistant = state.assistants.find(
      (row) => row.id === fields.assistant_id && row.deleted_at === null,
    );
    if (!assistant) throw httpError(404, "Assistant not found");
    if (assistant.type !== "inbound") throw httpError(422, "The assistant is not an inbound assistant");
    const call = addCall(service, assistant, "inbound", fields.phone_number, fields.variables ?? {});
    const delivery = await announceInbound(service, call, assistant);
    return reply.status(201).send({ call, delivery });
  });

  app.post<InPath>("/_emulator/calls/:id/finish", async (request) => {
    const call = state.calls.find((row) => row.id === Number(request.params.id));
    if (!call) throw httpError(404, "Call not found");
    if (call.finished_at !== null) throw httpError(409, `The call has ended: ${call.status}`);
    const delivery = await finishCall(service, call, validated(callEnd, bodyOf(request)));
    return { call, delivery };
  });
}

/** The body of a request, if it is an object. */
export function bodyOf(request: { body: unknown }): Body {
  const { body } = request;
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : {};
}
