/** Which mid call tools are attached, according to records of both API forms. */
import { expect, test } from "vitest";
import { attachedTools, attachedToolsIn2026 } from "../../provider/assistant/codecs.js";
import { NOT_READABLE } from "../../provider/core/fields/values.js";

const builtIn = [{ type: "end_call", data: {} }];

test.each<[record: Record<string, unknown>, in2025: unknown, in2026: unknown]>([
  [{ tools: [21, 22] }, [21, 22], [21, 22]],
  [{ tools: [{ id: 21 }, { type: "end_call" }] }, [21, undefined], [21, undefined]],
  [{ tools: builtIn }, NOT_READABLE, NOT_READABLE],
  [{ tools: [] }, [], NOT_READABLE],
  [{ tools: null }, null, NOT_READABLE],
  [{ tools: "none" }, NOT_READABLE, NOT_READABLE],
  [{}, NOT_READABLE, NOT_READABLE],
  [{ tools: builtIn, tool_ids: [21] }, [21], [21]],
  [{ tools: [{ id: 7 }], tool_ids: [] }, [], []],
  [{ tool_ids: [21] }, [21], [21]],
])("the attached tools of the record %j", (record, in2025, in2026) => {
  expect(attachedTools.decode(record["tools"], record)).toEqual(in2025);
  expect(attachedToolsIn2026.decode(record["tools"], record)).toEqual(in2026);
});
