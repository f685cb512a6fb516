/** What was left out of an index, by reason: counts to choose from, and the paths a person looks for. Pure. */
import { reasonInWords, type Coverage } from '../../api.ts';

interface ReasonCount {
  readonly reason: string;
  readonly label: string;
  readonly count: number;
}

/** The reasons that occur, most frequent first. */
export function reasonCounts(coverage: Pick<Coverage, 'skippedByReason'>): readonly ReasonCount[] {
  return Object.entries(coverage.skippedByReason)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({ reason, label: reasonInWords(reason), count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** The files left out for this reason (any when null) whose path or detail has every word, in any case. */
export function filterSkipped(
  skipped: Coverage['skipped'],
  filter: { readonly reason: string | null; readonly text: string },
): Coverage['skipped'] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return skipped.filter((file) => {
    if (filter.reason !== null && file.reason !== filter.reason) return false;
    const text = `${file.path} ${file.detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
