import { expect, test } from "vitest";
import { VoicecallError, isVoicecallError } from "../../provider/base/errors.js";

test("an error is recognized by its class, and by its code if the caller passes codes", () => {
  const refused = new VoicecallError("refused", "no");
  expect(isVoicecallError(refused)).toBe(true);
  expect(isVoicecallError(refused, "auth", "refused")).toBe(true);
  expect(isVoicecallError(refused, "auth")).toBe(false);
  expect(isVoicecallError(Object.assign(new Error("no"), { code: "refused" }))).toBe(false);
  expect(isVoicecallError(Object.assign(new Error("no"), { code: "refused" }), "refused")).toBe(false);
});

test("the stack trace is that of the cause, without its text", () => {
  const stack = "Error: s3cret\nx    at s3cret\n    at one\n    at two";
  const error = new VoicecallError("refused", "no", {
    operation: "read it",
    status: 400,
    cause: Object.assign(new Error("s3cret"), { stack }),
  });
  expect(error.trace).toBe("    at one\n    at two");
  const changed = error.with({ code: "gone" });
  expect(changed).toMatchObject({ code: "gone", message: "read it: no", status: 400, trace: error.trace });
  expect(new VoicecallError("refused", "no").trace).toMatch(/^ {4}at \S*.*http-errors\.test\.ts/);
});

test("an error prints as its name and message, without a stack", () => {
  expect(String(new VoicecallError("refused", "no"))).toBe("VoicecallError: no");
  expect(new VoicecallError("refused", "no")).toMatchObject({ stack: "", lost: false });
});
