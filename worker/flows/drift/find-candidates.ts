/** Finds files that cited lines may have moved to: by content hash, file name, symbol and rare words. */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { CitedLines } from '../../core/history/drift.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { Services } from '../services.ts';

type CandidateServices = Pick<Services, 'chunkStore' | 'textIndex'>;

export interface DriftSnapshots {
  /** The snapshot that the citations are from; undefined if nothing is known about it any more. */
  readonly older: SnapshotKey | undefined;
  readonly newer: SnapshotKey;
}

export interface Candidates {
  /** The only file with the content of the cited file. */
  readonly sameBytes: string | undefined;
  /** Other files, most likely first. */
  readonly paths: readonly string[];
}

/** Maximum files examined per citation. */
const maxPaths = 6;
/** Maximum citations whose words are searched for. Each citation takes two calls. */
const maxSearched = 30;
/** Maximum terms of a citation that are counted in one query, and maximum rarest terms that are searched for. */
const [maxTerms, maxRarest] = [64, 8];

export async function findCandidates(
  services: CandidateServices,
  { older, newer }: DriftSnapshots,
  lost: readonly CitedLines[],
): Promise<ReadonlyMap<CitedLines, Candidates>> {
  if (lost.length === 0) return new Map();
  const symbols = [...new Set(lost.flatMap(({ symbol }) => symbol ?? []))];
  const [renamed, files, definitions, pathsByRareWords] = await Promise.all([
    services.chunkStore.findFiles(newer, {
      paths: [],
      hashes: [...new Set(lost.map(({ fileHash }) => fileHash))],
    }),
    services.chunkStore.listFiles(newer),
    symbols.length === 0 ? [] : services.chunkStore.findSymbols(newer, symbols),
    Promise.all(
      lost.slice(0, maxSearched).map((citation) => findFilesWithRareWords(services, newer, citation)),
    ),
  ]);
  const byName = groupBy(files, ({ path }) => fileName(path));
  const bySymbol = groupBy(definitions, ({ qualifiedName }) => qualifiedName);
  const found = lost.map((citation, index) => {
    const named = byName.get(fileName(citation.path)) ?? [];
    const defining = citation.symbol === undefined ? [] : (bySymbol.get(citation.symbol) ?? []);
    const paths = [...defining.map(({ path }) => path), ...named.map(({ path }) => path).slice(0, maxPaths)];
    const other = [...new Set([...(pathsByRareWords[index] ?? []), ...paths])].filter(
      (path) => path !== citation.path,
    );
    return { citation, paths: other };
  });
  const isUnchanged = await findUnchangedFiles(services, { older, newer }, [
    ...new Set([...renamed.map(({ path }) => path), ...found.flatMap(({ paths }) => paths)]),
  ]);
  return new Map(
    found.map(({ citation, paths }) => {
      const same = renamed.filter(
        ({ path, hash, lines }) =>
          hash === citation.fileHash &&
          path !== citation.path &&
          citation.endLine <= lines &&
          !isUnchanged(path),
      );
      const sameBytes = same.length === 1 ? same[0]?.path : undefined;
      return [citation, { sameBytes, paths: paths.filter((path) => !isUnchanged(path)).slice(0, maxPaths) }];
    }),
  );
}

/** Finds the paths whose content is the same in both snapshots. Nothing has moved to these files. */
async function findUnchangedFiles(
  { chunkStore }: CandidateServices,
  { older, newer }: DriftSnapshots,
  paths: readonly string[],
): Promise<(path: string) => boolean> {
  if (older === undefined || paths.length === 0) return () => false;
  const [before, after] = await Promise.all(
    [older, newer].map((key) => chunkStore.findFiles(key, { paths, hashes: [] })),
  );
  const hashes = new Map((before ?? []).map(({ path, hash }) => [path, hash]));
  const unchanged = new Set(
    (after ?? []).filter(({ path, hash }) => hashes.get(path) === hash).map(({ path }) => path),
  );
  return (path) => unchanged.has(path);
}

/** Finds the files whose chunks match the rarest words of the lines best. */
async function findFilesWithRareWords(
  { textIndex }: CandidateServices,
  key: SnapshotKey,
  { text }: CitedLines,
): Promise<readonly string[]> {
  const terms = [...new Set(extractTerms(text))].slice(0, maxTerms);
  const occurring = [...(await textIndex.documentFrequencies(key, terms))].filter(([, count]) => count > 0);
  const rarest = occurring.sort(([, a], [, b]) => a - b).slice(0, maxRarest);
  if (rarest.length === 0) return [];
  const hits = await textIndex.search(key, {
    terms: rarest.map(([term]) => term),
    weights: { path: 0, symbols: 1, prose: 1, code: 1 },
    limit: maxPaths,
    paths: undefined,
  });
  return hits.map(({ path }) => path);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function groupBy<Item>(items: readonly Item[], nameOfItem: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOfItem(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
