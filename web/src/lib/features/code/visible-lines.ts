/**
 * Which lines of a long file are worth rendering. Lines have one height, so the window follows from the scroll position
 * alone. Short files are rendered whole: the browser's own find and selection then reach every line.
 */

export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly lineHeight: number;
}

/** Zero-based, end exclusive. */
interface LineWindow {
  readonly first: number;
  readonly end: number;
}

/** Lines of a file shorter than this are all in the page. */
export const wholeUpTo = 1000;
const overscan = 40;
/** The window moves in steps, so that scrolling by a line does not render anew. */
const step = 20;

/** @param all Up to so many lines there is no window: all are rendered. */
export function visibleLines(lineCount: number, viewport: Viewport, all = wholeUpTo): LineWindow {
  if (lineCount <= all) return { first: 0, end: lineCount };
  const top = Math.floor(Math.max(0, viewport.scrollTop) / viewport.lineHeight);
  const shown = Math.ceil(viewport.height / viewport.lineHeight);
  const first = Math.floor(Math.min(top, lineCount - 1) / step) * step - overscan;
  return { first: Math.max(0, first), end: Math.min(lineCount, first + shown + step + 2 * overscan) };
}

/** The lines that can be seen, 1-based; wrapped ones are counted as if they were not. */
export function linesInView(
  lineCount: number,
  viewport: Viewport,
): { readonly startLine: number; readonly endLine: number } {
  const first = Math.floor(Math.max(0, viewport.scrollTop) / viewport.lineHeight);
  const startLine = Math.max(1, Math.min(first + 1, lineCount));
  const shown = Math.max(1, Math.floor(viewport.height / viewport.lineHeight));
  return { startLine, endLine: Math.max(startLine, Math.min(startLine + shown - 1, lineCount)) };
}

/**
 * Where to scroll so that the lines can be read: nowhere when they are in view already, else with the first of them a
 * quarter down, or with all of them when they fit. Lines are 1-based.
 */
export function scrollTopFor(
  range: { readonly startLine: number; readonly endLine: number },
  viewport: Viewport,
): number {
  const top = (range.startLine - 1) * viewport.lineHeight;
  const bottom = range.endLine * viewport.lineHeight;
  const { scrollTop, height } = viewport;
  if (top >= scrollTop && bottom <= scrollTop + height) return scrollTop;
  const space = Math.max(viewport.lineHeight, Math.min(height / 4, height - (bottom - top)));
  return Math.max(0, top - space);
}
