/**
 * Locates cited lines in a newer snapshot. Unchanged files are not read, and a changed file is read once for all its citations. Lines
 * that left their file are searched for in a few others: with the same content, the same name, the same symbol, or the lines' rarest
 * words.
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

/** Files in memory at once; a file has a few megabytes at most. */
const filesAtOnce = 8;
/** Files read per request; citations of further files are not checked. */
const maxFiles = 300;
/** Other files searched per request; beyond that, lines are searched for only in their own file. */
const maxOtherFiles = 100;

/** One result per citation, in order; undefined when the budget did not allow a check. */
export async function locateCitations(
  services: DriftServices,
  states: DriftSnapshots,
  cited: readonly CitedLines[],
  budget: DriftBudget = createDriftBudget(),
): Promise<readonly (Drift | undefined)[]> {
  const located = new Map<CitedLines, Drift>();
  const present = await services.chunkStore.findFiles(states.now, {
    paths: unique(cited.map(({ path }) => path)),
    hashes: [],
  });
  const files = new Map(present.map((file) => [file.path, file]));
  for (const one of cited) {
    const file = files.get(one.path);
    // Lines past the end of the file cannot match, so their text is searched for.
    if (file?.hash === one.fileHash && one.endLine <= file.lines)
      located.set(one, { state: 'same', place: toPlace(one), share: 1 });
  }
  const changed = cited.filter((one) => !located.has(one));
  const paths = unique(changed.map(({ path }) => path)).slice(0, maxFiles);
  const within = new Set(paths);
  const lost: CitedLines[] = [];
  for await (const own of openFiles(services, states.now, { paths, budget })) {
    for (const one of changed.filter(({ path }) => path === own.path)) {
      const { found, isKnown } = tryWithBudget(budget, () => locateUnchanged(one, own));
      if (isKnown && found === undefined) lost.push(one);
      if (isKnown && found !== undefined) located.set(one, found);
    }
  }
  lost.push(...changed.filter(({ path }) => within.has(path) && !files.has(path)));
  await locateLost(services, states, { lost, located, budget });
  return cited.map((one) => located.get(one));
}

/** @returns `isKnown` false when the budget was exceeded: then the result is not reliable */
function tryWithBudget<Found>(
  { refused }: DriftBudget,
  find: () => Found,
): { readonly found: Found; readonly isKnown: boolean } {
  const before = refused();
  const found = find();
  return { found, isKnown: refused() === before };
}

interface LostCitations {
  readonly lost: readonly CitedLines[];
  readonly located: Map<CitedLines, Drift>;
  readonly budget: DriftBudget;
}

/** Locates lines that are no longer complete in their own file. */
async function locateLost(
  services: DriftServices,
  { was, now }: DriftSnapshots,
  { lost, located, budget }: LostCitations,
): Promise<void> {
  const candidates = await findCandidates(services, { was, now }, lost);
  const open = createFileCache(services, now, budget);
  let others = 0;
  for (const one of lost) {
    const { sameBytes, paths }: Candidates = candidates.get(one) ?? { sameBytes: undefined, paths: [] };
    if (sameBytes !== undefined) {
      located.set(one, { state: 'moved', place: { ...toPlace(one), path: sameBytes }, share: 1 });
      continue;
    }
    const searched = others < maxOtherFiles ? paths : [];
    others += searched.length;
    const files = await open([one.path, ...searched]);
    const own = files.find(({ path }) => path === one.path);
    const rest = files.filter((file) => file !== own);
    const attempt = tryWithBudget(budget, () => locateLines(one, own, rest));
    if (attempt.isKnown) located.set(one, attempt.found);
  }
}

/** Yields each file by itself; reads a few at a time. */
async function* openFiles(
  services: DriftServices,
  key: SnapshotKey,
  { paths, budget }: { readonly paths: readonly string[]; readonly budget: DriftBudget },
): AsyncGenerator<OpenFile> {
  for (let at = 0; at < paths.length; at += filesAtOnce)
    for (const file of await services.chunkStore.readFiles(key, paths.slice(at, at + filesAtOnce)))
      yield { path: file.path, lines: openLines(maskText(file.text, file.masks), budget) };
}

/** Caches files until others replace them; missing files are skipped. */
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

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
