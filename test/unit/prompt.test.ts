import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Assistant, type AssistantArgs, prompt } from "../../sdk/index.js";
import { mocked, settled } from "./sdk-mocks.js";
import { temporaryFolder } from "../support/after-test.js";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(path.join(folder, "prompts"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
});
afterEach(() => void vi.restoreAllMocks());

function file(text: string): string {
  writeFileSync(path.join(folder, "prompts/support.md"), text);
  return "prompts/support.md";
}

const head = (...lines: string[]) => `---\n${lines.join("\n")}\n---\n`;

describe("prompt()", () => {
  it("inserts values, and does not expand placeholders in them", () => {
    const text = file("You answer for {{company}}, open {{ hours }} hours: {{company}} {{last}} {{first}}.");
    const values = { company: "{{hours}} & $1", hours: 24, last: true, first: "" };
    expect(prompt(text, values)).toBe("You answer for {{hours}} & $1, open 24 hours: {{hours}} & $1 true .");
  });

  it("trims the ends and has LF line ends, as the service keeps it", () => {
    expect(prompt(file("\uFEFF---\r\ntitle: x\r\n---\r\n\r\n# Rules\r\n\r\nBe kind. \r\n"))).toBe(
      "# Rules\n\nBe kind.",
    );
    expect(prompt(file("{{rules}}\n"), { rules: "One.\r\nTwo.\r\n" })).toBe("One.\nTwo.");
  });

  it("leaves the service's variables and escaped braces", () => {
    expect(
      prompt(file(`${head("variables: [customer_name]")}Hi {{ customer_name }}, \\{{ literally }}`)),
    ).toBe("Hi {{customer_name}}, {{ literally }}");
  });

  it("uses defaults, which the program's values replace", () => {
    const text = file(
      `${head("variables:", "  company: Acme", "  days: 5", "  caller:")}{{company}} {{days}} {{caller}}`,
    );
    expect(prompt(text)).toBe("Acme 5 {{caller}}");
    expect(prompt(text, { company: "Other", caller: "Ada" })).toBe("Other 5 Ada");
  });

  it.each(["+12025550143", "007", "1.10", "12345678901234567890", "0x10", "1e3"])(
    "inserts the default %s as the front matter has it",
    (number) => {
      expect(prompt(file(`${head("variables:", `  value: ${number}`)}{{value}}`))).toBe(number);
    },
  );

  it("refuses a file with an unresolved conflict, with the line", () => {
    const text = file(`${head("a: 1")}One\n<<<<<<< ours\nTwo\n=======\nThree\n>>>>>>> theirs\n`);
    expect(() => prompt(text)).toThrow("prompts/support.md:5: a conflict is not resolved.");
    expect(prompt(file("<<<<<<< is no conflict"))).toBe("<<<<<<< is no conflict");
  });

  it("reads the file again each time", () => {
    expect(prompt(file(`${head("a: 1")}One`))).toBe("One");
    expect(prompt(file(`${head("a: 1")}Two`))).toBe("Two");
  });

  it("is an output if a value is, and secret if that value is", async () => {
    const text = file("{{company}} {{hours}}");
    const later = prompt(text, { company: pulumi.secret("Acme"), hours: 8 });
    expect(await settled(later)).toMatchObject({ value: "Acme 8", secret: true });
  });

  it("is unknown while a value is unknown, and still checked", async () => {
    await mocked({ preview: true });
    const unknown = pulumi.output(pulumi.unknown as unknown as string);
    expect((await settled(prompt(file("{{company}}"), { company: unknown }))).known).toBe(false);
    expect(() => prompt(file("{{company}} {{hours}}"), { company: unknown })).toThrow(/{{hours}}/);
  });
});

