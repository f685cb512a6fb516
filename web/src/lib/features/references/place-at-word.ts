/** Places a box under a word on the screen, or above it if there is more room, within the window. Pure. */
import type { WordBox } from '../code/word-at.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 6;
const margin = 8;

export function placeAtWord(
  word: WordBox,
  box: Size,
  window: Size,
): { readonly left: number; readonly top: number } {
  const left = Math.max(margin, Math.min(word.left, window.width - box.width - margin));
  const below = word.bottom + gap;
  const above = word.top - gap - box.height;
  const fitsBelow = below + box.height + margin <= window.height;
  const top = fitsBelow || above < margin ? Math.min(below, window.height - box.height - margin) : above;
  return { left, top: Math.max(margin, top) };
}
