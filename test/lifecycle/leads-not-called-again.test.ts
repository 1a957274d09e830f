/** Nobody is called again because of a failed read, or because a gone lead is replaced. */
import { describe, expect, test } from "vitest";
import { type Program, type Props } from "../support/engine-part.js";
import { type World, appliedLongAgo, lead, succeeded, unchanged } from "../support/world.js";

const program = (props: Props = {}): Program => ({ ada: { kind: "Lead", props: { ...lead, ...props } } });
const outputs = ({ engine }: World): Props => engine.state.get("ada")!.outputs;

test("a status is not sent again if the service accepted it and only the read after it failed", async () => {
  const here = await appliedLongAgo(program({ status: "completed" }));
  const wanted = program({ status: "created" });
  here.emulator.faults.add({ method: "GET", path: "/user/leads", nth: 2, fault: { status: 500 } });
  expect((await here.engine.up(wanted)).errors).toEqual([
    expect.stringMatching(/the object was changed, but could not be read back/),
  ]);
  expect(here.bodies()).toEqual([{ status: "created" }]);
  here.emulator.faults.clear();
  // The person has been called since.
  here.emulator.state.leads[0]!.status = "completed";
  expect(await here.engine.up(wanted)).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([]);
  expect(outputs(here)).toMatchObject({ status: "created", currentStatus: "completed" });
});

describe("a lead that is gone is not created again by a replacement", () => {
  const wanted: Record<string, Props> = {
    "other secondary contacts": { secondaryContacts: [{ phoneNumber: "+12025550150" }] },
    "a removed variable": { variables: { a: 1 } },
  };

  describe.each(Object.entries(wanted))("%s", (_, change) => {
    const before = { variables: { a: 1, b: 2 }, onUnconvergent: "replace" };
    const after = program({ ...before, ...change });

    test.each([true, false])("after a refresh: %s", async (isRefreshed) => {
      const here = await appliedLongAgo(program(before));
      here.emulator.state.leads.length = 0;
      if (isRefreshed) await here.engine.refresh();
      here.requests();
      expect((await here.engine.preview(after)).steps).toMatchObject([{ op: "update" }]);
      const up = await here.engine.up(after);
      expect(up).toMatchObject(succeeded);
      expect(up.lines.join("\n")).toMatch(/is gone from the service\. It stays in state/);
      expect(here.writes()).toEqual([]);
      expect(outputs(here)).toMatchObject({ gone: true });
      expect(await here.engine.up(after)).toMatchObject(unchanged);
    });

    test('unless the program asks for it with onGone: "recreate"', async () => {
      const here = await appliedLongAgo(program({ ...before, onGone: "recreate" }));
      here.emulator.state.leads.length = 0;
      expect(await here.engine.up(program({ ...before, ...change, onGone: "recreate" }))).toMatchObject(
        succeeded,
      );
      expect(here.emulator.state.leads).toHaveLength(1);
    });
  });
});
