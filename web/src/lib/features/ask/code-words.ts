/** Code within a sentence as the pieces a line may be broken between: at its spaces, and anywhere in a name too long for a phone. Pure. */

/** Characters. */
const longest = 24;

interface CodePiece {
  readonly text: string;
  readonly whole: boolean;
}

export function codeWords(text: string): readonly CodePiece[] {
  return text.split(/(\s+)/).flatMap((piece) => {
    const whole = piece.length <= longest && piece.trim() !== '';
    return piece === '' ? [] : [{ text: piece, whole }];
  });
}
