/** Computes the width of the conversation next to an open source, in percent of the page. Pure. */

export const splitLimits = { min: 30, max: 70, initial: 46, step: 2 } as const;

export function clampWidth(width: number): number {
  if (!Number.isFinite(width)) return splitLimits.initial;
  return Math.min(splitLimits.max, Math.max(splitLimits.min, Math.round(width)));
}

/** Returns the initial width for a missing or invalid value. */
export function parseStoredWidth(stored: string | null): number {
  return stored === null || stored.trim() === '' ? splitLimits.initial : clampWidth(Number(stored));
}

/** The width after a key on the separator; null for a key without effect. */
export function widthAfterKey(width: number, key: string): number | null {
  switch (key) {
    case 'ArrowLeft':
      return clampWidth(width - splitLimits.step);
    case 'ArrowRight':
      return clampWidth(width + splitLimits.step);
    case 'Home':
      return splitLimits.min;
    case 'End':
      return splitLimits.max;
    default:
      return null;
  }
}
