/** The recipe "Adding a field", for an imaginary field `backgroundMusic` of an assistant. */
import type { Recipe } from "./edit.js";

export const field: Recipe = [
  {
    file: "provider/assistant/schema.ts",
    insert: `  backgroundMusic: setting(flag(), "background_music", "Whether music is played during a call."),\n`,
    before: "  ...creationOptions(",
  },
  {
    file: "test/kinds/assistant.ts",
    insert: `  backgroundMusic: flag("background_music"),\n`,
    before: "  allowInterruptions: ",
  },
  {
    file: "emulator/rules/assistant.ts",
    insert: "  background_music: flag,\n",
    before: "  allow_interruptions: ",
  },
  {
    file: "emulator/base/stored-assistant.ts",
    insert: "  background_music: no,\n",
    before: "  allow_interruptions: ",
  },
];
