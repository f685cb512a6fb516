/** Finds the files that describe what the repository is. */

import type { FileRow } from '../../ports/chunk-store.ts';
import { pathDepth } from './match-path.ts';

const readme = /(?:^|\/)readme(?:\.[a-z]+)?$/i;

/**
 * Returns the README whose folder contains most of the source lines. Without any README, returns up to `limit` of the least nested sources, largest first,
 * because their first lines describe the repository.
 */
export function findOverviewFiles(files: readonly FileRow[], limit: number): readonly FileRow[] {
  const sources = files.filter((file) => file.role === 'source' && file.lines > 0);
  const readmes = files
    .filter((file) => readme.test(file.path) && file.lines > 0)
    .map((file) => ({
      file,
      sourceLines: countLinesBelow(file.path.slice(0, file.path.lastIndexOf('/') + 1), sources),
    }));
  const [mainReadme] = readmes.toSorted(
    (a, b) => b.sourceLines - a.sourceLines || a.file.path.length - b.file.path.length,
  );
  if (mainReadme !== undefined) return [mainReadme.file];
  return sources
    .toSorted((a, b) => pathDepth(a.path) - pathDepth(b.path) || b.lines - a.lines)
    .slice(0, limit);
}

function countLinesBelow(folder: string, sources: readonly FileRow[]): number {
  return sources.reduce((sum, file) => sum + (file.path.startsWith(folder) ? file.lines : 0), 0);
}
