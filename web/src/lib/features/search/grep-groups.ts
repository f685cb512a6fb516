/**
 * Lines that match as they are shown: by file, in runs of neighbouring lines with what stands around them. Matches whose
 * surroundings touch share one run; a line is shown once, as a match when it is one.
 */
import type { GrepResponse } from '../../api.ts';

type GrepMatch = GrepResponse['matches'][number];

export interface GrepLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** What matched; null for a line around a match. */
  readonly ranges: GrepMatch['ranges'] | null;
}

interface GrepGroup {
  readonly path: string;
  readonly language: string;
  readonly matches: number;
  readonly runs: readonly (readonly GrepLine[])[];
}

export function grepGroups(matches: readonly GrepMatch[]): readonly GrepGroup[] {
  const byFile = new Map<string, GrepMatch[]>();
  for (const match of matches) {
    const ofFile = byFile.get(match.path);
    if (ofFile === undefined) byFile.set(match.path, [match]);
    else ofFile.push(match);
  }
  return [...byFile].map(([path, ofFile]) => ({
    path,
    language: ofFile[0]?.language ?? 'text',
    matches: ofFile.length,
    runs: runsOf(ofFile),
  }));
}

function runsOf(matches: readonly GrepMatch[]): readonly (readonly GrepLine[])[] {
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
