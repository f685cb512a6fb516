/**
 * Locates cited lines in a newer snapshot. Unchanged files are not read, and a changed file is read once for all its citations. Lines
 * that are gone from their file are searched for in a few other files: those with the same content, file name, symbol or rare words.
 */

import type { CitedLines, Drift } from '../../core/history/drift.ts';
import { maskText } from '../../core/text/mask-text.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { createDriftBudget, type DriftBudget } from '../../retrieval/drift/drift-budget.ts';
import { locateLines, locateUnchanged, type OpenFile } from '../../retrieval/drift/locate-lines.ts';
import { openLines } from '../../retrieval/drift/open-lines.ts';
import { findCandidates, type Candidates, type DriftSnapshots } from './find-candidates.ts';
import type { Services } from '../services.ts';

type DriftServices = Pick<Services, 'chunkStore' | 'textIndex'>;

/** Files in memory at the same time. A file has a few megabytes at most. */
const filesAtOnce = 8;
/** Maximum files read per request. Citations of other files are not checked. */
const maxFiles = 300;
/** Maximum other files searched per request. After that, lines are searched for only in their own file. */
const maxOtherFiles = 100;

/** Returns one result per citation, in order; undefined if the budget did not allow a check. */
export async function locateCitations(
  services: DriftServices,
  snapshots: DriftSnapshots,
  cited: readonly CitedLines[],
  budget: DriftBudget = createDriftBudget(),
): Promise<readonly (Drift | undefined)[]> {
  const located = new Map<CitedLines, Drift>();
  const present = await services.chunkStore.findFiles(snapshots.newer, {
    paths: [...new Set(cited.map(({ path }) => path))],
    hashes: [],
  });
  const files = new Map(present.map((file) => [file.path, file]));
  for (const citation of cited) {
    const file = files.get(citation.path);
    // Lines past the end of the file cannot match, so their text is searched for.
    if (file?.hash === citation.fileHash && citation.endLine <= file.lines)
      located.set(citation, { state: 'same', position: toPlace(citation), remainingFraction: 1 });
  }
  const changed = cited.filter((citation) => !located.has(citation));
  const paths = [...new Set(changed.map(({ path }) => path))].slice(0, maxFiles);
  const checkedPaths = new Set(paths);
  const lost: CitedLines[] = [];
  for await (const ownFile of openFiles(services, snapshots.newer, { paths, budget })) {
    for (const citation of changed.filter(({ path }) => path === ownFile.path)) {
      const { found, isKnown } = tryWithBudget(budget, () => locateUnchanged(citation, ownFile));
      if (isKnown && found === undefined) lost.push(citation);
      if (isKnown && found !== undefined) located.set(citation, found);
    }
  }
  lost.push(...changed.filter(({ path }) => checkedPaths.has(path) && !files.has(path)));
  await locateLost(services, snapshots, { lost, located, budget });
  return cited.map((citation) => located.get(citation));
}

/** @returns `isKnown` is false if the budget was exceeded, so that the result is not reliable */
function tryWithBudget<Value>(
  { refusedCount: refused }: DriftBudget,
  find: () => Value,
): { readonly found: Value; readonly isKnown: boolean } {
  const before = refused();
  const found = find();
  return { found, isKnown: refused() === before };
}

interface LostCitations {
  readonly lost: readonly CitedLines[];
  readonly located: Map<CitedLines, Drift>;
  readonly budget: DriftBudget;
}

/** Locates lines that are no longer unchanged in their own file. */
async function locateLost(
  services: DriftServices,
  { older, newer }: DriftSnapshots,
  { lost, located, budget }: LostCitations,
): Promise<void> {
  const candidates = await findCandidates(services, { older, newer }, lost);
  const open = createFileCache(services, newer, budget);
  let searchedFiles = 0;
  for (const citation of lost) {
    const { sameBytes, paths }: Candidates = candidates.get(citation) ?? { sameBytes: undefined, paths: [] };
    if (sameBytes !== undefined) {
      located.set(citation, {
        state: 'moved',
        position: { ...toPlace(citation), path: sameBytes },
        remainingFraction: 1,
      });
      continue;
    }
    const searched = searchedFiles < maxOtherFiles ? paths : [];
    searchedFiles += searched.length;
    const files = await open([citation.path, ...searched]);
    const ownFile = files.find(({ path }) => path === citation.path);
    const rest = files.filter((file) => file !== ownFile);
    const attempt = tryWithBudget(budget, () => locateLines(citation, ownFile, rest));
    if (attempt.isKnown) located.set(citation, attempt.found);
  }
}

/** Yields one file after another. Reads a few files at a time. */
async function* openFiles(
  services: DriftServices,
  key: SnapshotKey,
  { paths, budget }: { readonly paths: readonly string[]; readonly budget: DriftBudget },
): AsyncGenerator<OpenFile> {
  for (let index = 0; index < paths.length; index += filesAtOnce)
    for (const file of await services.chunkStore.readFiles(key, paths.slice(index, index + filesAtOnce)))
      yield { path: file.path, lines: openLines(maskText(file.text, file.masks), budget) };
}

/** Caches files until other files replace them. Missing files are skipped. */
function createFileCache(
  services: DriftServices,
  key: SnapshotKey,
  budget: DriftBudget,
): (paths: readonly string[]) => Promise<readonly OpenFile[]> {
  let cached = new Map<string, OpenFile>();
  return async (paths) => {
    const missing = paths.filter((path) => !cached.has(path));
    if (cached.size + missing.length > 2 * filesAtOnce)
      cached = new Map([...cached].filter(([path]) => paths.includes(path)));
    for await (const file of openFiles(services, key, { paths: missing, budget }))
      cached.set(file.path, file);
    return paths.map((path) => cached.get(path)).filter((file) => file !== undefined);
  };
}

function toPlace({ path, startLine, endLine }: CitedLines) {
  return { path, startLine, endLine };
}
