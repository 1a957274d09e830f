import { z } from "zod";
import { id, pairs } from "./field.js";
import { e164 } from "./phone.js";

/** Spec 4.4, POST /user/make_call. */
export const makeCall = z.object({ phone_number: e164, assistant_id: id, variables: pairs.optional() });

/** Spec 4.4, POST /user/campaigns/update-status. The route checks the action, because its error is a 400 (docs/assumptions.md). */
export const campaignAction = z.object({ campaign_id: id, action: z.string() });
