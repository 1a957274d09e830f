/** Secrets for tests, marked so that `leaksIn` finds them in any text, even in part or encoded. */

/**
 * The mark at both ends of every canary that is not a phone number, so that half a canary is found too. The
 * mark needs no escapes in JSON and URLs. The source has it in two parts, because vitest may store compiled
 * sources in the temporary folder, which is searched.
 */
const MARK = ["qZ7x", "Kv9Tw"].join("");

export const canaries = {
  token: `${MARK}-token-${MARK}`,
  header: `${MARK}-header-${MARK}`,
  headerByHand: `${MARK}-header-by-hand-${MARK}`,
  prompt: `${MARK}: speak "softly",\nand tell nobody. ${MARK}`,
  promptByHand: `${MARK}: a prompt by hand. ${MARK}`,
  variable: `${MARK}/a variable's value/${MARK}`,
  name: `${MARK} Ada "Canary" ${MARK}`,
  phone: ["+1202", "5550186"].join(""),
  otherPhone: ["+1202", "5550187"].join(""),
};

/**
 * Environment variables for programs of engine tests, such as `process.env.CANARY_HEADER`. With them, the programs'
 * files contain no canary.
 */
export const canaryEnvironment: Record<string, string> = Object.fromEntries(
  Object.entries(canaries).map(([name, value]) => [
    `CANARY_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`,
    value,
  ]),
);

export interface Leak {
  spelling: string;
  /** The surrounding text, with the canary masked. */
  around: string;
}

interface Needle {
  spelling: string;
  text: string;
}

const needles: Needle[] = [
  ...spellings(MARK),
  ...[canaries.phone, canaries.otherPhone].flatMap((phone) => {
    const [area, exchange, line] = [phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)];
    return [
      ...spellings(area + exchange + line),
      ...[" ", "-", "."].map((between) => ({
        spelling: "as a written number",
        text: [exchange, line].join(between),
      })),
    ];
  }),
];

/** Eight consecutive characters of the mark count as a leak. */
const parts: Needle[] = [MARK.slice(0, 8), MARK.slice(1)].map((text) => ({ spelling: "in part", text }));

/**
 * Finds canaries in the text, whole or in part, in clear text or encoded: JSON, HTML, URL, hexadecimal,
 * base64.
 */
export function leaksIn(text: string): Leak[] {
  const read = decoded(text);
  for (const some of [needles, parts]) {
    for (const one of new Set([text, read])) {
      const found = some.flatMap((needle) => leaksOf(needle, one));
      if (found.length > 0) return found;
    }
  }
  return [];
}

function leaksOf({ spelling, text: needle }: Needle, text: string): Leak[] {
  const at = text.indexOf(needle);
  return at < 0 ? [] : [{ spelling, around: masked(text.slice(Math.max(0, at - 80), at + 120)) }];
}

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
]);

const ESCAPES =
  /\\u([0-9a-f]{4})|\\([/"\\])|((?:%[0-9a-f]{2})+)|&#x([0-9a-f]+);|&#(\d+);|&(amp|lt|gt|quot);/gi;

/**
 * Decodes the text without the provider's code, so that a mistake there cannot hide a leak. Encodings may be
 * nested.
 */
function decoded(text: string, rounds = 4): string {
  if (rounds === 0 || !/[\\%&]/.test(text)) return text.normalize("NFC");
  const once = text.replace(
    ESCAPES,
    (
      _all,
      unit?: string,
      plain?: string,
      bytes?: string,
      hex?: string,
      decimal?: string,
      name: string = "",
    ) => {
      if (plain !== undefined) return plain;
      if (bytes !== undefined) return Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8");
      const code = Number.parseInt(unit ?? hex ?? decimal ?? "", decimal === undefined ? 16 : 10);
      if (Number.isNaN(code)) return ENTITIES.get(name.toLowerCase()) ?? "";
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
    },
  );
  return once === text ? text.normalize("NFC") : decoded(once, rounds - 1);
}

function masked(text: string): string {
  let out = text;
  for (const [name, value] of Object.entries(canaries)) {
    for (const spelled of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
      out = out.replaceAll(spelled, `[canary ${name}]`);
  }
  for (const { text: needle } of [...needles, ...parts]) out = out.replaceAll(needle, "[canary]");
  return out;
}

function spellings(text: string): Needle[] {
  const bytes = Buffer.from(text);
  return [
    { spelling: "in clear", text },
    { spelling: "in hexadecimal", text: bytes.toString("hex") },
    ...[0, 1, 2].map((offset) => ({ spelling: "in base64", text: base64Within(bytes, offset) })),
  ];
}

/**
 * The part of the base64 text that does not depend on neighboring bytes. `offset` is the number of bytes before the
 * secret in its group of three.
 */
function base64Within(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const whole = (offset + bytes.length) % 3 === 0;
  return encoded.slice(Math.ceil((offset * 4) / 3), whole ? undefined : -1);
}
