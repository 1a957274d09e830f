// Loaded into the Node processes of engine tests. Node 20.20 loops in `util.inspect(error, { colors: true })` over a
// frame like `…/node_modules/@scope/file.ts` until its memory is full (nodejs/node#64011), and that is how Pulumi prints
// the errors of a program: about a minute for each program that must fail. Without colors it does not loop.
const util = require("node:util");

const { inspect } = util;
util.inspect = Object.assign(
  (value, options, ...rest) =>
    inspect(value, typeof options === "object" ? { ...options, colors: false } : options, ...rest),
  inspect,
);
