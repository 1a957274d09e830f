/** One rule of the specification: values just inside it and just outside. */
export interface Rule {
  kind: string;
  property: string;
  good: unknown[];
  /** Values that are refused, and where, if that is not the property itself. */
  bad: unknown[];
  says: RegExp;
  path?: string;
  beside?: Record<string, unknown>;
}

export const rule = (
  kind: string,
  property: string,
  good: unknown[],
  bad: unknown[],
  says: RegExp,
  more: Partial<Rule> = {},
): Rule => ({
  kind,
  property,
  good,
  bad,
  says,
  ...more,
});

export const words = (count: number): string => "é".repeat(count);
export const emoji = (count: number): string => "📞".repeat(count);
export const item = (more: Record<string, unknown>) => [
  { name: "town", type: "string", description: "Which town.", ...more },
];
