/** Groups the lines that a commit affected by file and range, and lists for each range what the commit did to it. */
import type { CommitEvidence } from '../../api.ts';
import type { LineRange } from '../code/line-range.ts';

type Origin = CommitEvidence['origins'][number];

export interface AffectedRange {
  readonly range: LineRange;
  readonly reasons: readonly Origin['reason'][];
}

interface AffectedFile {
  readonly path: string;
  readonly ranges: readonly AffectedRange[];
}

export function groupAffectedLines(origins: readonly Origin[]): readonly AffectedFile[] {
  const files = new Map<string, Map<string, { range: LineRange; reasons: Origin['reason'][] }>>();
  for (const { path, startLine, endLine, reason } of origins) {
    const ranges = files.get(path) ?? new Map();
    files.set(path, ranges);
    const key = `${startLine}-${endLine}`;
    const existing = ranges.get(key);
    if (existing === undefined) ranges.set(key, { range: { startLine, endLine }, reasons: [reason] });
    else if (!existing.reasons.includes(reason)) existing.reasons.push(reason);
  }
  return [...files].map(([path, ranges]) => ({
    path,
    ranges: [...ranges.values()].sort(
      (a, b) => a.range.startLine - b.range.startLine || a.range.endLine - b.range.endLine,
    ),
  }));
}
