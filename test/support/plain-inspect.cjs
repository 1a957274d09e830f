// Preloaded into the Node processes of engine tests. In Node 20.20, `util.inspect(error, { colors: true })`
// loops on a stack frame such as `…/node_modules/@scope/file.ts` until memory is full (nodejs/node#64011).
// Pulumi prints a program's errors this way, so each program that must fail would take about a minute. This
// module turns colors off.
const util = require("node:util");

const { inspect } = util;
util.inspect = Object.assign(
  (value, options, ...rest) =>
    inspect(value, typeof options === "object" ? { ...options, colors: false } : options, ...rest),
  inspect,
);
