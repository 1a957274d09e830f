import type { Hosted } from "../../provider/runtime.js";

type Bag = Record<string, unknown>;

/** The inputs that check returns. In a preview, they have the mistakes. @throws Error with the mistakes */
export async function checked(provider: Hosted, olds: Bag, news: Bag): Promise<Bag> {
  const { inputs, failures } = await provider.check(olds, news);
  const mistakes = [...failures.map(({ reason }) => reason), ...((inputs["__mistakes"] ?? []) as string[])];
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  return inputs;
}
