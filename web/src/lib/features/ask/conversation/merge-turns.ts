/** Merges the turns on screen with the turns on the server, and classifies where the server started a turn. Pure. */

interface DisplayedTurn {
  /** The server's id; null for a question that the server has not accepted. */
  readonly id: string | null;
}

/**
 * A turn that is already on screen keeps its object, so that the page does not render it again. A turn that the server no longer has
 * disappears, unless the server never accepted it.
 */
export function mergeTurns<Displayed extends DisplayedTurn, Stored extends { readonly id: string }>(
  displayed: readonly Displayed[],
  stored: readonly Stored[],
  restore: (turn: Stored) => Displayed,
): readonly Displayed[] {
  const byId = new Map(displayed.map((turn) => [turn.id, turn]));
  const unacceptedTurns = displayed.filter((turn) => turn.id === null);
  return [...stored.map((turn) => byId.get(turn.id) ?? restore(turn)), ...unacceptedTurns];
}

/**
 * Compares the number that the server assigned to a turn with the expected number. `restarted`: the turn became the first although other
 * turns are on screen, so their conversation was deleted. `elsewhere`: another tab or device added or deleted turns in the meantime.
 */
export function classifyTurnStart(turn: {
  readonly expected: number;
  readonly actual: number;
}): 'next' | 'restarted' | 'elsewhere' {
  if (turn.actual === turn.expected) return 'next';
  return turn.actual === 1 ? 'restarted' : 'elsewhere';
}
