// Loaded into the Node processes of engine tests: a connection that ends when the provider host does, which is no child
// of the test.
const port = process.env.TEST_LIFELINE_PORT;
if (port && process.argv[1]?.includes("dynamic-provider"))
  require("node:net").connect(Number(port), "127.0.0.1").unref();
