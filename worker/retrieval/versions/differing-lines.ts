/** Finds the lines that only one of two texts contains, in linear time. */

interface DifferingLines {
  readonly gone: readonly string[];
  readonly fresh: readonly string[];
}

/** Lines of nothing but marks say nothing by themselves. */
const saysSomething = /[\p{L}\p{N}]/u;

export function findDifferingLines(before: string, after: string): DifferingLines {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  return { gone: notIn(old, fresh), fresh: notIn(fresh, old) };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

/** As often as it stands there more. */
function notIn(lines: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const times = left.get(line) ?? 0;
    if (times > 0) left.set(line, times - 1);
    return times === 0 && saysSomething.test(line);
  });
}
