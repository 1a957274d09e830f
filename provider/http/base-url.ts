import { VoicecallError } from "../base/errors.js";

/** The maximum length of a base URL, because errors quote it. */
const longest = 500;

/**
 * Normalizes a base URL: no trailing slash, lower-case host, no default port. Different spellings of a URL then
 * compare as equal.
 * @param source where the URL comes from, for the error
 * @throws VoicecallError "config"; its message never contains `text`, because a URL may contain a token
 */
export function normalBaseUrl(text: string, source: string, allowHttp: boolean): string {
  const trimmed = text.trim();
  const invalid = (what: string, remedy: string) =>
    new VoicecallError("config", `The base URL from ${source} ${what}. ${remedy}.`);
  const example = "Use a URL such as https://example.com/api";
  // The URL parser drops line breaks and tabs, so the request could go to a different host than the text suggests.
  if (/[\s\p{Cc}]/u.test(trimmed)) throw invalid("contains a space or a control character", example);
  if (trimmed.length > longest) throw invalid(`is longer than ${longest} characters`, example);
  if (!URL.canParse(trimmed)) throw invalid("is not a URL", example);
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw invalid("is not an http or https URL", example);
  if (url.username !== "" || url.password !== "")
    throw invalid("contains credentials", "Use the access token instead");
  // `url.search` and `url.hash` do not show a lone `?` or `#`, which suggests an incomplete paste.
  if (/[?#]/.test(trimmed)) throw invalid("contains a query or a fragment", example);
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.hostname)) {
    throw invalid(
      "is plain http, which would expose the token to the network",
      "Use https, or set voicecall:allowHttp to true",
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Whether requests to this host stay on this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
