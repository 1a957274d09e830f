import { expect, test } from "vitest";
import { onStack, stackOption } from "../../cli/base/shell.js";

test("the option quotes the name for a shell; without a stack there is none", () => {
  expect(stackOption("acme/voice/prod")).toBe(" --stack acme/voice/prod");
  expect(stackOption("it's; ls")).toBe(" --stack 'it'\\''s; ls'");
  expect(stackOption(undefined)).toBe("");
});

test.each([
  ["run `pulumi up --refresh`.", "run `pulumi up --refresh --stack prod`."],
  [
    "`pulumi preview` shows it, `pulumi up` reverts it",
    "`pulumi preview --stack prod` shows it, `pulumi up --stack prod` reverts it",
  ],
  [
    'run: pulumi config set voicecall:routes \'{"a":"GET /b"}\'.',
    'run: pulumi config set voicecall:routes \'{"a":"GET /b"}\' --stack prod.',
  ],
  ["`pulumi config set voicecall:routes '{}'`", "`pulumi config set voicecall:routes '{}' --stack prod`"],
  ["pulumi preview reports no errors", "pulumi preview reports no errors"],
  ["`pulumi version` prints no version", "`pulumi version` prints no version"],
])("%s", (text, named) => {
  expect(onStack(text, "prod")).toBe(named);
  expect(onStack(text, undefined)).toBe(text);
});
