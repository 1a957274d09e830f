/** Values that are always mistakes, and values that are odd but valid. */
import fc from "fast-check";

/** A mark in the values that stand for private texts, so that tests can find these values in messages. */
export const CANARY = "canary-51f0-private";

const parsed = (text: string): unknown => JSON.parse(text) as unknown;

export function nested(depth: number, make: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = make(value);
  return value;
}

/** Keys of free-form objects. */
const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "toJSON",
  "then",
  "length",
  "id",
  "name",
  "__provider",
  "__pulumiOutput",
  "",
  " ",
  "a.b",
  "a[0]",
  "0",
  "-1",
  "a/b",
  "../x",
  "{{x}}",
  "📞",
  "שלום",
  "\u202Eevil",
  "\u0000",
  "line\nbreak",
  "é",
  "e\u0301",
  "\uD800",
  "k".repeat(5000),
];

/** Keys and texts that Pulumi would drop or treat as its own marks. */
const UNCARRIED = ["__proto__", "__pulumiOutput", "\uD800"];

const URLS = [
  `https://user:${CANARY}@tools.example.com/x`,
  `javascript:alert("${CANARY}")`,
  `file:///etc/${CANARY}`,
  "ftp://tools.example.com/x",
  "data:text/plain,x",
  "//tools.example.com/x",
  "https:tools.example.com",
  "https://",
  "https:///x",
  "https://?x",
  "http://[::1",
  "https://tools.example.com:99999/",
  "https://tools.example.com/a b",
  "https://tools.example.com/\u0000",
  "https://tools.example.com/\u007F",
  "https://tools.example.com/\r\nX-Evil: 1",
  " https://tools.example.com/",
  "https://tools.example.com/\u0001",
  "HTTPS://TOOLS.EXAMPLE.COM/../X?q=%00#f",
  "https://bücher.example/ü?ä=ö",
  "https://127.0.0.1/%2e%2e/user/tools",
  "https://tools.example.com/📞",
  "https://tools.example.com/\u202E",
];

const TEXTS = [
  "",
  " ",
  "\n",
  CANARY,
  ` ${CANARY} `,
  `${CANARY}\r\n${CANARY}\r`,
  `${CANARY}\u0000`,
  `\u001B[2J${CANARY}`,
  `\u202E${CANARY}\u2066`,
  "\u2028",
  "\uFEFFx",
  "\uD800",
  `x\uDC00${CANARY}`,
  "📞",
  "👩‍👩‍👧‍👦 שלום",
  "é",
  "e\u0301",
  "null",
  "undefined",
  "NaN",
  "true",
  "[object Object]",
  "{{customer_name}}",
  "${process.env.HOME}",
  "<script>alert(1)</script>",
  "'; DROP TABLE leads; --",
  "../x",
  "1/../2",
  "1?x=1",
  "%2e%2e",
  "0",
  "1",
  "01",
  "-1",
  "1e3",
  "0x10",
  "٣",
  "9".repeat(25),
  "+12025550101 ",
  "+0123456789",
  "+1202555010１",
  "+1",
  `+${"1".repeat(400)}`,
  "12025550101",
  "tel:+12025550101",
  "+1 (202) 555-0101",
  "+5215512345678",
  "+390612345678",
  "+01:00",
  "-00:30",
  "EUROPE/berlin",
  "Europe/Berlin\n",
  "Etc/GMT+12",
  "../../etc/localtime",
  "__proto__",
  "constructor",
  "toString",
  `${CANARY} ${"x".repeat(20_000)}`,
  `a${"b".repeat(5000)}`,
  "📞".repeat(300),
];

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.1 + 0.2,
  1.5,
  5e-324,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  Number.NaN,
  Number.POSITIVE_INFINITY,
];

const WHOLES: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [{}],
  [CANARY],
  [CANARY, CANARY],
  { strange: CANARY },
  { name: CANARY, value: CANARY },
  { length: 1 },
  [{ name: "X-A", value: "x", "strange\n": 1 }],
  [{ name: "X-A", value: `a\r\n${CANARY}` }],
  { toString: null, valueOf: null },
  { toJSON: "x" },
  { then: "x" },
  { constructor: { prototype: { polluted: true } } },
  parsed('{"__proto__": {"polluted": true}}'),
  parsed('{"__proto__": "x", "beside": 1}'),
  parsed('{"a": {"b": [{"__proto__": null}]}}'),
  parsed('[{"__proto__": {"polluted": true}}]'),
  Object.fromEntries(KEYS.filter((key) => !UNCARRIED.includes(key)).map((key) => [key, key])),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
  Array.from({ length: 2000 }, (_, index) => index + 1),
  Array.from({ length: 500 }, (_, index) => ({ wrong: index })),
  Array.from({ length: 500 }, (_, index) => `${CANARY} ${index}`),
  nested(150, (inner) => ({ a: inner })),
  nested(1500, (inner) => ({ a: inner })),
  nested(1500, (inner) => [inner]),
  { a: { b: CANARY, c: [1, -0, null, "", " ", {}, []] } },
];

/** The fixed values, which fixed.test.ts tries in each place of a known property. */
export const VALUES: readonly unknown[] = [
  ...WHOLES,
  ...NUMBERS,
  ...TEXTS,
  ...URLS,
  ...KEYS.map((key) => Object.fromEntries([[key, CANARY]])),
  ...KEYS.map((key) => ({ outer: [Object.fromEntries([[key, { inner: true }]])] })),
];

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ maxLength: 40 }),
  fc.stringMatching(/^\+[1-9]\d{3,16}$/),
  fc.stringMatching(/^[a-z][a-z_]{0,40}$/),
  fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ["http", "https", "ws"] }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
);

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.integer({ min: -5, max: 1300 }),
  fc.maxSafeInteger(),
);

const anyKey = fc.oneof(fc.constantFrom(...KEYS), anyText);

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    anyNumber,
    anyText,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.array(fc.tuple(anyKey, tie("json")), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
  ),
}));

export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 2, arbitrary: anyText },
  { weight: 2, arbitrary: anyNumber },
  { weight: 3, arbitrary: json },
);

/** Free-form objects, which are valid more often than other values. */
export const freeForm: fc.Arbitrary<unknown> = fc
  .array(fc.tuple(anyKey, json), { maxLength: 5 })
  .map((pairs) => Object.fromEntries(pairs));

/** A value as a short text, for the message of a failed test. */
export function brief(value: unknown): string {
  let text: string;
  try {
    text = typeof value === "number" ? String(value) : JSON.stringify(value);
  } catch {
    text = "something too deep to show";
  }
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text;
}
