// `npm run pictures`: makes the terminal pictures in docs/images/ from output of the demo.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { execa } from "execa";
import { picture } from "./pictures/svg.mjs";
import { ROOT } from "./setup/root.mjs";

const FOLDER = path.join(ROOT, "docs/images");

/** For each picture, its title, and a part of the title of the demo's step that it shows. */
const PICTURES = {
  preview: {
    step: "You edit a line of the prompt",
    title: "pulumi preview shows the line of a prompt that changes",
  },
  refusal: { step: "You apply your edit", title: "pulumi up refuses to overwrite a manual change" },
  drift: { step: "voicecall drift compares", title: "voicecall drift shows a manual change, line by line" },
  pull: { step: "voicecall pull puts", title: "voicecall pull puts a manual change into the prompt's file" },
};

const demo = await execa(process.execPath, [path.join(ROOT, "tools/demo.mjs")], {
  env: { FORCE_COLOR: "1" },
});
mkdirSync(FOLDER, { recursive: true });
for (const [name, { step, title }] of Object.entries(PICTURES)) {
  writeFileSync(path.join(FOLDER, `${name}.svg`), picture(title, terminal(demo.stdout, step)));
  console.log(`wrote docs/images/${name}.svg`);
}

/** The command of a step and its output, without the demo's indentation. */
function terminal(output, step) {
  const lines = output.split("\n");
  const first = lines.findIndex((line) => stripVTControlCharacters(line).includes(step)) + 1;
  const length = lines.slice(first).findIndex((line) => stripVTControlCharacters(line).startsWith("   ✓"));
  if (first === 0 || length < 3) throw new Error(`The demo has no output for "${step}".`);
  const [command, blank, ...rest] = lines.slice(first, first + length);
  // The demo has no terminal to confirm at.
  const typed = stripVTControlCharacters(command)
    .trim()
    .replace(" --yes --skip-preview", "")
    .replace(" --force", "");
  return [typed, blank, ...rest.map((line) => line.replace(/^ {5}/, ""))];
}
