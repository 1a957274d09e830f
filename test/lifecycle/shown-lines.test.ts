/** A line about a resource appears on that resource. */
import { expect, test } from "vitest";
import type { About } from "../../provider/core/run/session.js";
import { type Program, type Props, UNKNOWN } from "../support/engine-part.js";
import { watchedRuntime } from "../support/watched-runtime.js";
import { appliedLongAgo, assistant, type World } from "../support/world.js";

const SUPPORT = "urn:pulumi:dev::x::pulumi-nodejs:dynamic/voicecall:Assistant::support";
const SALES = "urn:pulumi:dev::x::pulumi-nodejs:dynamic/voicecall:Assistant::sales";

const hook = { webhookUrl: "https://hooks.example.com/a", isWebhookActive: true };
const support: Props = { ...assistant, ...hook, maxCallDuration: 300 };
const sales: Props = { ...assistant, ...hook, name: "Sales", maxCallDuration: 300 };
const program: Program = {
  support: { kind: "Assistant", props: support },
  sales: { kind: "Assistant", props: sales },
};

interface Preview {
  /** Lines on resources. */
  shown: [line: string, about: About][];
  /** Other lines. */
  printed: string[];
  of(name: "support" | "sales", props: Props, hints?: Props): Promise<unknown>;
}

/** The operations that the engine requests in a preview, in one provider host. */
function preview({ engine, clock }: World): Preview {
  const [shown, printed]: [Preview["shown"], string[]] = [[], []];
  const runtime = watchedRuntime({
    clock,
    env: engine.env,
    print: (line) => void printed.push(line),
    log: async (line, about) => shown.push([line, about]) > 0,
  });
  const hosted = runtime.open("Assistant");
  hosted.configure({ config: { get: (key) => engine.config[key] } });
  return {
    shown,
    printed,
    of: async (name, props, hints = {}) => {
      const { id, inputs, outputs } = engine.state.get(name)!;
      const checked = await hosted.check(inputs, { ...props, __preview: true, ...hints });
      expect(checked.failures).toEqual([]);
      // The engine sorts the keys of the inputs that it passes on.
      const entries = Object.entries(checked.inputs).sort(([one], [other]) => (one < other ? -1 : 1));
      return hosted.diff(id, outputs, Object.fromEntries(entries));
    },
  };
}

async function changedManually(config: Record<string, string> = {}): Promise<World> {
  const here = await appliedLongAgo(program, {}, config);
  for (const [index, row] of here.emulator.state.assistants.entries()) row.max_duration = 90 + index;
  return here;
}

const conflict = (name: string, live = 90): unknown =>
  expect.stringMatching(
    new RegExp(
      `^Assistant "${name}" .*was changed manually: maxCallDuration \\(300 → ${live}\\)\\. Applying this will fail\\.`,
    ),
  );

test("each warning and each note appears on its own resource", async () => {
  const here = await changedManually();
  const { shown, printed, of } = preview(here);
  await of("support", { ...support, maxCallDuration: 60 }, { __urn: SUPPORT });
  await of("sales", { ...assistant, name: "Sales", maxCallDuration: 300 }, { __urn: SALES });
  expect(shown).toEqual([
    [conflict("Support"), { urn: SUPPORT, severity: "warning" }],
    [expect.stringContaining("switches off the notifications") as string, { urn: SALES, severity: "info" }],
  ]);
  expect(printed).toEqual([]);
});

test.each([[{}], [{ __urn: UNKNOWN }]])(
  "without the resource's URN, a line is printed: %j",
  async (hints) => {
    const { shown, printed, of } = preview(await changedManually());
    await of("support", { ...support, maxCallDuration: 60 }, hints);
    expect([shown, printed]).toEqual([[], [conflict("Support")]]);
  },
);
