/** How a page is split between the conversation and the source beside it: the conversation's share of the width, in percent. */

export const splitLimits = { least: 30, most: 70, usual: 46, step: 2 } as const;

export function clampShare(share: number): number {
  if (!Number.isFinite(share)) return splitLimits.usual;
  return Math.min(splitLimits.most, Math.max(splitLimits.least, Math.round(share)));
}

/** What was remembered; the usual share for what cannot be read. */
export function readShare(remembered: string | null): number {
  return remembered === null || remembered.trim() === '' ? splitLimits.usual : clampShare(Number(remembered));
}

/** The share after a key on the separator; null for a key that does nothing there. */
export function shareAfterKey(share: number, key: string): number | null {
  switch (key) {
    case 'ArrowLeft':
      return clampShare(share - splitLimits.step);
    case 'ArrowRight':
      return clampShare(share + splitLimits.step);
    case 'Home':
      return splitLimits.least;
    case 'End':
      return splitLimits.most;
    default:
      return null;
  }
}
