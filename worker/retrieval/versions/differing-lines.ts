/** Finds the lines that only one of two texts contains, in linear time. */

interface DifferingLines {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Lines with punctuation only are ignored. */
const hasContent = /[\p{L}\p{N}]/u;

export function findDifferingLines(before: string, after: string): DifferingLines {
  const [oldLines, newLines] = [trimmedLines(before), trimmedLines(after)];
  return { removed: linesMissingFrom(oldLines, newLines), added: linesMissingFrom(newLines, oldLines) };
}

function trimmedLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

/** Returns the surplus occurrences of each line in `lines` over `other`. */
function linesMissingFrom(lines: readonly string[], other: readonly string[]): readonly string[] {
  const remaining = new Map<string, number>();
  for (const line of other) remaining.set(line, (remaining.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = remaining.get(line) ?? 0;
    if (count > 0) remaining.set(line, count - 1);
    return count === 0 && hasContent.test(line);
  });
}
