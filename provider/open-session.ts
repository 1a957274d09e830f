import { fieldNames, loaders } from "./catalog.js";
import { systemClock } from "./base/clock.js";
import { EngineCalls } from "./core/run/engine-calls.js";
import { type Output, Session, type Subject } from "./core/run/session.js";
import { checkingBaseUrl } from "./http/base-url-check.js";
import { type ClientDeps, createClient } from "./http/client.js";
import { shortLines } from "./base/lines.js";
import { printable } from "./base/quoted.js";
import type { Settings } from "./http/settings.js";

type SessionSurroundings = Partial<Output> & { readonly engineCalls?: EngineCalls } & Partial<
    Pick<ClientDeps, "clock" | "transport" | "engine" | "secrets">
  >;

/** Opens a session with one account. The command line uses this function too. */
export function openSession(
  settings: Settings,
  {
    clock = systemClock,
    print = console.log,
    report,
    namesUnreadable,
    engineCalls = new EngineCalls(clock),
    ...surroundings
  }: SessionSurroundings = {},
): Session {
  const show = (line: string, about?: Subject): void => {
    const text = shortLines(printable(line));
    print(text, about);
    if (!about) return;
    const { shownOn: _, ...subject } = about;
    report?.({ ...subject, text });
  };
  const client = checkingBaseUrl(createClient(settings, { clock, log: show, fieldNames, ...surroundings }));
  return new Session(client, engineCalls, loaders, { print: show, report, namesUnreadable });
}
