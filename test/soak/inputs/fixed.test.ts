/**
 * Puts odd values in the places of programs, one at a time, and runs a preview without a token. No preview
 * may crash or send a request, and each error must be clear.
 */
import { describe, expect, test } from "vitest";
import { fieldsOf } from "../../kinds/index.js";
import { EnginePart } from "../../support/engine-part.js";
import { type Place, places, program, strangerPlaces } from "../../lifecycle/bad-input/fields.js";
import { polluted, wording } from "../../lifecycle/bad-input/judge.js";
import { brief, VALUES } from "../../lifecycle/bad-input/values.js";

/** Without a token, the form is known only from the setting. */
const inForm = (form: string): EnginePart =>
  new EnginePart({
    env: { VOICECALL_BASE_URL: "http://127.0.0.1:9" },
    config: { "voicecall:apiForm": form },
  });

/** With "auto" and no token, the form is unknown, so values of both forms are accepted. */
const offline = { "2025": inForm("auto"), "2026": inForm("2026") };

async function judged(place: Place, value: unknown): Promise<string[]> {
  const { errors, lines } = await offline[place.form].preview(program(place.kind, place.props(value)));
  const problems = [...errors, ...lines].flatMap((text) => wording(text, { shown: place.shown }));
  for (const line of errors.flatMap((error) => error.split("\n")))
    if (place.field && !line.includes(place.property))
      problems.push(`the line does not name the property: ${line.slice(0, 200)}`);
  if (!place.field && errors.length === 0) problems.push("an unknown property was accepted");
  if (errors.length === 0 && isLost(value)) problems.push("a value that Pulumi would drop was accepted");
  return [...problems, ...polluted()].map((what) => `${brief(place.text)} = ${brief(value)}: ${what}`);
}

/** JSON escapes unpaired surrogates, but not complete characters. */
const isLost = (value: unknown): boolean =>
  /"(__proto__|__pulumiOutput)":|\\ud[89a-f]/.test(JSON.stringify(value));

/**
 * Leaves out fields of the 2026 form whose type is that of the 2025 form. No request is sent, so they behave
 * the same in both forms.
 */
const judgedPlaces = places.filter(
  ({ form, kind, property, field }) => form === "2025" || fieldsOf(kind)[property]?.type !== field?.type,
);

describe.each([...new Set(places.map(({ kind }) => kind))])("%s", (kind) => {
  const mine = [...judgedPlaces, ...strangerPlaces].filter((place) => place.kind === kind);
  test(`${VALUES.length} odd values in each of ${mine.length} places`, async () => {
    const problems: string[] = [];
    for (const place of mine)
      for (const value of place.field ? VALUES : [null, "x", { a: 1 }])
        problems.push(...(await judged(place, value)));
    expect(
      problems.slice(0, 20).map((w) => w.slice(0, 600)),
      `${problems.length} in all`,
    ).toEqual([]);
  });
});
