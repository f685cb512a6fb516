/**
 * What has become of citations in a newer state. A file that holds the same bytes is not read; one that changed is read once for all
 * that was cited of it; and for lines that have left their file, few others are: a file of the same bytes, of the same name, that
 * defines the same symbol, or that holds the rarest words of the lines.
 */

import type { CitedLines, Drift } from '../../core/drift.ts';
import { maskText } from '../../core/mask-text.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import { createDriftBudget, type DriftBudget } from '../../retrieval/drift/drift-budget.ts';
import { locateLines, stayedWhole, type OpenFile } from '../../retrieval/drift/locate-lines.ts';
import { openLines } from '../../retrieval/drift/open-lines.ts';
import { findCandidates, type Candidates } from './drift-candidates.ts';
import type { Services } from '../services.ts';

type Needed = Pick<Services, 'chunkStore' | 'textIndex'>;

export interface States {
  /** Undefined where nothing is known of it any more. */
  readonly was: SnapshotKey | undefined;
  readonly now: SnapshotKey;
}

/** Files held open at once, whole; a file is a few megabytes at most. */
const filesAtOnce = 8;
/** Files read for one request; citations of further ones are not told of. */
const maxFiles = 300;
/** Other files that lines are looked for in, of one request; what is lost after that is looked for in its own alone. */
const maxOthers = 100;

/** One a citation, in their order; undefined of those it took too much to tell of. */
export async function locateCitations(
  services: Needed,
  states: States,
  cited: readonly CitedLines[],
  budget: DriftBudget = createDriftBudget(),
): Promise<readonly (Drift | undefined)[]> {
  const told = new Map<CitedLines, Drift>();
  const held = await services.chunkStore.filesHolding(states.now, {
    paths: unique(cited.map(({ path }) => path)),
    hashes: [],
  });
  const files = new Map(held.map((file) => [file.path, file]));
  for (const one of cited) {
    const file = files.get(one.path);
    // Lines past its end are nobody's: their text is looked for.
    if (file?.hash === one.fileHash && one.endLine <= file.lines)
      told.set(one, { state: 'same', place: placeOf(one), share: 1 });
  }
  const changed = cited.filter((one) => !told.has(one));
  const paths = unique(changed.map(({ path }) => path)).slice(0, maxFiles);
  const within = new Set(paths);
  const lost: CitedLines[] = [];
  for await (const own of openInTurn(services, states.now, { paths, budget })) {
    for (const one of changed.filter(({ path }) => path === own.path)) {
      const { found, isKnown } = withinBudget(budget, () => stayedWhole(one, own));
      if (isKnown && found === undefined) lost.push(one);
      if (isKnown && found !== undefined) told.set(one, found);
    }
  }
  lost.push(...changed.filter(({ path }) => within.has(path) && !files.has(path)));
  await followLost(services, states, { lost, told, budget });
  return cited.map((one) => told.get(one));
}

/** @returns `isKnown` false where the budget was not enough: what was found then is found by chance. */
function withinBudget<Found>(
  { refused }: DriftBudget,
  find: () => Found,
): { readonly found: Found; readonly isKnown: boolean } {
  const before = refused();
  const found = find();
  return { found, isKnown: refused() === before };
}

interface Lost {
  readonly lost: readonly CitedLines[];
  readonly told: Map<CitedLines, Drift>;
  readonly budget: DriftBudget;
}

/** Those that are not whole in their own file any more. */
async function followLost(
  services: Needed,
  { was, now }: States,
  { lost, told, budget }: Lost,
): Promise<void> {
  const candidates = await findCandidates(services, { was, now }, lost);
  const open = keepOpen(services, now, budget);
  let others = 0;
  for (const one of lost) {
    const { sameBytes, paths }: Candidates = candidates.get(one) ?? { sameBytes: undefined, paths: [] };
    if (sameBytes !== undefined) {
      told.set(one, { state: 'moved', place: { ...placeOf(one), path: sameBytes }, share: 1 });
      continue;
    }
    const looked = others < maxOthers ? paths : [];
    others += looked.length;
    const files = await open([one.path, ...looked]);
    const own = files.find(({ path }) => path === one.path);
    const rest = files.filter((file) => file !== own);
    const located = withinBudget(budget, () => locateLines(one, own, rest));
    if (located.isKnown) told.set(one, located.found);
  }
}

/** Each file by itself, a few read at a time. */
async function* openInTurn(
  services: Needed,
  key: SnapshotKey,
  { paths, budget }: { readonly paths: readonly string[]; readonly budget: DriftBudget },
): AsyncGenerator<OpenFile> {
  for (let at = 0; at < paths.length; at += filesAtOnce)
    for (const file of await services.chunkStore.readFiles(key, paths.slice(at, at + filesAtOnce)))
      yield { path: file.path, lines: openLines(maskText(file.text, file.masks), budget) };
}

/** Files that stay open until others take their place; those that are not there are left out. */
function keepOpen(
  services: Needed,
  key: SnapshotKey,
  budget: DriftBudget,
): (paths: readonly string[]) => Promise<readonly OpenFile[]> {
  let kept = new Map<string, OpenFile>();
  return async (paths) => {
    const missing = paths.filter((path) => !kept.has(path));
    if (kept.size + missing.length > 2 * filesAtOnce)
      kept = new Map([...kept].filter(([path]) => paths.includes(path)));
    for await (const file of openInTurn(services, key, { paths: missing, budget })) kept.set(file.path, file);
    return paths.map((path) => kept.get(path)).filter((file) => file !== undefined);
  };
}

function placeOf({ path, startLine, endLine }: CitedLines) {
  return { path, startLine, endLine };
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
