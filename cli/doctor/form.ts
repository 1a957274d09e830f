/** Reports the form of the service's API, and which responses prove it. */
import { type Session, formOf, isVoicecallError } from "../../provider/facade.js";
import { type Line, couldNotTell, notReady, ready } from "./report.js";

export async function formLine(session: Session): Promise<Line> {
  const { apiForm } = session.settings;
  const signs = await signsOf(session);
  if (!signs) return couldNotTell("form", "voices or models cannot be read", "fix the lookups above first");
  try {
    const form = formOf(signs, apiForm) ?? "2025";
    const source = apiForm === "auto" ? "" : ", set by voicecall:apiForm";
    const signText = signs.map(({ text }) => text).join(", and ");
    return ready(
      "form",
      `${form}${source}: ${signText || "neither voices nor models show which form the API has"}`,
    );
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    return notReady(
      "form",
      error.message,
      "ask the service's operator which form the API has, and set voicecall:apiForm",
    );
  }
}

async function signsOf(session: Session): Promise<Session["formSigns"] | undefined> {
  try {
    await Promise.all([session.voices().rows(), session.models("multimodal").rows()]);
    return session.formSigns;
  } catch (error) {
    if (isVoicecallError(error)) return undefined;
    throw error;
  }
}
