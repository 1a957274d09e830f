/** How notes and errors reach the report as data. The engine's events contain only their text. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { withMessages } from "../../cli/drift/messages.js";
import { MESSAGES_FILE, messagesTo } from "../../provider/base/messages.js";
import { temporaryFolder } from "../support/after-test.js";
import { diagnostic, note, reportWith, urnOf } from "./drift-events.js";

test("an error of the provider has its code, request and reason, and is about the failed resource", async () => {
  const text = 'read Lead "x" (id 1): list leads: no.';
  const error = { code: "refused", request: "list leads", reason: "no." };
  const failure = diagnostic(text, "error", urnOf("Lead", "failed"));
  const { errors, notes } = await reportWith([{ kind: "Lead", id: "1", text, error }], failure);
  expect(errors).toEqual([{ urn: urnOf("Lead", "failed"), kind: "Lead", name: "failed", text, ...error }]);
  expect(notes).toEqual([]);
});

test("several hosts write messages to a file that only this user can read, and that is deleted", async () => {
  let file = "";
  const { result, messages } = await withMessages(async (env) => {
    file = env[MESSAGES_FILE]!;
    const [one, other] = [messagesTo(file), messagesTo(file)];
    one(note("Lead", "1", "first\nline"));
    other(note("Lead", "2", "second"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    return "read";
  });
  expect(result).toBe("read");
  expect(messages).toEqual([note("Lead", "1", "first\nline"), note("Lead", "2", "second")]);
  expect(existsSync(path.dirname(file))).toBe(false);
});

test.each<[string, (file: string) => void]>([
  ["a provider that has nothing to report", (file) => void messagesTo(file)],
  ["no provider host", () => undefined],
])("%s: no messages", async (_, write) => {
  const { messages } = await withMessages(async (env) => write(env[MESSAGES_FILE]!));
  expect(messages).toEqual([]);
});

test.each([
  ["a provider with another format", '{"kind":"Lead"}\n'],
  ["a host that was killed while it wrote", '{"kind":"Le'],
])("%s: an error, because notes may be missing", async (_, text) => {
  const reading = withMessages(async (env) => writeFileSync(env[MESSAGES_FILE]!, text));
  await expect(reading).rejects.toThrow("The provider's messages cannot be read.");
});

test("the file is deleted if the engine fails", async () => {
  let file = "";
  const failed = withMessages((env) => {
    messagesTo((file = env[MESSAGES_FILE]!));
    return Promise.reject(new Error("no engine"));
  });
  await expect(failed).rejects.toThrow("no engine");
  expect(existsSync(path.dirname(file))).toBe(false);
});

test("a file that cannot be written stops no operation", () => {
  const report = messagesTo(path.join(temporaryFolder(), "absent", "messages"));
  expect(() => report(note("Lead", "1", "text"))).not.toThrow();
  const file = path.join(temporaryFolder(), "messages");
  messagesTo(file)(note("Lead", "1", "text"));
  expect(readFileSync(file, "utf8")).toBe('{"kind":"Lead","id":"1","text":"text"}\n');
});
