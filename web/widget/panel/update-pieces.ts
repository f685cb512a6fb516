/**
 * Updates the children of an element from pieces. A child whose piece has not changed stays, so that a screen reader reads each piece once
 * and the focus is not lost.
 */

export interface Piece {
  /** Equal keys mean equal elements. */
  readonly key: string;
  readonly create: () => HTMLElement;
}

const keys = new WeakMap<Element, string>();

/** @param data everything that the element shows or uses */
export function createPiece(name: string, data: unknown, create: () => HTMLElement): Piece {
  return { key: `${name} ${JSON.stringify(data)}`, create };
}

export function updatePieces(parent: Element, pieces: readonly Piece[]): void {
  pieces.forEach(({ key, create }, index) => {
    const existing = parent.children[index];
    if (existing !== undefined && keys.get(existing) === key) return;
    const created = create();
    keys.set(created, key);
    if (existing === undefined) parent.append(created);
    else replace(existing, created);
  });
  while (parent.children.length > pieces.length) parent.lastElementChild?.remove();
}

/** A replaced button that had the focus, such as a rating, passes it on to the one with its name. */
function replace(existing: Element, created: Element): void {
  const root = existing.getRootNode();
  const focused = root instanceof ShadowRoot ? root.activeElement : null;
  const name = existing.contains(focused) ? focused?.getAttribute('aria-label') : undefined;
  existing.replaceWith(created);
  if (typeof name === 'string')
    created.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`)?.focus();
}
