/**
 * Computes which lines of a long file are rendered. Pure. Lines have the same height, so the scroll position determines the window. Short
 * files are rendered completely, so that the browser's find and selection reach every line.
 */

export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly lineHeight: number;
}

/** Zero-based, end exclusive. */
interface LineWindow {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** Files up to this many lines are rendered completely. */
export const maxFullyRenderedLines = 1000;
/** This many more lines are rendered above and below the window. */
const overscan = 40;
/** The window moves in steps of this many lines, so that scrolling by one line does not render new lines. */
const step = 20;

/** @param maxUnwindowed all lines are rendered in a file of up to this many lines */
export function visibleLines(
  lineCount: number,
  viewport: Viewport,
  maxUnwindowed = maxFullyRenderedLines,
): LineWindow {
  if (lineCount <= maxUnwindowed) return { startIndex: 0, endIndex: lineCount };
  const top = Math.floor(Math.max(0, viewport.scrollTop) / viewport.lineHeight);
  const lineCapacity = Math.ceil(viewport.height / viewport.lineHeight);
  const startIndex = Math.floor(Math.min(top, lineCount - 1) / step) * step - overscan;
  return {
    startIndex: Math.max(0, startIndex),
    endIndex: Math.min(lineCount, startIndex + lineCapacity + step + 2 * overscan),
  };
}

/** The 1-based lines in view. Wrapping is ignored. */
export function linesInView(
  lineCount: number,
  viewport: Viewport,
): { readonly startLine: number; readonly endLine: number } {
  const first = Math.floor(Math.max(0, viewport.scrollTop) / viewport.lineHeight);
  const startLine = Math.max(1, Math.min(first + 1, lineCount));
  const lineCapacity = Math.max(1, Math.floor(viewport.height / viewport.lineHeight));
  return { startLine, endLine: Math.max(startLine, Math.min(startLine + lineCapacity - 1, lineCount)) };
}

/**
 * The scroll position that shows a range of 1-based lines. It does not change if all lines are in view. Otherwise the first line moves to
 * a quarter of the height, or higher if the range would not fit below.
 */
export function scrollTopFor(
  range: { readonly startLine: number; readonly endLine: number },
  viewport: Viewport,
): number {
  const top = (range.startLine - 1) * viewport.lineHeight;
  const bottom = range.endLine * viewport.lineHeight;
  const { scrollTop, height } = viewport;
  if (top >= scrollTop && bottom <= scrollTop + height) return scrollTop;
  const spaceAbove = Math.max(viewport.lineHeight, Math.min(height / 4, height - (bottom - top)));
  return Math.max(0, top - spaceAbove);
}
