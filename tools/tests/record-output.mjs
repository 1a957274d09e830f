// Loaded into vitest's own process before it: what it writes to the terminal goes into a file too, for the tier `canary`.
// Over a pipe instead, its colours and its summary while it runs would be gone.
import { appendFileSync } from "node:fs";

const file = process.env.VOICECALL_TEST_OUTPUT;

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = (chunk, ...rest) => {
    appendFileSync(file, chunk);
    return write(chunk, ...rest);
  };
}
