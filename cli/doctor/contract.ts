/** Compares every listing and look-up with the form of the API that this version speaks. */
import { type Compared, type Settings, isVoicecallError, readContract } from "../../provider/facade.js";
import { counted } from "../../provider/base/quoted.js";
import { type Line, couldNotTell, notReady, ready } from "./report.js";

const ATTACH = "attach this report to an issue; it has no names, numbers, prompts or tokens of the account";

/** The lines have no text of the account, so that users can publish them. */
export async function contractLines(settings: Settings): Promise<Line[]> {
  try {
    const { form, compared, limitHeaders } = await readContract(settings);
    const limits =
      limitHeaders.length > 0 ? limitHeaders.join(", ") : "the service sends no headers of limits";
    return [ready("form", form), ...compared.map(lineOf), ready("contract.limits", limits)];
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    // The message may name the account's objects.
    return [couldNotTell("form", `not known (${error.code})`, "run voicecall doctor, which says why")];
  }
}

function lineOf({ what, records, differences, failed }: Compared): Line {
  const id = `contract.${what.replaceAll(" ", "-")}`;
  if (differences.length > 0) {
    const texts = differences.map((one) => `${one.path}: ${one.what} (${one.records})`);
    return { ...notReady(id, `${counted(records, "record")}; ${texts.join("; ")}`, ATTACH), differences };
  }
  return failed === undefined
    ? ready(id, records === 0 ? "no records to compare" : `${counted(records, "record")}, as expected`)
    : couldNotTell(id, `cannot be read (${failed})`, "run voicecall doctor, which says why");
}
