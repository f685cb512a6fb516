/** Importers of every file that the truth or the server says is imported, by file. */

import { groupBy } from './group-by.ts';
import type { Miss, Score } from './score.ts';
import { eachOf } from './server.ts';
import type { Server } from './server.ts';
import type { ImportTruth, Truth } from './truth.ts';

export async function compareImporters(
  truth: Truth,
  server: Server,
  files: readonly string[],
): Promise<{ readonly scores: readonly Score[]; readonly misses: readonly Miss[] }> {
  const answers = await eachOf(files, (path) => server.graph('importers', { path }));
  const byTarget = groupBy(truth.imports, (one) => one.target);
  const misses: Miss[] = [];
  let [asked, expected, found, told, right] = [0, 0, 0, 0, 0];
  for (const [index, path] of files.entries()) {
    const edges = answers[index]?.edges.filter((edge) => edge.kind === 'imports') ?? [];
    const given = new Map(edges.map((edge) => [edge.path, edge.line]));
    const importers = groupBy(byTarget.get(path) ?? [], (one) => one.path);
    if (given.size > 0 || importers.size > 0) asked += 1;
    for (const [importer, imports] of importers) {
      if (!imports.some((one) => one.required)) continue;
      expected += 1;
      if (given.has(importer)) found += 1;
      else misses.push(missed(path, imports));
    }
    for (const [importer, line] of given) {
      told += 1;
      if (importers.has(importer)) right += 1;
      else misses.push({ part: 'importers', kind: 'wrong', subject: path, path: importer, line, detail: '' });
    }
  }
  return {
    scores: [{ part: 'importers of files', asked, expected, found, told, right, unknown: 0 }],
    misses,
  };
}

function missed(subject: string, imports: readonly ImportTruth[]): Miss {
  const [first] = imports;
  return {
    part: 'importers',
    kind: 'missed',
    subject,
    path: first?.path ?? '',
    line: first?.line ?? 0,
    detail: '',
  };
}

/** Every file the truth speaks of. */
export function filesOf(truth: Truth): readonly string[] {
  const all = [...truth.definitions, ...truth.calls, ...truth.imports].map((one) => one.path);
  return [...new Set([...all, ...truth.imports.map((one) => one.target)])].sort();
}