describe("prompt() rejects", () => {
  const refusal = (text: string, values = {}): string => {
    try {
      prompt(file(text), values);
    } catch (error) {
      expect(pulumi.RunError.isInstance(error)).toBe(true);
      return (error as Error).message;
    }
    throw new Error("the prompt was accepted");
  };

  it("an undeclared variable, with file, line and a suggestion", () => {
    const message = refusal(
      `${head("variables: [customer_name]")}Hi {{custmer_name}}.\n\nWe are {{compny}}.`,
      { company: "Acme" },
    );
    expect(message).toContain("prompts/support.md:4: {{custmer_name}} is not declared");
    expect(message).toContain('Did you mean "customer_name"?');
    expect(message).toContain("prompts/support.md:6: {{compny}}");
    expect(message).toContain('Did you mean "company", which the program passes and the prompt never uses?');
    expect(message).not.toContain("never uses {{company}}");
  });

  it("an undeclared variable in the first line", () => {
    expect(refusal("{{company}}")).toContain("prompts/support.md:1: {{company}}");
  });

  it.each([
    [Number.NaN, "NaN"],
    [undefined, "undefined"],
    [["Acme"], "an array"],
    [{ name: "Acme" }, "an object"],
    [() => "Acme", "a function"],
  ])("a value that is not text: %s", (company, description) => {
    expect(refusal("{{company}}", { company })).toBe(
      `prompts/support.md: the value of {{company}} must be text, a finite number, or true or false, but is ${description}.`,
    );
  });

  it("a value that the prompt never uses, unless that is allowed", () => {
    expect(refusal(`${head("variables: {company: Acme}")}{{company}}`, { compny: "Other" })).toMatch(
      /never uses {{compny}}.*Did you mean "company"/,
    );
    expect(prompt(file("Text"), { company: "Acme" }, { allowUnused: true })).toBe("Text");
  });

  it.each([undefined, null, { a: 1 }, ["a"], Number.NaN])("the value %j", (value) => {
    expect(refusal("{{company}}", { company: value })).toMatch(/{{company}} must be text/);
  });

  it.each(["Hi {{name", "Hi {{name}", "Hi {{first name}}", "Hi {{}}", "Hi {{#if x}}"])(
    "%j, with its line",
    (text) => {
      expect(refusal(`One\n${text}\n`)).toMatch(/support\.md:2: .*(closed|name)/);
    },
  );

  it("front matter that is code, without running it", () => {
    (globalThis as { ran?: boolean }).ran = false;
    for (const language of ["js", "javascript", "JS"]) {
      expect(refusal(`---${language}\nglobalThis.ran = true\n---\nText`)).toMatch(/only YAML and JSON/);
    }
    expect((globalThis as { ran?: boolean }).ran).toBe(false);
  });

  it.each([
    ["---\na: [\n---\nText", /front matter cannot be parsed/],
    // The message must not contain the value.
    [head("a: private: b"), /front matter cannot be parsed: [^\n:]* \(line 2, column 4\)\. Put a text/],
    ["---\njust words\n---\nText", /front matter cannot be parsed/],
    [
      "---\ntitle: never closed\nText",
      /the front matter is not closed: after the properties, before the prompt/,
    ],
    [head("a: 1"), /contains no prompt/],
    ["", /contains no prompt/],
    [`${head("variables: company")}Text`, /neither a list nor names/],
    [`${head("variables: [1]")}Text`, /contains 1, which is not a name/],
    [`${head("variables: {company: [a]}")}Text`, /sets "company" to a value/],
    [`${head("variables: [[a, {b: c}]]")}Text`, /contains an empty or nested item, which is not a name/],
    ["Hi {{__proto__}}", /"{{__proto__" does not contain a variable's name/],
    ["Hi {{name\u200B}}", /name, and contains U\+200B ZERO WIDTH SPACE: a letter/],
    // Front matter that is none would be sent as part of the prompt.
    [`\n${head("variables: {company: Acme}")}Text`, /the front matter must begin in line 1, with "---"/],
    [`\u200B${head("title: Support")}Text`, /the front matter must begin in line 1/],
    ["\u2014\nvariables: {company: Acme}\n\u2014\nText", /the front matter must begin in line 1/],
    ["* * *\n\nvariables: [a]\n\n* * *\nText", /the front matter must begin in line 1/],
    ["+++\nvariables = ['a']\n+++\nText", /the front matter must begin in line 1/],
    [
      `${head("variables:", "  end: Press # to end", "  n: 5 # five")}Text {{end}}`,
      /a text ends before " #", where a comment begins \(line 3, column 8\)\. Put a text/,
    ],
    [
      "---\n<<<<<<< HEAD\nvariables: [a]\n=======\nvariables: [b]\n>>>>>>> theirs\n---\nText {{a}}",
      /support\.md:2: a conflict is not resolved/,
    ],
    // YAML takes a no-break space for a letter.
    [`${head("variables:\u00A0[a]")}Text {{a}}`, /contains U\+00A0 NO-BREAK SPACE\. Write an ordinary space/],
    [
      `${head("variables:", "\u00A0 a: Acme")}Text {{a}}`,
      /the key "a" is misread, and contains U\+00A0 NO-BREAK SPACE\. Write an/,
    ],
    [`${head("\u200Bvariables: [a]")}Text {{a}}`, /the key "variables" is misread, and contains U\+200B/],
    [`${head("variables:", "  a:\u00A0Acme")}Text {{a}}`, /and contains U\+00A0 NO-BREAK SPACE/],
  ])("%j", (text, expected) => expect(refusal(text)).toMatch(expected));

  it("bytes that are not UTF-8, which would silently become other characters", () => {
    const latin = file("");
    writeFileSync(path.join(folder, latin), Buffer.from([0x48, 0xe9]));
    expect(() => prompt(latin)).toThrow("The prompt prompts/support.md is not UTF-8 text. Save it as UTF-8.");
  });

  it.each([undefined, null, 5, {}, "a\u0000b"])("the path %j", (odd) => {
    expect(() => prompt(odd as string)).toThrow(/^The path of the prompt must be text/);
  });

  it.each(["", ".", "prompts", "../../../..", "x".repeat(5000), `${"../".repeat(500)}etc`])(
    "the path %j, with a clear error",
    (odd) => {
      try {
        prompt(odd);
        throw new Error("the path was accepted");
      } catch (error) {
        expect(pulumi.RunError.isInstance(error), String(error)).toBe(true);
        expect((error as Error).message).toMatch(/^(There is no prompt|The prompt .* cannot be read)/);
      }
    },
  );

  it("a path below a file", () => {
    expect(() => prompt(`${file("Text")}/x.md`)).toThrow(/cannot be read|There is no prompt/);
  });

  it("a missing file, with the place where it looked", () => {
    file("Text");
    expect(() => prompt("prompts/suport.md")).toThrow(
      `looked for ${path.join(folder, "prompts/suport.md")}. Paths are relative to the program's folder. Did you mean "support.md"?`,
    );
    expect(() => prompt("elsewhere/x.md")).toThrow(/looked for .*elsewhere/);
    expect(() => prompt("prompts")).toThrow(/cannot be read/);
  });
});

it("variables left to the service reach the provider with each assistant, beside its properties", async () => {
  const registered = await mocked();
  const systemPrompt = prompt(
    file(`${head("variables:", "  weekday:", "  company: Acme")}On {{weekday}}: {{company}}.`),
  );
  const assistant = new Assistant("support", { name: "Support", systemPrompt } as AssistantArgs);
  await settled(assistant.urn);
  const filledIn = registered[0]!.inputs["__filledIn"] as string[];
  expect(filledIn).toContain("weekday");
  expect(filledIn).not.toContain("company");
});

it("variables left to the service reach assistants that are declared before the prompt is read, in this run only", async () => {
  const registered = await mocked();
  const args = { name: "Support", systemPrompt: "{{month}}" } as AssistantArgs;
  await settled(new Assistant("before", args).urn);
  expect(registered[0]!.inputs).not.toHaveProperty("__filledIn");
  const assistant = new Assistant("support", args);
  prompt(file(`${head("variables: [month]")}{{month}}`));
  await settled(assistant.urn);
  expect(registered[1]!.inputs["__filledIn"]).toEqual(["month"]);
});
