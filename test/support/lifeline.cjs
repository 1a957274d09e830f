// Preloaded into the Node processes of engine tests. Opens a connection that closes when the provider host
// exits, because a test cannot wait for the exit of a process that is not its child. Regularly sends the host's
// peak memory in KiB, as a line.
const port = process.env.TEST_LIFELINE_PORT;
if (port && process.argv[1]?.includes("dynamic-provider")) {
  const socket = require("node:net").connect(Number(port), "127.0.0.1").unref();
  const report = () => socket.write(`${process.resourceUsage().maxRSS}\n`);
  report();
  setInterval(report, 100).unref();
  socket.on("error", () => undefined);
}
