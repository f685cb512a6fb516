/** Chooses the lines of a search result that are shown at first, and the address that opens its best line. */

/** Enough lines to recognize a result. A button shows the others. */
const maxLines = 10;
/** Lines shown before the best one if the excerpt does not begin at the start. */
const linesBefore = 3;

/** @param bestIndex the index of the best line @returns indexes of lines, end exclusive; the first line is not empty */
export function chooseExcerpt(
  lines: readonly string[],
  bestIndex: number,
): { readonly start: number; readonly end: number } {
  const skipEmpty = (index: number): number => {
    const next = lines.findIndex((line, at) => at >= index && line.trim() !== '');
    return next < 0 ? index : next;
  };
  const first = skipEmpty(0);
  const start = bestIndex < first + maxLines - 1 ? first : skipEmpty(bestIndex - linesBefore);
  const end = Math.min(lines.length, start + maxLines);
  return { start: Math.min(start, Math.max(first, end - maxLines)), end };
}

/** The address with the line in place of the lines in its fragment. */
export function addressOfLine(address: string, line: number): string {
  return `${address.split('#', 1)[0]}#L${line}`;
}
