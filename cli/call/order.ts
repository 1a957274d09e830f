/** The one request of this command, and what became of it. */
import { z } from "zod";
import type { Client } from "../../provider/http/client.js";
import { isVoicecallError } from "../../provider/http/errors.js";

export interface Order {
  assistantId: number;
  phoneNumber: string;
  variables: Record<string, string>;
  /** Starts every error. */
  purpose: string;
}

export type Outcome =
  | { outcome: "called" }
  /** The service refused, or was not reached. */
  | { outcome: "not called"; error: string }
  | { outcome: "could not tell"; error: string };

const notAgain = "The phone may be ringing; it is not called again by this command.";

/** Spec 4.4. Sent once: a call that rings twice is worse than one that does not. */
export async function makeCall(client: Client, order: Order): Promise<Outcome> {
  try {
    await client.request({
      route: "makeCall",
      once: true,
      body: {
        phone_number: order.phoneNumber,
        assistant_id: order.assistantId,
        ...(Object.keys(order.variables).length > 0 && { variables: order.variables }),
      },
      answer: z.unknown(),
      purpose: order.purpose,
    });
    return { outcome: "called" };
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    // Under a success status the service may have begun what it then says did not succeed.
    const hasBegun = error.status !== undefined && error.status < 300;
    return error.lost || hasBegun
      ? { outcome: "could not tell", error: `${error.message} ${notAgain}` }
      : { outcome: "not called", error: `${error.message} Nobody was called.` };
  }
}
