/**
 * Where in its conversation the server began a turn, against where it was asked. `anew`: as the first where others are shown,
 * so the conversation they were part of was removed. `elsewhere`: another place, so others have asked or removed turns meanwhile.
 */
export function whereBegun(turn: {
  readonly expected: number;
  readonly begun: number;
}): 'next' | 'anew' | 'elsewhere' {
  if (turn.begun === turn.expected) return 'next';
  return turn.begun === 1 ? 'anew' : 'elsewhere';
}
