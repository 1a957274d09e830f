import { expect, test } from "vitest";
import { normalBaseUrl } from "../../provider/http/base-url.js";

const long = (length: number): string => `https://example.com/${"x".repeat(length - 20)}`;

const normal = (text: string): string => normalBaseUrl(text, "a test", false);

test.each([
  [long(500), long(500)],
  [" https://example.com/a// ", "https://example.com/a"],
  ["http://127.0.0.1", "http://127.0.0.1"],
  ["http://127.10.20.30", "http://127.10.20.30"],
  ["https://example.com/api/v1//", "https://example.com/api/v1"],
  ["HTTPS://Example.COM:443/Api", "https://example.com/Api"],
  ["http://127.0.0.1:8080/api", "http://127.0.0.1:8080/api"],
  ["http://[::1]:8080", "http://[::1]:8080"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["  https://example.com \n", "https://example.com"],
])("%j is %j", (text, expected) => {
  expect(normal(text)).toBe(expected);
});

const example = "Use a URL such as https://example.com/api.";

test.each<string[]>([
  [long(501), `is longer than 500 characters. ${example}`],
  ["https://example.com/a b", `contains a space or a control character. ${example}`],
  ["https://exam\tple.com", `contains a space or a control character. ${example}`],
  ["https://example.com/\u0085", `contains a space or a control character. ${example}`],
  ["example.com", `is not a URL. ${example}`],
  ["ftp://example.com", `is not an http or https URL. ${example}`],
  ["https://user@example.com", "contains credentials. Use the access token instead."],
  ["https://:s3cret@example.com", "contains credentials. Use the access token instead."],
  ["http://127.0.0.1@example.com", "contains credentials. Use the access token instead."],
  ["https://example.com/#", `contains a query or a fragment. ${example}`],
  ["https://example.com/?", `contains a query or a fragment. ${example}`],
  ["https://example.com/?key=s3cret", `contains a query or a fragment. ${example}`],
  ["https://example.com/#s3cret", `contains a query or a fragment. ${example}`],
  ...["example.com", "localhost.example.com", "128.0.0.1", "0.0.0.0"].map((host) => [
    `http://${host}`,
    "is plain http, which would expose the token to the network. Use https, or set voicecall:allowHttp to true.",
  ]),
  [
    "http://127.0.0.1.example.com",
    "is plain http, which would expose the token to the network. Use https, or set voicecall:allowHttp to true.",
  ],
])("%j is rejected, with what to do, and is not shown", (text, says) => {
  expect(() => normal(text)).toThrow(
    expect.objectContaining({ code: "config", message: `The base URL from a test ${says}` }),
  );
});
