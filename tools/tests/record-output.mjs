import { appendFileSync } from "node:fs";

/**
 * Also writes what this process prints to a file, for the tier `canary`. Through a pipe, the output would lose its
 * colors.
 */
export function recordOutput(file) {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk, ...rest) => {
      appendFileSync(file, chunk);
      return write(chunk, ...rest);
    };
  }
}
