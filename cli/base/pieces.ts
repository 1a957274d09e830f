/** A part of a text: plain, or the value of a variable. */
export interface Piece {
  /** The variable. Absent for plain text. */
  name?: string;
  text: string;
}

/** Cuts a text at the values of variables. Longer values first: one may contain another. */
export function piecesOf(text: string, values: readonly (readonly [name: string, value: string])[]): Piece[] {
  let pieces: Piece[] = [{ text }];
  for (const [name, value] of [...values].sort(([, one], [, other]) => other.length - one.length))
    pieces = pieces.flatMap((piece) =>
      piece.name === undefined
        ? piece.text
            .split(value)
            .flatMap((plain, index) => [...(index > 0 ? [{ name, text: "" }] : []), { text: plain }])
        : [piece],
    );
  return pieces.filter(({ name, text: plain }) => name !== undefined || plain !== "");
}
