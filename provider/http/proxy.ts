import { getProxyForUrl } from "proxy-from-env";
import { VoicecallError } from "../base/errors.js";
import { isLoopback } from "./base-url.js";

export interface Proxy {
  /** May contain credentials. */
  readonly url: string;
  /** For messages. */
  readonly shown: string;
}

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for a URL. Requests to this machine use none.
 * @throws VoicecallError "config" if the variable is not a URL
 */
export function proxyFor(url: string): Proxy | undefined {
  const proxy = isLoopback(new URL(url).hostname) ? "" : getProxyForUrl(url);
  if (proxy === "") return undefined;
  if (!URL.canParse(proxy) || !/^https?:/.test(proxy)) {
    throw new VoicecallError(
      "config",
      "The proxy in HTTPS_PROXY or HTTP_PROXY is not an http or https URL. Correct the variable, or add the host of the base URL to NO_PROXY.",
    );
  }
  return { url: proxy, shown: new URL(proxy).origin };
}
