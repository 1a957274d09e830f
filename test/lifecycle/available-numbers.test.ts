/** The number of an outbound assistant, for an assistant that receives calls, in the 2025 form: the lookup decides. */
import { expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { alteringTransport } from "../support/altered.js";
import type { Props } from "../support/engine-part.js";
import { assistant, world } from "../support/world.js";

const seed = {
  ...defaultSeed(),
  assistants: [{ id: 50, name: "Sales", type: "outbound" as const, phone_number_id: 1 }],
};

test.each([
  [true, 1],
  [false, 0],
])("where the lookup says is_available: %s", async (is_available, writes) => {
  const here = await world({ seed });
  here.engine.transport = alteringTransport((body, path) =>
    path === "/user/assistants/phone-numbers"
      ? (body as Props[]).map((row) => ({ ...row, is_available }))
      : body,
  );
  const program = {
    it: {
      kind: "Assistant",
      props: { ...assistant, callsDirection: "receive", phoneNumber: "+12025550101" },
    },
  };
  const { lines } = await here.engine.preview(program);
  expect(lines.some((line) => line.includes("is used by"))).toBe(!is_available);
  here.requests();
  // The local service refuses the number in the 2025 form.
  expect((await here.engine.up(program)).errors).toHaveLength(1);
  expect(here.writes()).toHaveLength(writes);
});
