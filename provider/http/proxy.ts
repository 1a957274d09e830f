/**
 * Which proxy a request uses. No other file reads the variables: requests to the service, models and test chats all
 * ask here. What counts is how curl 7.88.1 reads them; test/unit/http-proxy.test.ts has the table.
 */
import { BlockList, isIP } from "node:net";
import { unescape } from "node:querystring";
import { isLoopback } from "./base-url.js";
import { TransportError, unconnected } from "./transport-error.js";

export interface Proxy {
  /** Without credentials. Messages show its origin. */
  readonly url: URL;
  /** The variable that names it. */
  readonly variable: string;
  /** The credentials, if there are any. */
  readonly headers: { readonly "proxy-authorization"?: string };
}

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY name for a URL, in either case. Requests to this
 * machine use none.
 * @throws TransportError if the variable names no http or https proxy
 */
export function proxyFor(url: string): Proxy | undefined {
  const { protocol, hostname } = new URL(url);
  const { no_proxy, NO_PROXY } = process.env;
  if (isLoopback(hostname) || isLeftOut(hostname, no_proxy || NO_PROXY || "")) return undefined;
  const own = `${protocol.slice(0, -1)}_proxy`;
  const variable = [own, own.toUpperCase(), "all_proxy", "ALL_PROXY"].find((name) => process.env[name]);
  if (variable === undefined) return undefined;
  const text = process.env[variable]!.trim();
  const proxy = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(proxy) || !/^https?:/i.test(proxy)) {
    const what = /^socks/i.test(text) ? "a SOCKS proxy, which is not supported" : "no http or https URL";
    const remedy = `Set ${own.toUpperCase()} to an http proxy, or add the host of the base URL to NO_PROXY`;
    throw new TransportError("not-sent", `the proxy in ${variable} is ${what}`, remedy, true);
  }
  const { username, password, origin } = new URL(proxy);
  const credentials = Buffer.from(`${unescape(username)}:${unescape(password)}`).toString("base64");
  const headers = username === "" ? {} : { "proxy-authorization": `Basic ${credentials}` };
  return { url: new URL(origin), variable, headers };
}

/** Whether NO_PROXY has the host: as a domain with its subdomains, as an address, or as a network. */
function isLeftOut(hostname: string, list: string): boolean {
  if (list === "*") return true;
  const host = hostname.replace(/^\[|[\].]$/g, "");
  const isEqual = isIP(host) === 0 ? isInDomain : isInNetwork;
  return list.split(/[\s,]+/).some((entry) => isEqual(host, entry.toLowerCase()));
}

function isInDomain(host: string, entry: string): boolean {
  const domain = entry.replace(/\.$/, "").replace(/^\./, "");
  return domain !== "" && `.${host}`.endsWith(`.${domain}`);
}

function isInNetwork(host: string, entry: string): boolean {
  const [address = "", bits = ""] = entry.split("/");
  const version = isIP(host);
  const [family, most] = version === 4 ? (["ipv4", 32] as const) : (["ipv6", 128] as const);
  // As in curl, a network of zero bits is its address.
  const length = Number.parseInt(bits) || most;
  if (isIP(address) !== version || length < 0 || length > most) return false;
  const network = new BlockList();
  network.addSubnet(address, length, family);
  return network.check(host, family);
}

/** There is no connection to the proxy, or it broke before the service answered. */
export const unreached = ({ url, variable }: Proxy, code: string): TransportError =>
  new TransportError(
    "not-sent",
    `there was no connection through the proxy ${url.origin}: ${unconnected(code)[0]}`,
    `Check ${variable}, or add the host of the base URL to NO_PROXY`,
  );

/** What it means that a proxy opens no connection. */
export function refusedBy(proxy: Proxy, status: number, target: string): TransportError {
  const { url, variable, headers } = proxy;
  const refused = (what: string, remedy: string): TransportError =>
    new TransportError("not-sent", `the proxy ${url.origin} ${what} (${status})`, remedy, status < 500);
  if (status >= 500)
    return refused(
      `does not reach ${target}`,
      "Check the base URL, and that the proxy can reach its host, or add the host to NO_PROXY",
    );
  // tinyproxy 1.11.1 answers a wrong password with 401.
  if (status !== 407 && status !== 401)
    return refused(
      `refuses connections to ${target}`,
      "Ask who runs the proxy to allow them, or add the host to NO_PROXY",
    );
  return headers["proxy-authorization"] === undefined
    ? refused(
        "asks for a user name and a password",
        `Put them into ${variable}, as in http://user:password@proxy:8080`,
      )
    : refused(
        "does not accept the user name or the password",
        `Correct them in ${variable}; there, @ is written as %40, and / as %2F`,
      );
}
