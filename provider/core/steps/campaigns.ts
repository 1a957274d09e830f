import type { Session } from "../run/session.js";
import { composed } from "../../base/spellings.js";
import { isVoicecallError } from "../../base/errors.js";

/** Whether the account has a campaign with this id and name. False if the service has no campaign listing. */
export async function hasCampaign(session: Session, id: unknown, name: unknown): Promise<boolean> {
  if (typeof id !== "number" || typeof name !== "string") return false;
  try {
    return (await session.campaigns.listed()).some(
      (row) => row.id === id && composed(row.name) === composed(name),
    );
  } catch (error) {
    if (isVoicecallError(error, "route-missing", "unsupported")) return false;
    throw error;
  }
}
