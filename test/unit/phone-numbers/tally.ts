/** Counts how spellings are read: as the right number, refused and why, or as another number. */
import { readPhone } from "../../../provider/core/fields/phone-number.js";
import type { Example, Form } from "./forms.js";

/** The beginning of each reason, with a short name. */
const REASONS = [
  ["grammar", /in a column formatted as text$/],
  ["two readings", /two readings/],
  ["not in the country's plan", /number of [A-Z]{2}; if it is right/],
  ["too short or long", /phone number$/],
] as const;
const COLUMNS = ["right", ...REASONS.map(([name]) => name), "another number"];

/** As a cell of a list, which has text or a JavaScript number. */
export function judge(cell: string | number, right: string, defaultCountry: string | undefined): string {
  const { numbers, mistake } = readPhone(String(cell), defaultCountry);
  if (mistake === undefined) return numbers[0] === right ? "right" : "another number";
  return REASONS.find(([, says]) => says.test(mistake))?.[0] ?? mistake;
}

export class Tally {
  readonly #lines: string[] = [];
  /** The spellings that are another number. */
  readonly wrong: string[] = [];
  /** The spellings that are not read. */
  readonly refused: string[] = [];

  /** @param country of the list for an example */
  section(
    title: string,
    forms: readonly Form[],
    examples: readonly Example[],
    country: (example: Example) => string | undefined,
  ): void {
    const width = Math.max(...forms.map(({ name }) => name.length));
    this.#lines.push("", title, ["".padEnd(width), ...COLUMNS].join(" | "));
    for (const { name, write } of forms) {
      const counts = new Map<string, number>(COLUMNS.map((column) => [column, 0]));
      for (const example of examples) {
        const cell = write(example);
        if (cell === undefined) continue;
        const outcome = judge(cell, example.number, country(example));
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (outcome === "another number") this.wrong.push(`${example.country} ${cell} (${name})`);
        else if (outcome !== "right") this.refused.push(`${example.country} ${cell} (${name}): ${outcome}`);
      }
      const cells = [...counts].map(([column, count]) => String(count).padStart(column.length));
      this.#lines.push([name.padEnd(width), ...cells].join(" | "));
    }
  }

  text(): string {
    return `${this.#lines.join("\n").trimStart()}\n`;
  }
}
