export function inTurns<Block>(
  blocks: readonly Block[],
  options: { rounds: number; minutes: number; now?: () => number },
  measure: (block: Block, round: number) => Promise<boolean>,
): Promise<void>;
