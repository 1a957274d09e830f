/** The variables that name proxies, and what NO_PROXY leaves out. */
export const PROXY_VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/** Lists in NO_PROXY, hosts, and what curl 7.88.1 does. `npm run soak -- proxies` asks the curl of the machine. */
export const leftOut: readonly [list: string, host: string, how: "direct" | "proxy"][] = [
  ["*", "example.com", "direct"],
  ["*,x.test", "example.com", "proxy"],
  ["example.com", "example.com", "direct"],
  ["example.com", "EXAMPLE.com", "direct"],
  ["Example.COM", "example.com", "direct"],
  ["example.com", "example.com.", "direct"],
  ["example.com.", "example.com", "direct"],
  ["example.com", "a.example.com", "direct"],
  ["example.com", "notexample.com", "proxy"],
  ["example.com", "example.com.test", "proxy"],
  [".example.com", "example.com", "direct"],
  [".example.com", "a.example.com", "direct"],
  ["*.example.com", "a.example.com", "proxy"],
  ["*.example.com", "example.com", "proxy"],
  ["example.com:8080", "example.com:8080", "proxy"],
  ["example.com", "example.com:8080", "direct"],
  ["x.test, example.com", "example.com", "direct"],
  ["x.test\texample.com", "example.com", "direct"],
  ["x.test,,example.com,", "example.com", "direct"],
  [".", "example.com", "proxy"],
  ["10.0.0.0/8", "10.1.2.3", "direct"],
  ["10.0.0.0/8", "11.1.2.3", "proxy"],
  ["10.1.2.3/32", "10.1.2.3", "direct"],
  ["10.1.2.3/33", "10.1.2.3", "proxy"],
  ["10.1.2.0/0", "10.1.2.3", "proxy"],
  ["10.1.2.3", "10.1.2.3", "direct"],
  ["1.2.3", "10.1.2.3", "proxy"],
  ["2001:db8::1", "[2001:db8::1]", "direct"],
  ["[2001:db8::1]", "[2001:db8::1]", "proxy"],
  ["2001:db9::/32", "[2001:db8::1]", "proxy"],
];

/** What its manual promises, but curl 7.88.1 compares addresses of version 6 as text. */
export const asPromised: typeof leftOut = [
  ["2001:db8:0:0::1", "[2001:db8::1]", "direct"],
  ["2001:db8::/32", "[2001:db8::1]", "direct"],
];
