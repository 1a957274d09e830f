/** The token, by using it, and each listing that previews and refreshes read. */
import {
  type ErrorCode,
  type Session,
  isVoicecallError,
  listLanguages,
  listModels,
} from "../../provider/facade.js";
import { couldNotTell, forInformation, type Line, notReady, ready } from "./report.js";

type Load = (session: Session) => Promise<readonly unknown[]>;

const lookups: Record<string, Load> = {
  languages: ({ client }) => listLanguages(client),
  models: ({ client }) => listModels(client),
  voices: ({ voices }) => voices.rows(),
  "phone numbers": ({ phoneNumbers }) => phoneNumbers.rows(),
  tools: ({ tools }) => tools.rows(),
  assistants: ({ assistants }) => assistants.rows(),
  leads: ({ leads }) => leads.rows(),
};

/** What must be put right; with any other failure the same request may succeed in a minute. */
const settled = new Set<ErrorCode>([
  "auth",
  "config",
  "not-found",
  "refused",
  "route-missing",
  "unreadable",
  "unsupported",
]);

/** Whether the token is accepted, and what can be read with it. */
export async function readAll(session: Session): Promise<{ signedIn: boolean; lines: Line[] }> {
  const { tokenFingerprint, tokenSource } = session.settings;
  const which = `from ${tokenSource}, fingerprint ${tokenFingerprint}`;
  // By itself first: a token that is not accepted is not offered seven times over.
  const first = await line("languages", lookups["languages"]!, session);
  if (first.code === "auth") {
    const wrong = notReady("token", `not accepted (${which})`, first.line.found);
    return { signedIn: false, lines: [wrong] };
  }
  const others = Object.entries(lookups).filter(([what]) => what !== "languages");
  const rest = await Promise.all(others.map(([what, load]) => line(what, load, session)));
  const alike = first.code !== undefined && rest.every(({ code }) => code === first.code);
  const told = rest.map((one) => (alike ? asTheFirst(one.line, first.line) : one.line));
  const lines = [first.line, ...told];
  const signedIn = lines.some(({ state }) => state === "ready");
  const owner = session.userId === undefined ? "" : `, of user ${session.userId}`;
  const token = signedIn
    ? ready("token", `accepted (${which}${owner})`)
    : couldNotTell("token", `nothing could be read with it (${which})`, "run again when the service answers");
  return { signedIn, lines: [token, ...lines, ...(signedIn ? [limit(lines)] : [])] };
}

async function line(what: string, load: Load, session: Session): Promise<{ line: Line; code?: ErrorCode }> {
  const id = `look-up.${what.replace(" ", "-")}`;
  try {
    const rows = await load(session);
    return { line: ready(id, `${rows.length} ${what}`) };
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    return { line: failed(id, error.message, error.code), code: error.code };
  }
}

/** When nothing can be read, for one reason, that is said once. */
const asTheFirst = (line: Line, first: Line): Line => ({
  ...line,
  found: `fails as ${first.id} does`,
  todo: "settle that first",
});

/** The provider's errors say what to do themselves. */
export function failed(id: string, message: string, code: ErrorCode): Line {
  return settled.has(code)
    ? notReady(id, message, "previews and refreshes that need this listing fail until then")
    : couldNotTell(id, message, "run again");
}

/** No route tells the plan's limit: only a create that is refused does (spec 4.1, 8). */
function limit(lines: readonly Line[]): Line {
  const tools = lines.find(({ id, state }) => id === "look-up.tools" && state === "ready");
  return forInformation(
    couldNotTell(
      "limit.tools",
      `${tools ? `the account has ${tools.found}; ` : ""}the service does not tell how many its plan allows`,
      "ask whoever pays for the account; a create beyond the limit is refused, and says so",
    ),
  );
}
