/**
 * A secret is found in a service's messages in many encodings, whole or in part. Common words of a private
 * text are not masked.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hiding, mask, redactor } from "../../provider/http/redact.js";
import { spellings } from "../support/spellings.js";

const secret = 'kräftig/"Zwölf" & <Boxkämpfer>\\jagen';

/** Each sequence of four characters of the secret that the text contains. */
function found(text: string): string[] {
  const pieces = Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4));
  return pieces.filter((piece) => text.includes(piece));
}

describe.each(["strict", "private"] as const)("a %s text", (how) => {
  const conceal = redactor({ [how]: [secret] });

  test.each(Object.entries(spellings))("%s", (_, spelled) => {
    expect(conceal(`The value ${spelled(secret)} is wrong.`)).toBe(`The value ${mask} is wrong.`);
    expect(conceal(spelled(secret))).toBe(mask);
    expect(conceal(spelled(secret.normalize("NFD")))).toBe(mask);
  });

  test.each(Object.entries(spellings).filter(([name]) => !/64|hexadecimal$/.test(name)))(
    "a part, %s",
    (_, spelled) => {
      for (let at = 0; at + 8 <= secret.length; at += 1)
        expect(
          conceal(`It is ~${spelled(secret.slice(at, at + 8))}~.`).replaceAll(/\s/g, ""),
          String(at),
        ).toBe(`Itis~${mask}~.`);
    },
  );

  test.each(Object.entries(spellings))("cut off anywhere, %s", (_, spelled) => {
    const whole = spelled(secret);
    for (let at = 0; at < whole.length; at += 1) {
      for (const piece of [whole.slice(0, at), whole.slice(at)]) {
        const masked = conceal(`It is ${piece} …`);
        // Up to seven characters of a secret are not masked. They contain four sequences of four characters.
        expect(found(masked).length, masked).toBeLessThanOrEqual(4);
      }
    }
  });
});

test("a part counts from eight characters on", () => {
  const conceal = redactor({ strict: ["0123456789abcdef"] });
  expect(conceal("a 0123456 b 9abcdef")).toBe("a 0123456 b 9abcdef");
  expect(conceal("a 01234567 b 89abcdef c 3456789ab")).toBe(`a ${mask} b ${mask} c ${mask}`);
});

test("the first sixty characters of a prompt, and its middle, are masked", () => {
  const prompt = `You help the patients of Dr. Vorlund in Malmo. Never tell anybody that the practice closes in May.
Ask for the date of birth first, and be brief.`;
  const conceal = redactor({ private: [prompt] });
  expect(conceal(`Too long: ${prompt.slice(0, 60)}…`)).toBe(`Too long: ${mask}…`);
  expect(conceal(`Near "${prompt.slice(70, 110)}".`)).toBe(`Near " ${mask}".`);
  expect(conceal("A practice closes in May, they say.")).toBe(`A ${mask}, they say.`);
});

test("ordinary words of a service stay, even if a prompt has them too", () => {
  const prompt = `You are the assistant of a clinic. The phone number of the caller is required, and the call must not
end before the customer name was given. Do not call a campaign invalid. Use system_prompt and validation failed.`;
  const conceal = redactor({ private: [prompt], names: ["clinic_code", "Support line"] });
  for (const message of [
    "Validation failed",
    "The system_prompt field is required.",
    "The assistant name must not be empty.",
    "The phone number was not given.",
    "Campaign invalid: it is called Support line.",
  ])
    expect(conceal(message)).toBe(message);
  // More than three common words in a row are masked if the prompt contains them.
  expect(conceal("The phone number of the caller is required, it says")).toMatch(/^\[masked\],? ?it says$/);
  expect(conceal("You are the assistant of a clinic.")).toBe(mask);
});

describe("words next to a part of a private text", () => {
  const long = "so ".repeat(50);
  test.each<[text: string, message: string, expected: string]>([
    ["among ordinary words", "that Vorlund may", mask],
    ["not a word", "!?!?!?!?", "!?!?!?!?"],
    ["at the beginning of a long text", `Vorlund retires ${long}`, `${mask} ${long}`],
    ["the beginning of an ordinary word", `${long}required field`, `${long}required field`],
    ["the end of an ordinary word", `${long}was the required one`, `${long}was the required one`],
    ["the word before", `${long}Ada field number`, `${long}Ada field number`],
    ["the end of a word", `${long}xKv9Tw the call`, `${long}x${mask}`],
    [
      "the beginning of a word",
      `${long}the call Kv9Txy`,
      `${long}the call Kv9Txy`.replace("the call Kv9T", mask),
    ],
  ])("%s", (_, message, expected) => {
    const text = [
      "We were told that Vorlund may retry. Vorlund retires in May!?!?!?!?!?! Bob acquired field five.",
      "It was the requirable one. Eve field number six. Kv9Tw the call, and the call Kv9Tzz.",
    ].join(" ");
    expect(redactor({ private: [text] })(message)).toBe(expected);
  });

  test("unless they are a whole value", () => {
    const conceal = redactor({ private: ["required", "the phone number"] });
    expect(conceal("It is required.")).toBe(`It is ${mask}.`);
    expect(conceal("It is the phone number.")).toBe(`It is ${mask}.`);
  });
});

