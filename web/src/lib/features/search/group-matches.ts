/**
 * Groups matching lines for display: by file, and within a file in runs of adjacent lines that include the context. Matches whose
 * contexts touch share one run, and each line appears once.
 */
import type { GrepResponse } from '../../api.ts';

type GrepMatch = GrepResponse['matches'][number];

export interface GrepLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** The matching parts; null for a context line. */
  readonly ranges: GrepMatch['ranges'] | null;
}

interface FileMatches {
  readonly path: string;
  readonly language: string;
  readonly matchCount: number;
  readonly runs: readonly (readonly GrepLine[])[];
}

export function groupMatches(matches: readonly GrepMatch[]): readonly FileMatches[] {
  const byFile = new Map<string, GrepMatch[]>();
  for (const match of matches) {
    const fileMatches = byFile.get(match.path);
    if (fileMatches === undefined) byFile.set(match.path, [match]);
    else fileMatches.push(match);
  }
  return [...byFile].map(([path, fileMatches]) => ({
    path,
    language: fileMatches[0]?.language ?? 'text',
    matchCount: fileMatches.length,
    runs: toRuns(fileMatches),
  }));
}

function toRuns(matches: readonly GrepMatch[]): readonly (readonly GrepLine[])[] {
  const lines = new Map<number, GrepLine>();
  for (const match of matches) {
    const { line, before = [], after = [] } = match;
    for (const [index, text] of [...before, match.text, ...after].entries()) {
      const number = line - before.length + index;
      if (number === line) lines.set(number, { line, text, ranges: match.ranges });
      else if (!lines.has(number)) lines.set(number, { line: number, text, ranges: null });
    }
  }
  const runs: GrepLine[][] = [];
  for (const line of [...lines.values()].sort((a, b) => a.line - b.line)) {
    const last = runs.at(-1);
    if (last?.at(-1)?.line === line.line - 1) last.push(line);
    else runs.push([line]);
  }
  return runs;
}
