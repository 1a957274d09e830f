/**
 * Checks the token, and reads the listings that preview and refresh need. Does not read listings that only one form of
 * the API has. Then reports that form.
 */
import {
  type ErrorCode,
  type Session,
  catalog,
  formOf,
  isVoicecallError,
  listLanguages,
  proxyFor,
} from "../../provider/facade.js";
import { kinds, namesOf } from "../../provider/base/kind.js";
import { counted } from "../../provider/base/quoted.js";
import { couldNotTell, type Line, notReady, ready } from "./report.js";

type Load = (session: Session) => Promise<readonly unknown[]>;

const lookups: Record<string, Load> = {
  languages: ({ client }) => listLanguages(client),
  models: (session) => session.choices.models(),
  voices: (session) => session.choices.voices(),
  "phone numbers": ({ choices }) => choices.phoneNumbers(),
  ...Object.fromEntries(
    kinds
      .filter((kind) => catalog[kind].list)
      .map((kind) => [namesOf(kind).plural, (session: Session) => catalog[kind].records(session)]),
  ),
};

/** Errors that remain until their cause is fixed. After other errors, the same request may succeed later. */
const settled = new Set<ErrorCode>(["auth", "config", "not-found", "refused", "route-missing", "unreadable"]);

/** Finds out whether the service accepts the token, and which listings can be read with it. */
export async function readAll(session: Session): Promise<{ signedIn: boolean; lines: Line[] }> {
  const { tokenFingerprint, tokenSource, baseUrl } = session.settings;
  const tokenInfo = `from ${tokenSource}, fingerprint ${tokenFingerprint}`;
  // Reads one listing before the others, so that the service rejects a wrong token only once.
  const first = await line("languages", lookups["languages"]!, session);
  if (first.code === "network") {
    const todo = "do what this says, and check whether the service is up";
    const unreached = notReady("reachability", first.line.found, todo);
    const token = couldNotTell("token", "the service cannot be reached", "fix that first");
    return { signedIn: false, lines: [unreached, token] };
  }
  const proxy = proxyFor(baseUrl);
  const through = proxy ? `, through the proxy ${proxy.url.origin}` : "";
  const reached = ready("reachability", `${baseUrl} responds${through}`);
  if (first.code === "auth") {
    const rejected = notReady("token", `not accepted (${tokenInfo})`, first.line.found);
    return { signedIn: false, lines: [reached, rejected] };
  }
  const others = Object.entries(lookups).filter(([what]) => what !== "languages");
  const rest = await Promise.all(others.map(([what, load]) => line(what, load, session)));
  // If all listings fail for the same reason, only the first line contains it.
  const isAlike = first.code !== undefined && rest.every(({ code }) => code === first.code);
  const repeated = { found: `fails for the same reason as ${first.line.id}`, todo: "fix that first" };
  const lines = [first.line, ...rest.map((one) => (isAlike ? { ...one.line, ...repeated } : one.line))];
  const signedIn = lines.some(({ state }) => state === "ready");
  const owner = session.userId === undefined ? "" : `, of user ${session.userId}`;
  const token = signedIn
    ? ready("token", `accepted (${tokenInfo}${owner})`)
    : couldNotTell(
        "token",
        `nothing could be read with it (${tokenInfo})`,
        "run again when the service responds",
      );
  return { signedIn, lines: [reached, token, ...lines] };
}

async function line(what: string, load: Load, session: Session): Promise<{ line: Line; code?: ErrorCode }> {
  const id = `look-up.${what.replace(" ", "-")}`;
  try {
    const rows = await load(session);
    return { line: ready(id, counted(rows.length, what.slice(0, -1))) };
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    const isOff = error.code === "unsupported";
    return {
      line: isOff ? ready(id, "switched off by voicecall:routes") : failed(id, error.message, error.code),
      code: error.code,
    };
  }
}

/** For an error in `settled`, the line adds no remedy, because the provider's message contains one. */
function failed(id: string, message: string, code: ErrorCode): Line {
  return settled.has(code)
    ? notReady(id, message, "until this is fixed, previews and refreshes that need this listing fail")
    : couldNotTell(id, message, "run again");
}

/** Reports the form of the service's API, and which responses prove it. */
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

async function signsOf(session: Session): Promise<Session["choices"]["formSigns"] | undefined> {
  try {
    await Promise.all([session.choices.voices(), session.choices.models("multimodal")]);
    return session.choices.formSigns;
  } catch (error) {
    if (isVoicecallError(error)) return undefined;
    throw error;
  }
}
