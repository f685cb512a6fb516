/** Counts skipped files by reason, and filters them. */
import { describeSkipReason, type Coverage } from '../../api.ts';

interface ReasonCount {
  readonly reason: string;
  readonly label: string;
  readonly count: number;
}

/** The reasons that occur, most frequent first. */
export function countReasons(coverage: Pick<Coverage, 'skippedByReason'>): readonly ReasonCount[] {
  return Object.entries(coverage.skippedByReason)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({ reason, label: describeSkipReason(reason), count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** The files skipped for a reason (null: any reason) whose path or detail contains every word of the text. Case is ignored. */
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
