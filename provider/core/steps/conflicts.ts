import { isVoicecallError } from "../../base/errors.js";
import { changes } from "./diff.js";
import { role } from "../fields/fields.js";
import type { Operation, Standard } from "../run/operation.js";
import { conflictRemedy, planUpdate } from "./plan.js";
import { hasUnknown, ownValue } from "../fields/values.js";

/**
 * The preview's lines about manual changes that make the apply fail, because it would overwrite them. Says so if the
 * service already has all changes of the program.
 * Returns no lines if the record cannot be read, because the apply reports that error.
 */
export async function previewConflicts(operation: Operation<Standard>): Promise<string[]> {
  const { definition, session, news, recordId, label } = operation;
  if (session.offline) return [];
  const known = Object.entries(news).filter(([, value]) => !hasUnknown(value));
  const partly = operation.with({ news: Object.fromEntries(known) });
  try {
    const record = operation.readable(await operation.api().listing.find(recordId));
    if (!record) return [];
    const found = (await changes(operation)).filter(({ property }) => !hasUnknown(ownValue(news, property)));
    const { conflicts, fields, orders } = await planUpdate(partly, record, await partly.resolved(), found);
    const isSet = found.every(
      ({ property, how }) => how === "set" && role(definition.fields[property]!) === "field",
    );
    if (found.length > 0 && isSet && fields.length + orders.length === 0 && !hasUnknown(news))
      operation.say(`${label}: already so in the service: nothing will be sent.`);
    if (conflicts.length === 0 || session.settings.onConflict !== "fail") return [];
    return [
      `${label} was changed manually: ${conflicts.join(", ")}. Applying this will fail. ${conflictRemedy(conflicts.length)}`,
    ];
  } catch (error) {
    if (isVoicecallError(error)) return [];
    throw error;
  }
}
