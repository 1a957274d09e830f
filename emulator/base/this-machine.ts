/**
 * Checks that the headers Host and Origin of a request name this machine. Without this check, a web page
 * could send requests to the local service through a domain name that resolves to this machine (DNS
 * rebinding).
 */
import type { IncomingHttpHeaders } from "node:http";
import { hostname, networkInterfaces } from "node:os";

/**
 * An error message. Undefined if the headers name this machine. Origin may be absent.
 * @param listensAt the address at which the service listens
 */
export function foreignHeader({ host, origin }: IncomingHttpHeaders, listensAt: string): string | undefined {
  if (!isOfThisMachine(`http://${host}`, listensAt)) return foreignMessage("Host");
  if (origin !== undefined && !isOfThisMachine(origin, listensAt)) return foreignMessage("Origin");
  return undefined;
}

const foreignMessage = (header: string): string =>
  `The header ${header} names another machine. The local service accepts only localhost, the name of this machine and its addresses.`;

function isOfThisMachine(url: string, listensAt: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname: requested, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  const address = requested.replace(/^\[(.*)\]$/, "$1");
  if (address === "localhost" || address === "::1" || /^127(\.\d+){3}$/.test(address)) return true;
  if ([listensAt, hostname()].some((name) => name.toLowerCase() === address)) return true;
  return Object.values(networkInterfaces()).some((all) => all?.some((local) => local.address === address));
}