test("five levels of encoding are decoded", () => {
  const conceal = redactor({ strict: ["ab/cd/ef/gh"] });
  let text = "ab/cd/ef/gh";
  for (let level = 1; level <= 5; level += 1) {
    text = encodeURIComponent(text);
    expect(conceal(text)).toBe(mask);
  }
  text = encodeURIComponent(text);
  expect(conceal(text)).toBe(text);
});

test("in a token or a header value ordinary words are masked too", () => {
  expect(redactor({ strict: ["required value"] })("It is the required field")).toBe(
    `It is the ${mask} field`,
  );
});

test("a space next to a secret stays, even if the secret contains a space", () => {
  const conceal = redactor({ private: ["tell nobody. qZ7xKv9Tw, never"] });
  expect(conceal("no: qZ7xKv9Tw then \nqZ7xKv9Tw, it")).toBe("no: [masked] then \n[masked] it");
});

test("secrets of pending operations are masked for all of them, and no longer", async () => {
  const conceal = redactor({});
  const message = "list tools: alpha-7Kq2Wz9 and omega-4Xv8Ty3";
  const one = hiding(
    () => ({ strict: ["alpha-7Kq2Wz9"] }),
    async () => conceal(message),
  );
  const both = hiding(
    () => ({ strict: ["alpha-7Kq2Wz9"] }),
    () =>
      hiding(
        () => ({ strict: ["omega-4Xv8Ty3"] }),
        async () => conceal(message),
      ),
  );
  expect(await one).toBe(`list tools: ${mask} and omega-4Xv8Ty3`);
  expect(await both).toBe(`list tools: ${mask} and ${mask}`);
  expect(conceal(message)).toBe(message);
});

test("a secret with an escape sequence is masked, even with invisible characters in the sequence", () => {
  const odd = '! ! + \\"';
  expect(redactor({ strict: [odd] })([...odd].join("\u200B"))).toBe(mask);
});

test.each([
  ['+ ! !" A', '+ ! !\\" a'],
  ["aB1-xY9", "Token AB1-XY9"],
])("a short secret in another case is masked: %s", (secret, message) => {
  const found = redactor({ strict: [secret] })(message);
  expect(found).toContain(mask);
  expect(found.toLowerCase()).not.toContain(secret.slice(-3).toLowerCase());
});

test("no part of a secret remains, whatever its text and spelling", () => {
  const plain = fc.string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" });
  const odd = fc.string({ minLength: 8, maxLength: 40, unit: "grapheme" });
  fc.assert(
    fc.property(
      fc.oneof(plain, odd),
      fc.constantFrom(...Object.values(spellings)),
      fc.nat(),
      fc.nat(),
      (text, spelled, from, length) => {
        fc.pre(text.trim() === text && !/\s{2}|[\p{M}\p{C}]/u.test(text));
        const start = from % (text.length - 7);
        const part = text.slice(start, start + 8 + (length % (text.length - start - 7)));
        const conceal = redactor({ strict: [text] });
        for (const masked of [conceal(spelled(text)), conceal(part)]) {
          expect(masked.includes(text)).toBe(false);
          expect(masked).toContain(mask);
        }
        expect(conceal(spelled(text)).length).toBeLessThanOrEqual(mask.length + 24);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a secret with a replacement character is masked in a URL", () => {
  const secret = "\ufffd ! ! ! ¡";
  const encoded = Buffer.from(secret).toString("hex").replace(/../g, "%$&");
  expect(redactor({ strict: [secret] })(`GET /${encoded}`)).toBe(`GET /${mask}`);
});

test("the time for a prompt of 64,000 characters and its echo does not grow with their product", () => {
  const prompt = Array.from({ length: 8_000 }, (_, word) => `w${(word * 7_919) % 99_991} `)
    .join("")
    .slice(0, 64_000);
  let looked = 0;
  const conceal = redactor({ private: [prompt], strict: ["aa".repeat(32_000)] });
  for (const echo of [
    prompt,
    prompt.slice(500),
    "aa".repeat(32_000),
    "ab".repeat(32_000),
    "%25".repeat(21_000),
  ]) {
    const before = process.cpuUsage().user;
    conceal(echo);
    looked = Math.max(looked, process.cpuUsage().user - before);
  }
  // `looked` is in microseconds. Comparing every pair of characters would take 4,096,000,000 comparisons.
  expect(looked).toBeLessThan(2_000_000);
});
