/** Requests through the proxy of a company. */
const VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

/**
 * `fetch` with the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name; requests to this machine use none. The `fetch`
 * of Node uses a proxy only if NODE_USE_ENV_PROXY is set, and only since Node 24.
 */
export async function proxied(): Promise<typeof fetch> {
  if (!VARIABLES.some((name) => process.env[name])) return fetch;
  const { EnvHttpProxyAgent, fetch: fetchBy } = await import("undici");
  const { NO_PROXY, no_proxy = NO_PROXY } = process.env;
  const noProxy = [no_proxy, "localhost", "127.0.0.1", "[::1]"].filter(Boolean).join(",");
  const dispatcher = new EnvHttpProxyAgent({ noProxy });
  return ((input: string, init: object) =>
    fetchBy(input, { ...init, dispatcher })) as unknown as typeof fetch;
}
