/** One round of a live look: what is wanted and not here is fetched and indexed beside what is. */

import { AppError } from '../../core/errors.ts';
import type { Question } from '../../core/question.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { TreeFile } from '../../retrieval/live/rank-paths.ts';
import type { LiveTree } from './live-choose.ts';
import { fetchLive } from './live-fetch.ts';
import type { LiveFound } from './live-find.ts';
import { indexLive } from './live-index.ts';
import { countedFiles, liveStep, type LiveStep } from './live-step.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

/** Files of one repository that are kept for questions; past them it is begun anew. */
const mostKept = 120;

export interface Look {
  readonly services: Services;
  readonly viewer: Viewer;
  readonly found: LiveFound;
  readonly question: Question;
}

/** What a question is answered from. */
export interface LiveLook {
  readonly resolved: ResolvedSnapshot;
  /** What could not be done. */
  readonly notes: readonly string[];
}

export interface Round {
  readonly ids: readonly ['fetch' | 'further', 'index' | 'index-further'];
  readonly tree: LiveTree;
  readonly wanted: readonly TreeFile[];
  readonly base: ResolvedSnapshot | undefined;
}

/** @throws AppError what the host throws, and of files that could not be indexed */
export async function* lookAt(
  { services, viewer, found }: Look,
  { ids: [fetching, indexing], tree, wanted, base }: Round,
): AsyncGenerator<LiveStep, LiveLook> {
  const there = base === undefined ? new Set() : await pathsOf(services, base.key);
  const needed = wanted.filter(({ path }) => !there.has(path));
  if (needed.length === 0 && base !== undefined) {
    const detail = `All ${countedFiles(wanted.length)} are here from a question before.`;
    yield liveStep(fetching, 'skipped', { detail });
    return { resolved: base, notes: [] };
  }
  const isFull = there.size + needed.length > mostKept;
  const asked = isFull ? wanted : needed;
  yield liveStep(fetching, 'running', { detail: `Fetching ${countedFiles(asked.length)}.` });
  const { files, missed, why } = await fetchLive(services, found, asked).catch((thrown: unknown) => {
    // What is here already is worth an answer.
    if (base === undefined || !(thrown instanceof AppError)) throw thrown;
    return { files: [], missed: asked.map(({ path }) => path), why: thrown.message };
  });
  const notes =
    why === undefined
      ? []
      : [`${missed.length} of the ${countedFiles(asked.length)} chosen could not be fetched. ${why}`];
  const paths = files.map(({ path }) => path);
  yield liveStep(fetching, 'done', {
    detail: [`${countedFiles(files.length)} fetched.`, ...notes].join(' '),
    paths,
  });
  if (files.length === 0 && base !== undefined) return { resolved: base, notes };
  yield liveStep(indexing, 'running', { detail: 'Reading them as every indexed file is read.' });
  const { repositoryId, id } = await indexLive(services, viewer, found, {
    files,
    base: isFull ? undefined : base?.snapshot,
    ofFiles: tree.ofFiles,
  });
  const resolved = await resolveSnapshot(services, viewer, { id: repositoryId, version: id });
  const { counts } = resolved.snapshot;
  const detail = `${countedFiles(counts.files)} in ${counts.chunks} pieces.`;
  yield liveStep(indexing, 'done', { detail });
  return { resolved, notes };
}

/** Fetched before, those that were left out then among them. */
export async function pathsOf({ chunkStore }: Services, key: SnapshotKey): Promise<ReadonlySet<string>> {
  const [files, { skipped }] = await Promise.all([chunkStore.listContents(key), chunkStore.coverage(key)]);
  return new Set([...files, ...skipped].map(({ path }) => path));
}
