// Imports little, because each `--help` loads it.
import { Option } from "commander";

export const KEY = "voicecall:ignore";

export const ignoreOption = (): Option =>
  new Option(
    "--ignore <name>",
    `an object that others own: its name, a pattern in quotes, its id, or Kind:id; may be repeated, and adds to ${KEY}`,
  )
    .argParser((value: string, before: string[]) => [...before, value])
    .default([], "none");
