/**
 * What is shown of a conversation, brought up to what the server says of it. A turn known already stays the object it is, so
 * that nothing on the page is made anew; one the server does not have goes, unless it was never begun there.
 */

interface Shown {
  /** The server's name for it; null for a question that has not been taken up. */
  readonly id: string | null;
}

export function mergeTurns<One extends Shown, Kept extends { readonly id: string }>(
  shown: readonly One[],
  kept: readonly Kept[],
  restore: (kept: Kept) => One,
): readonly One[] {
  const byId = new Map(shown.map((turn) => [turn.id, turn]));
  const unbegun = shown.filter((turn) => turn.id === null);
  return [...kept.map((turn) => byId.get(turn.id) ?? restore(turn)), ...unbegun];
}
