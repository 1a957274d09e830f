import { z } from "zod";
import { id, pairs } from "./field.js";
import { e164 } from "./phone.js";

/** Spec 4.4, POST /user/make_call. */
export const makeCall = z.object({ phone_number: e164, assistant_id: id, variables: pairs.optional() });

/**
 * Spec 4.4, POST /user/campaigns/update-status. The route checks the action, because a wrong action returns
 * 400 instead of 422 (docs/assumptions.md: campaigns).
 */
export const campaignAction = z.object({ campaign_id: id, action: z.string() });
