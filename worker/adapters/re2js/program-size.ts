/**
 * About how many instructions a pattern compiles to, read from its text alone: compiling one of 1,000 characters can take half a second,
 * because counted repetitions are written out.
 */

/** Every escape, class and character counts as one; a repetition counts what it repeats as often as its larger bound says. */
export function estimateProgramSize(pattern: string): number {
  const groups: { size: number; last: number }[] = [{ size: 0, last: 0 }];
  for (const [token, quoted, most] of pattern.matchAll(tokens)) {
    const group = groups.at(-1) ?? { size: 0, last: 0 };
    if (token === '(') {
      groups.push({ size: 0, last: 0 });
    } else if (token === ')' && groups.length > 1) {
      groups.pop();
      addTo(groups.at(-1), group.size + 2);
    } else if (most !== undefined) {
      const added = group.last * (Number(most) - 1);
      group.size += Math.max(0, added);
      group.last += Math.max(0, added);
    } else {
      addTo(group, quoted === undefined ? 1 : quoted.length);
    }
  }
  return groups.reduce((sum, { size }) => sum + size, 0);
}

/** A quotation, an escape, a class, the larger bound of a repetition, or one character. */
const tokens =
  /\\Q([\s\S]*?)(?:\\E|$)|\\[pP]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\{(?:\d+,)?(\d+),?\}|[\s\S]/g;

function addTo(group: { size: number; last: number } | undefined, size: number): void {
  if (group === undefined) return;
  group.size += size;
  group.last = size;
}
