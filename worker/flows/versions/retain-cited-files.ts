/**
 * Keeps the citations of conversations readable. An answer records the files that it cites; when an uploaded snapshot is removed, its cited
 * files are copied first. The host retains the files of a hosted repository, and a web page has its own address, so neither is copied.
 */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import type { ConversationKey } from '../../core/answers/conversation.ts';
import { isSpanEvidence } from '../../core/answers/evidence.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import { maskText } from '../../core/text/mask-text.ts';
import type { HiddenSnapshotRecord } from '../../ports/catalog.ts';
import type { CitedPath } from '../../ports/conversations.ts';
import type { Services } from '../services.ts';

/** Records the files that an answer cites: those of its claims first, then those of its other sources. */
export async function recordCitedFiles(
  { citedFiles }: Pick<Services, 'citedFiles'>,
  { source, shard }: Pick<Repository, 'source' | 'shard'>,
  { repositoryId, viewer, id }: ConversationKey,
  events: readonly AnswerEvent[],
): Promise<void> {
  if (source.kind !== 'upload') return;
  const files = listCitedFiles(events);
  if (files.length > 0) await citedFiles.record(shard, { repositoryId, viewer: viewer.id, id }, files);
}

function listCitedFiles(events: readonly AnswerEvent[]): readonly CitedPath[] {
  const cited = new Set(events.flatMap((event) => (event.type === 'claim' ? event.claim.citations : [])));
  const spans = (events.findLast((event) => event.type === 'sources')?.evidence ?? [])
    .filter((evidence) => isSpanEvidence(evidence))
    .toSorted((a, b) => Number(cited.has(b.id)) - Number(cited.has(a.id)));
  const files = new Map<string, CitedPath>();
  for (const { path, url } of spans) {
    // An answer about two versions cites both, so the link says which snapshot the lines are from.
    const snapshot = /[?&]version=([^&#]+)/.exec(url)?.[1];
    if (snapshot !== undefined)
      files.set(`${snapshot} ${path}`, { snapshot: decodeURIComponent(snapshot), path });
  }
  return [...files.values()];
}

/** Files copied in one round of reads and writes. */
const filesAtOnce = 20;

/** Copies the cited files of a snapshot that is about to be emptied. Safe to repeat. */
export async function retainCitedFiles(
  { citedFiles, chunkStore }: Pick<Services, 'citedFiles' | 'chunkStore'>,
  snapshot: HiddenSnapshotRecord,
): Promise<void> {
  if (snapshot.source.kind !== 'upload' || snapshot.generation === 0) return;
  const { shard, number, generation, commit, createdAt: indexedAt, removedAt } = snapshot;
  const key = { shard, snapshot: number, generation };
  const paths = await citedFiles.listUnretained(shard, snapshot.id);
  for (let start = 0; start < paths.length; start += filesAtOnce) {
    const files = await chunkStore.readFiles(key, paths.slice(start, start + filesAtOnce));
    const retained = files.map(({ path, hash, language, encoding, lines, text, masks }) => ({
      path,
      commit,
      hash,
      language,
      encoding,
      lines,
      text: maskText(text, masks),
      masked: masks.map(({ line, rule }) => ({ line, rule })),
      indexedAt,
      removedAt,
    }));
    const encoder = new TextEncoder();
    const small = retained.filter(({ text }) => encoder.encode(text).byteLength <= citedFiles.maxBytes);
    await citedFiles.retain(shard, snapshot, small);
  }
}
