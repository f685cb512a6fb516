/**
 * The lines a commit is told of, by file, each stretch once with all that the commit did to it; in the order of the lines. Pure; each
 * stretch is looked at once and sorted among those of its file.
 */
import type { CommitEvidence } from '../../api.ts';
import type { LineRange } from '../code/line-range.ts';

type Origin = CommitEvidence['origins'][number];

export interface ToldStretch {
  readonly range: LineRange;
  readonly reasons: readonly Origin['reason'][];
}

interface ToldFile {
  readonly path: string;
  readonly stretches: readonly ToldStretch[];
}

export function toldLines(origins: readonly Origin[]): readonly ToldFile[] {
  const files = new Map<string, Map<string, { range: LineRange; reasons: Origin['reason'][] }>>();
  for (const { path, startLine, endLine, reason } of origins) {
    const stretches = files.get(path) ?? new Map();
    files.set(path, stretches);
    const key = `${startLine}-${endLine}`;
    const known = stretches.get(key);
    if (known === undefined) stretches.set(key, { range: { startLine, endLine }, reasons: [reason] });
    else if (!known.reasons.includes(reason)) known.reasons.push(reason);
  }
  return [...files].map(([path, stretches]) => ({
    path,
    stretches: [...stretches.values()].sort(
      (a, b) => a.range.startLine - b.range.startLine || a.range.endLine - b.range.endLine,
    ),
  }));
}
