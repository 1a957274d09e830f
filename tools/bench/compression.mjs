// What compressed responses save on a slow line. Computed from bytes, because a line of 5 Mbit/s takes the same time for
// each byte, whatever the machine does.
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../setup/root.mjs";

const BITS_PER_SECOND = 5_000_000;
const ASSISTANTS = 100;
const PROMPT_CHARACTERS = 60_000;

/** A line about a page of assistants with long prompts, as it is sent and as it would be sent without compression. */
export function compressionLine() {
  const plain = Buffer.from(
    JSON.stringify({ data: Array.from({ length: ASSISTANTS }, (_, id) => assistant(id)) }),
  );
  const sizes = [gzipSync(plain).length, plain.length];
  const [compressed, whole] = sizes.map((bytes) => `${((bytes * 8) / BITS_PER_SECOND).toFixed(1)} s`);
  const [sent, before] = sizes.map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  return `A listing of ${ASSISTANTS} assistants with prompts of ${PROMPT_CHARACTERS / 1000} kB takes ${compressed} at 5 Mbit/s (${sent} with gzip), instead of ${whole} (${before}).`;
}

const words = readFileSync(path.join(ROOT, "docs/behavior.md"), "utf8").split(/\s+/);

/** Each assistant has a prompt of its own: words in a random order, which compress less than sentences do. */
function assistant(id) {
  let prompt = "";
  for (let seed = id + 1; prompt.length < PROMPT_CHARACTERS; seed = Math.imul(seed, 1664525) + 1013904223)
    prompt += `${words[(seed >>> 8) % words.length]} `;
  return { id, name: `Practice ${id}`, system_prompt: prompt.slice(0, PROMPT_CHARACTERS) };
}
