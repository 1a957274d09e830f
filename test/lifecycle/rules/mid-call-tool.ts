import { emoji, item, rule, words, type Rule } from "./rule.js";

/** Spec 2.1, 4.1 and 8. */
export const midCallToolRules: Rule[] = [
  rule(
    "MidCallTool",
    "name",
    ["a", "get_weather", "a__"],
    ["Get", "get-weather", "_get", "get2", "gét", "get weather"],
    /only lowercase letters and underscores and start with a letter/,
  ),
  rule("MidCallTool", "name", ["a"], ["", "  "], /must not be blank|only lowercase/),
  rule(
    "MidCallTool",
    "description",
    ["x", words(255), emoji(255)],
    [words(256), emoji(256)],
    /1-255 characters, has 256/,
  ),
  rule("MidCallTool", "description", ["x"], ["", " \n"], /must not be blank/),
  rule(
    "MidCallTool",
    "endpoint",
    ["https://a.example.com/b?c=d#e", "http://127.0.0.1:8080"],
    ["", "nonsense", "ftp://a.example.com", "https://", "javascript:alert(1)", "https://a b.example.com"],
    /valid http/,
  ),
  rule(
    "MidCallTool",
    "method",
    ["GET", "POST", "PUT", "PATCH", "DELETE"],
    ["get", "HEAD", ""],
    /"GET" or "POST" or "PUT" or "PATCH" or "DELETE"/,
  ),
  rule("MidCallTool", "timeout", [1, 30], [0, 31, 1.5, "10"], /whole number, 1-30 seconds/),
  rule("MidCallTool", "headers", [[], [{ name: "A", value: "b" }]], [[{ value: "b" }]], /text/, {
    path: "headers[0].name",
  }),
  rule("MidCallTool", "headers", [], [[{ name: "A" }]], /text/, { path: "headers[0].value" }),
  rule("MidCallTool", "headers", [], [[{ name: "A", value: "b", extra: 1 }]], /\(extra\)/, {
    path: "headers[0]",
  }),
  rule("MidCallTool", "headers", [], [{ name: "A", value: "b" }, "A: b"], /array/),
  rule(
    "MidCallTool",
    "schema",
    [item({ name: "ab" }), item({ name: words(32) })],
    [item({ name: "a" }), item({ name: words(33) })],
    /2-32 characters/,
    { path: "schema[0].name" },
  ),
  rule(
    "MidCallTool",
    "schema",
    [item({ description: "abc" }), item({ description: words(255) })],
    [item({ description: "ab" }), item({ description: words(256) })],
    /3-255 characters/,
    { path: "schema[0].description" },
  ),
  rule(
    "MidCallTool",
    "schema",
    ["string", "number", "boolean"].map((type) => item({ type })),
    [item({ type: "bool" }), item({ type: "integer" })],
    /"string" or "number" or "boolean"/,
    { path: "schema[0].type" },
  ),
];
