import type { Secrets } from "./shown-text.js";

/** Where a redirect leads. It is never followed, because the target would get the token. */
export type Redirect =
  | { readonly to: "sign-in" | "nowhere" | "other-host" | "folder" }
  | { readonly to: "base-url"; readonly baseUrl: string };

const SIGN_IN = /log[-_]?in|sign[-_]?in|sso|auth/i;

/** Text from the service, so only short and plain paths are shown. */
const SHOWABLE = /^(\/[\w.-]{1,40}){0,4}$/;

/**
 * @param url the address of the request
 * @param path the part of its path after the base URL
 */
export function redirectTo(
  { url, path, location }: { url: string; path: string; location: string | undefined },
  secrets: Secrets,
): Redirect {
  if (location === undefined || !URL.canParse(location, url)) return { to: "nowhere" };
  const [from, to] = [new URL(url), new URL(location, url)];
  if (SIGN_IN.test(to.pathname)) return { to: "sign-in" };
  if (to.hostname !== from.hostname) return { to: "other-host" };
  if (to.origin === from.origin && to.pathname === `${from.pathname}/`) return { to: "folder" };
  const target = to.pathname.replace(/\/+$/, "");
  const before = target.slice(0, -path.length);
  const isShowable = target.endsWith(path) && SHOWABLE.test(before) && secrets.hide(before) === before;
  return isShowable ? { to: "base-url", baseUrl: to.origin + before } : { to: "nowhere" };
}
