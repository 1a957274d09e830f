import { appendFileSync } from "node:fs";

/** Copies this process's output to a file, for the tier `canary`. A pipe instead would remove the colors. */
export function recordOutput(file) {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk, ...rest) => {
      appendFileSync(file, chunk);
      return write(chunk, ...rest);
    };
  }
}
