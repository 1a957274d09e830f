/** Whether a request is meant for this machine: a page in a browser can lead any name to it (DNS rebinding). */
import type { IncomingHttpHeaders } from "node:http";
import { hostname, networkInterfaces } from "node:os";

/**
 * The message of a refusal; undefined when Host and Origin name this machine.
 * @param listensAt the address that the service was told to listen at
 */
export function foreignHeader({ host, origin }: IncomingHttpHeaders, listensAt: string): string | undefined {
  if (!isOfThisMachine(`http://${host}`, listensAt)) return refusal("Host");
  if (origin !== undefined && !isOfThisMachine(origin, listensAt)) return refusal("Origin");
  return undefined;
}

const refusal = (header: string): string =>
  `The header ${header} names another machine. The local service answers requests to localhost, to this machine's name and to its addresses only.`;

function isOfThisMachine(url: string, listensAt: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname: asked, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  const address = asked.replace(/^\[(.*)\]$/, "$1");
  if (address === "localhost" || address === "::1" || /^127(\.\d+){3}$/.test(address)) return true;
  if ([listensAt, hostname()].some((name) => name.toLowerCase() === address)) return true;
  return Object.values(networkInterfaces()).some((all) => all?.some((local) => local.address === address));
}
