import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldNames } from "../../provider/catalog.js";
import { mask, Secrets, showing } from "../../provider/http/shown-text.js";
import { REPOSITORY } from "../support/project.js";

describe("text of the service", () => {
  test.each([
    ["The name field is required.", "The name field is required."],
    ["The qZ8xKv4Tw field is required.", `The ${mask} field is required.`],
    ["The value qZ8x Kv4T, is invalid.", `The value ${mask}, is invalid.`],
    ["It was s e c r e t", `It was ${mask}`],
    ['{"token":"abc"}', mask],
    ["at /x?q=a%20b", `at ${mask}`],
    ["limit of 5 (422)", "limit of 5 (422)"],
    ["call 12345", `call ${mask}`],
    ["call 202 555 0143 now", `call ${mask} now`],
    ["call 202-555-0143 now", `call ${mask} now`],
    ["between 0.7 and 1.2", "between 0.7 and 1.2"],
    ["the field\u200bname", `the ${mask}`],
    ["", ""],
    [" \n ", ""],
  ])("%j becomes %j", (text, shown) => {
    expect(showing({})(text)).toBe(shown);
  });

  // Of the validation messages and exceptions of Laravel, and of the reasons of statuses.
  test.each(
    `HEAD PATCH TRACE OPTIONS SQLSTATE acceptable address alpha alphanumeric appeared ascii attribute authoritative being byte choices color column confirmation continue converted csrf dashes declined dependency detected dimensions distinct early encoded entries expectation extended extensions following hexadecimal hints hostname image implemented into ip ipv4 ipv6 kilobytes leak legal loop mac mapping media misdirected mismatch mixed multi negotiates network ok partial password permanently precondition prohibits protocols proxy query reasons redirect satisfiable single slug switching symbol symbols teapot ulid unless upload uploaded uri uuid variant`.split(
      /\s+/,
    ),
  )("the framework's word %s is known", (word) => {
    expect(showing({})(`It is ${word}.`)).toBe(`It is ${word}.`);
  });

  test("may contain the words of names and of fields", () => {
    const text = 'The clinic_code of "Zahnarzt Huber" is wrong.';
    expect(showing({})(text)).toBe(`The ${mask} of ${mask} is wrong.`);
    expect(showing({ names: ["clinic_code", 'create Assistant "Zahnarzt Huber"'] })(text)).toBe(text);
  });

  test("does not repeat a private text that consists of known words", () => {
    const prompt = "Never call a customer back after the third attempt.";
    const conceal = showing({ private: [prompt] });
    expect(conceal(`The text is: ${prompt}`)).toBe(`The text is: ${mask}.`);
    expect(conceal("a customer back, after")).toBe(mask);
    expect(conceal("a customer back")).toBe("a customer back");
  });

  test("contains no secret that the host has met, even if it consists of known words", () => {
    const secrets = new Secrets().note(["open the service", "K7", " padded value ", undefined, ""]);
    expect(showing({ secrets })("It is Open The Service, or padded value.")).toBe(
      `It is ${mask}, or ${mask}.`,
    );
    expect(secrets.hide("is K7 in k7 or K70?")).toBe(`is ${mask} in ${mask} or K70?`);
    expect(secrets.hide("literally $&.*([")).toBe("literally $&.*([");
  });

  test("shows no part of an unknown word, in any spelling", () => {
    const secret = "qZ8xKv4TwBxkmpf";
    const spelled = fc.constantFrom(
      secret,
      [...secret].join("\u00ad"),
      Buffer.from(Buffer.from(secret).toString("base64")).toString("base64"),
      encodeURIComponent(`${secret}&`),
      `"${secret}"`,
      [...secret].map((letter) => `&#${letter.codePointAt(0)};`).join(""),
    );
    const glue = fc.constantFrom(" ", ": ", " is ", "_", "-", "/", '"');
    fc.assert(
      fc.property(fc.array(spelled, { minLength: 1 }), glue, (all, between) => {
        const shown = showing({})(all.join(between));
        for (const part of ["qZ8x", "Kv4T", "wBxk", "mpf"]) expect(shown).not.toContain(part);
      }),
    );
  });
});

/** The error texts in the sources of the local service, with a known word in place of each variable. */
function textsOfLocalService(): string[] {
  const folder = path.join(REPOSITORY, "emulator");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /^(rules|routes)\/.*\.ts$|\/?http-error\.ts$/.test(file));
  const literals = sources.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
    return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
      ([, one, other]) => one ?? other!,
    );
  });
  const isRoute = (text: string): boolean => /^[A-Z]+ \//.test(text);
  const messages = literals.filter(
    (text) => /^([A-Z]|must |may )[^{}<>=]* |^The \$\{/.test(text) && !isRoute(text),
  );
  return [...new Set(messages.map((text) => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "value")))];
}

test("texts of the local service are shown as they are, except for at most three", () => {
  const texts = textsOfLocalService();
  expect(texts.length).toBeGreaterThan(60);
  const conceal = showing({ names: fieldNames });
  const masked = texts.filter((text) => conceal(text).includes(mask));
  expect(masked.length, masked.map((text) => `${text} → ${conceal(text)}`).join("\n")).toBeLessThanOrEqual(3);
});
