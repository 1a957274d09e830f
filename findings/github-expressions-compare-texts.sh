#!/usr/bin/env bash
# In GitHub Actions, `inputs.leads > vars.MOST` compares two texts: "1000" is not more than "200", and "9" is.
#
# One would guess: `>` compares numbers, since GitHub's documentation has a table of how each type becomes one; so a step
# with `if: inputs.leads > vars.MOST` stops a run that would call too many people. A test with 100 and 300 shows that it
# works.
# What happens: only values of different types become numbers. An input of type string, a variable of the repository and
# an output of a step are all texts, and two texts are compared letter by letter: 1000 is less than 200. With a
# number in the expression itself, "1,000" becomes NaN, which is neither more than 200 nor at most 200, so both the step
# that refuses and the one that continues are skipped. An empty input equals 0, and '1' equals true, but 'true' does not.
# So convert both: `fromJSON(inputs.leads) > fromJSON(vars.MOST)` fails for what is no number, also for an empty text.
# Seen with @actions/expressions 0.3.61, GitHub's own evaluator in TypeScript, on Node 20.20. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @actions/expressions@0.3.61 >/dev/null

cat >evaluate.mjs <<'JS'
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
const dictionary = (of) => new data.Dictionary(...Object.entries(of).map(([key, value]) => ({ key, value })));
function evaluated(text, leads, most) {
  const context = dictionary({
    inputs: dictionary({ leads: new data.StringData(leads) }),
    vars: dictionary({ MOST: new data.StringData(most) }),
  });
  try {
    const parsed = new Parser(new Lexer(text).lex().tokens, ["inputs", "vars"], []).parse();
    return new Evaluator(parsed, context).evaluate().coerceString();
  } catch {
    return "error";
  }
}
for (const [text, ...leads] of [
  ["inputs.leads > vars.MOST", "100", "300", "1000", "9"],
  ["inputs.leads > 200", "1000", "1,000", ""],
  ["inputs.leads <= 200", "1000", "1,000", ""],
  ["inputs.leads == 0", "0", ""],
  ["inputs.leads == true", "1", "true"],
  ["fromJSON(inputs.leads) > fromJSON(vars.MOST)", "100", "1000", "9", "1,000", ""],
])
  console.log(`${text.padEnd(46)}${leads.map((one) => `'${one}': ${evaluated(text, one, "200")}`).join("  ")}`);
JS
node evaluate.mjs | tee seen

diff - seen <<'SEEN'
inputs.leads > vars.MOST                      '100': false  '300': true  '1000': false  '9': true
inputs.leads > 200                            '1000': true  '1,000': false  '': false
inputs.leads <= 200                           '1000': false  '1,000': false  '': true
inputs.leads == 0                             '0': true  '': true
inputs.leads == true                          '1': true  'true': false
fromJSON(inputs.leads) > fromJSON(vars.MOST)  '100': false  '1000': true  '9': false  '1,000': error  '': error
SEEN
echo "as described: a thousand is less than two hundred"
