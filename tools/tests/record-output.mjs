import { appendFileSync } from "node:fs";

/** Writes what this process prints into a file too, for the tier `canary`. A pipe would remove its colors. */
export function recordOutput(file) {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk, ...rest) => {
      appendFileSync(file, chunk);
      return write(chunk, ...rest);
    };
  }
}
