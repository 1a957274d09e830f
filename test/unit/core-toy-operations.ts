/** Operations on the toys of an account, for several test files. */
import { expect } from "vitest";
import { create } from "../../provider/core/create.js";
import { update } from "../../provider/core/update.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { isVoicecallError } from "../../provider/base/errors.js";
import { rejection } from "../support/after-test.js";
import { type AccountOptions, ToyAccount, ball, ballInState } from "./core-toy-account.js";

/** What the program declares for a new ball. */
export const newBall = { name: "Ball", size: 3 };

/** What the program declares for the ball after a change. */
export const biggerBall = { name: "Ball", size: 2 };

export const withBall = ({ rows = [{ ...ball }], ...more }: AccountOptions = {}): ToyAccount =>
  new ToyAccount({ rows, ...more, config: { listLag: "1", ...more.config } });

/** Updates the ball. By default, only its size changes. */
export const updated = (
  here: ToyAccount,
  { olds, news = biggerBall }: { olds?: Bag; news?: Bag | undefined } = {},
) => update(here.operation({ verb: "update", id: "7", olds: { ...ballInState, ...olds }, news }));

/** The code and the text of the error of a create. */
export async function createFailure(account: ToyAccount, inputs: Bag = newBall): Promise<[string, string]> {
  const error = await rejection(create(account.creating(inputs)));
  if (!isVoicecallError(error)) throw error;
  expect(error.lost).toBe(false);
  return [error.code, error.message];
}
