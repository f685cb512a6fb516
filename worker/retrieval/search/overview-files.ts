/** Finds the files that describe what the repository is. */

import type { FileRow } from '../../ports/chunk-store.ts';
import { pathDepth } from './match-path.ts';

const readme = /(?:^|\/)readme(?:\.[a-z]+)?$/i;

/**
 * The document that introduces the repository: the one above most of its sources. Without one, the largest of its least nested sources,
 * at most `most`, which their first lines describe.
 */
export function findOverviewFiles(files: readonly FileRow[], most: number): readonly FileRow[] {
  const sources = files.filter((file) => file.role === 'source' && file.lines > 0);
  const readmes = files
    .filter((file) => readme.test(file.path) && file.lines > 0)
    .map((file) => ({ file, over: linesBelow(file.path.slice(0, file.path.lastIndexOf('/') + 1), sources) }));
  const [opening] = readmes.toSorted((a, b) => b.over - a.over || a.file.path.length - b.file.path.length);
  if (opening !== undefined) return [opening.file];
  return sources
    .toSorted((a, b) => pathDepth(a.path) - pathDepth(b.path) || b.lines - a.lines)
    .slice(0, most);
}

function linesBelow(folder: string, sources: readonly FileRow[]): number {
  return sources.reduce((sum, file) => sum + (file.path.startsWith(folder) ? file.lines : 0), 0);
}
