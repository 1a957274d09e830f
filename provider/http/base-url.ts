import { VoicecallError } from "./errors.js";

/** It stands in errors. */
const longest = 500;

/**
 * A base URL in the one form in which two of them are compared: no trailing slash, host in lower case, no default port.
 * @param source where it came from, for the error
 * @throws VoicecallError "config", which never shows the text: somebody may have put a token into it
 */
export function normalBaseUrl(text: string, source: string, allowHttp: boolean): string {
  const trimmed = text.trim();
  const wrong = (what: string, remedy: string) =>
    new VoicecallError("config", `The base URL from ${source} ${what}. ${remedy}.`);
  const example = "Give it as https://example.com/api";
  // The parser leaves line ends and tabs out: the request would go to another host than the text seems to name.
  if (/[\s\p{Cc}]/u.test(trimmed)) throw wrong("holds a space or a control character", example);
  if (trimmed.length > longest) throw wrong(`is longer than ${longest} characters`, example);
  if (!URL.canParse(trimmed)) throw wrong("is not a URL", example);
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw wrong("is not an http or https URL", example);
  if (url.username !== "" || url.password !== "")
    throw wrong("holds credentials", "Use the access token instead");
  // The parser drops a lone ? or #, which would be pasted remains of something longer.
  if (/[?#]/.test(trimmed)) throw wrong("holds a query or a fragment", example);
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.hostname)) {
    throw wrong(
      "is plain http, which would show the token to the network",
      "Use https, or set voicecall:allowHttp to true",
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Whether what is sent there stays on this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
