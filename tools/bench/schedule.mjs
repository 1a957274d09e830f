/**
 * Measures rounds of blocks: first one of each, so that a run that is stopped has something of everything, and then
 * those that are missing, of the shortest block first. No round begins if the last one of its block took longer than
 * what is left of `minutes`. `measure` resolves to false if the block has failed, and then gets no further round.
 */
export async function inTurns(blocks, { rounds, minutes, now = () => performance.now() }, measure) {
  const end = now() + minutes * 60_000;
  const turns = blocks.map((block) => ({ block, round: 0, took: 0, goesOn: true }));
  const take = async (turn) => {
    const started = now();
    if (started + turn.took >= end) turn.goesOn = false;
    if (!turn.goesOn) return;
    turn.round += 1;
    turn.goesOn = await measure(turn.block, turn.round);
    turn.took = now() - started;
  };
  for (const turn of turns) await take(turn);
  for (const turn of turns.toSorted((one, other) => one.took - other.took))
    while (turn.goesOn && turn.round < rounds) await take(turn);
}
