/** Runs one round of a live look: fetches the chosen files that are not stored yet, and indexes them together with the stored ones. */

import { AppError } from '../../core/errors.ts';
import type { Question } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { TreeFile } from '../../retrieval/live/rank-paths.ts';
import type { LiveTree } from './choose-live-files.ts';
import { fetchLiveFiles } from './fetch-live-files.ts';
import type { LiveTarget } from './resolve-live-source.ts';
import { indexLiveFiles } from './index-live-files.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';
import { countOf } from '../../core/text/count-of.ts';

/** Maximum files stored per live repository. A round that exceeds this starts a new snapshot. */
const maxStoredFiles = 120;

export interface Look {
  readonly services: Services;
  readonly viewer: Viewer;
  readonly target: LiveTarget;
  readonly question: Question;
}

/** The snapshot that answers the question. */
export interface LiveLook {
  readonly resolved: ResolvedSnapshot;
  /** Problems to report with the answer. */
  readonly notes: readonly string[];
}

export interface Round {
  readonly ids: readonly ['fetch' | 'further', 'index' | 'index-further'];
  readonly tree: LiveTree;
  readonly requested: readonly TreeFile[];
  readonly base: ResolvedSnapshot | undefined;
}

/** @throws what the host and `indexLiveFiles` throw */
export async function* runRound(
  { services, viewer, target }: Look,
  { ids: [fetchId, indexId], tree, requested, base }: Round,
): AsyncGenerator<LiveStep, LiveLook> {
  const stored = base === undefined ? new Set() : await storedPaths(services, base.key);
  const needed = requested.filter(({ path }) => !stored.has(path));
  if (needed.length === 0 && base !== undefined) {
    const detail = `All ${countOf(requested.length, 'file')} are stored from an earlier question.`;
    yield liveStep(fetchId, 'skipped', { detail });
    return { resolved: base, notes: [] };
  }
  const isFull = stored.size + needed.length > maxStoredFiles;
  const toFetch = isFull ? requested : needed;
  yield liveStep(fetchId, 'running', { detail: `Fetching ${countOf(toFetch.length, 'file')}.` });
  const { files, missing, why } = await fetchLiveFiles(services, target, toFetch).catch((thrown: unknown) => {
    // Without new files, the stored files can still answer.
    if (base === undefined || !(thrown instanceof AppError)) throw thrown;
    return { files: [], missing: toFetch.map(({ path }) => path), why: thrown.message };
  });
  const notes =
    why === undefined
      ? []
      : [`${missing.length} of the ${countOf(toFetch.length, 'file')} chosen could not be fetched. ${why}`];
  const paths = files.map(({ path }) => path);
  yield liveStep(fetchId, 'done', {
    detail: [`${countOf(files.length, 'file')} fetched.`, ...notes].join(' '),
    paths,
  });
  if (files.length === 0 && base !== undefined) return { resolved: base, notes };
  yield liveStep(indexId, 'running', { detail: 'Indexing the fetched files.' });
  const { repositoryId, id } = await indexLiveFiles(services, viewer, target, {
    files,
    base: isFull ? undefined : base?.snapshot,
    totalFiles: tree.totalFiles,
  });
  const resolved = await resolveSnapshot(services, viewer, { id: repositoryId, version: id });
  const { counts } = resolved.snapshot;
  const detail = `${countOf(counts.files, 'file')} in ${counts.chunks} chunks.`;
  yield liveStep(indexId, 'done', { detail });
  return { resolved, notes };
}

/** Reads all paths fetched before, including those that indexing skipped. */
export async function storedPaths({ chunkStore }: Services, key: SnapshotKey): Promise<ReadonlySet<string>> {
  const [files, { skipped }] = await Promise.all([chunkStore.listContents(key), chunkStore.coverage(key)]);
  return new Set([...files, ...skipped].map(({ path }) => path));
}

/** A progress event of a live question. */
export interface LiveStep {
  readonly id: 'tree' | 'search' | 'fetch' | 'index' | 'judge' | 'further' | 'index-further';
  readonly state: 'running' | 'done' | 'skipped';
  /** What the step does, or its result. */
  readonly detail: string;
  /** The fetched files; empty for any other step. */
  readonly paths: readonly string[];
}

export function liveStep(
  id: LiveStep['id'],
  state: LiveStep['state'],
  { detail, paths = [] }: { readonly detail: string; readonly paths?: readonly string[] },
): LiveStep {
  return { id, state, detail, paths };
}
