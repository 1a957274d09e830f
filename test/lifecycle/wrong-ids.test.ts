/** A response with the id of a different object, or without a valid id, is treated like a lost response. */
import { describe, expect, test } from "vitest";
import { type World, world, succeeded, unchanged } from "../support/world.js";
import { type Subject, declaring, everySubject, midCallTool, serviceOf } from "../kinds/index.js";
import { count, madeElsewhere, only, strike } from "./subjects.js";

const other = ({ kind }: Subject): Record<string, unknown> =>
  kind === "Lead" ? { phoneNumber: "+4915112345679" } : { name: "other" };

/** The service creates the object, but responds with a different id. */
const respondWithId = (here: World, subject: Subject, id: unknown): void =>
  strike(
    here,
    "POST",
    subject.create,
    { status: 201, body: { message: "created", data: { ...subject.props, id, name: "it" } } },
    { when: "after" },
  );

describe.each(everySubject)("$kind: the response to a create has", (subject) => {
  test("the id of an older object: the new object is found and adopted", async () => {
    const here = await world(serviceOf(subject.kind));
    const id = await madeElsewhere(here, subject, other(subject));
    respondWithId(here, subject, id);
    const up = await here.engine.up(declaring(subject));
    expect(up).toMatchObject(succeeded);
    expect(up.lines.join("\n")).toContain("the response had a wrong id, but the service created the object");
    const created = subject.rows(here.emulator).find((row) => row["id"] !== id)!;
    expect(here.engine.state.get("it")!.id).toBe(String(created["id"]));
    expect(count(here.requests(), "POST")).toBe(1);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test.each([0, -1])("id %s: the new object is found and adopted", async (id) => {
    const here = await world(serviceOf(subject.kind));
    respondWithId(here, subject, id);
    expect(await here.engine.up(declaring(subject))).toMatchObject(succeeded);
    expect(here.engine.state.get("it")!.id).toBe(String(subject.rows(here.emulator)[0]!["id"]));
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toEqual([]);
  });

  test("the id of an older object, and nothing was created: an error, sent once", async () => {
    const here = await world(serviceOf(subject.kind));
    const id = await madeElsewhere(here, subject, other(subject));
    strike(here, "POST", subject.create, {
      status: 201,
      body: { message: "created", data: { ...subject.props, id, name: "it" } },
    });
    const error = only(await here.engine.up(declaring(subject)));
    expect(error).toContain(
      `reported that the object was created with id ${id}, which another object already has`,
    );
    expect(here.engine.state.size).toBe(0);
    expect(count(here.requests(), "POST")).toBe(1);
  });

  test("the id of another create of the same run: one object each", async () => {
    const here = await world(serviceOf(subject.kind));
    const first = declaring(subject, other(subject))["it"]!;
    // Each new local service assigns the same ids, so this is the id that `first` gets below.
    const firstId = await madeElsewhere(await world(serviceOf(subject.kind)), subject, other(subject));
    strike(
      here,
      "POST",
      subject.create,
      { status: 201, body: { message: "created", data: { ...subject.props, id: firstId, name: "it" } } },
      { when: "after", nth: 2 },
    );
    const program = { first, second: declaring(subject)["it"]! };
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    const ids = [...here.engine.state.values()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.sort()).toEqual(
      subject
        .rows(here.emulator)
        .map((row) => String(row["id"]))
        .sort(),
    );
  });
});

describe("a response about another tool", () => {
  async function two(): Promise<{ here: World; id: number; foreign: Record<string, unknown> }> {
    const here = await world();
    await madeElsewhere(here, midCallTool, { name: "other", timeout: 29 });
    expect(await here.engine.up(declaring(midCallTool, { timeout: 5 }))).toMatchObject(succeeded);
    here.clock.advance(3_600_000);
    const [foreign, ours] = here.emulator.state.tools;
    return { here, id: ours!.id, foreign: { ...foreign } };
  }

  test("to a read: the listing is used, and state keeps its values", async () => {
    const { here, foreign } = await two();
    // A tool is read by its id only if the listing lacks it.
    strike(here, "GET", "/user/tools", { status: 200, body: [] }, { nth: 1 });
    strike(here, "GET", "/user/tools/{id}", { status: 200, body: foreign });
    const before = structuredClone([...here.engine.state]);
    const refresh = await here.engine.refresh();
    expect(refresh).toMatchObject(unchanged);
    expect(refresh.lines.join("\n")).toContain(`the service returned tool ${String(foreign["id"])} instead`);
    expect([...here.engine.state]).toEqual(before);
  });

  test("to an update: the change is read back, and is in state", async () => {
    const { here, id, foreign } = await two();
    strike(
      here,
      "PUT",
      "/user/tools/{id}",
      { status: 200, body: { message: "ok", data: foreign } },
      { when: "after" },
    );
    expect(await here.engine.up(declaring(midCallTool, { timeout: 7 }))).toMatchObject(succeeded);
    expect(here.engine.state.get("it")).toMatchObject({ id: String(id), outputs: { timeout: 7 } });
  });

  test("to an update that was not processed: an error, never a false success", async () => {
    const { here, foreign } = await two();
    const body = { message: "ok", data: { ...foreign, timeout: 7 } };
    strike(here, "PUT", "/user/tools/{id}", { status: 200, body });
    expect(only(await here.engine.up(declaring(midCallTool, { timeout: 7 })))).toContain("did not keep");
  });
});
