import { expect, test } from "vitest";
import { VoicecallError, isVoicecallError } from "../../provider/http/errors.js";

test("an error is recognised by its class, and by its code where codes are given", () => {
  const refused = new VoicecallError("refused", "no");
  expect(isVoicecallError(refused)).toBe(true);
  expect(isVoicecallError(refused, "auth", "refused")).toBe(true);
  expect(isVoicecallError(refused, "auth")).toBe(false);
  expect(isVoicecallError(Object.assign(new Error("no"), { code: "refused" }))).toBe(false);
  expect(isVoicecallError(Object.assign(new Error("no"), { code: "refused" }), "refused")).toBe(false);
});

test("an error prints as its name and message, without a stack", () => {
  expect(String(new VoicecallError("refused", "no"))).toBe("VoicecallError: no");
  expect(new VoicecallError("refused", "no")).toMatchObject({ stack: "", lost: false });
});
