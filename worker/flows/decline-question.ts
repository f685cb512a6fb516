/** A question the repository holds no answer to: what was searched, what came nearest, said in words and as data. */

import { decline, type DeclinedBy } from '../answering/decline.ts';
import type { AnswerEvent, SearchedFacts } from '../core/answer.ts';
import { filesAt } from '../retrieval/files-at.ts';
import { liveFacts } from './live/live-facts.ts';
import { namesLikeAsked } from './names-like-asked.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';
import type { Services } from './services.ts';

/** Files left out of the index that a refusal names. */
const leftOutShown = 5;

export async function* declineQuestion(
  services: Services,
  resolved: ResolvedSnapshot,
  found: { readonly finding: Finding; readonly empty: readonly string[]; readonly by?: DeclinedBy },
): AsyncGenerator<AnswerEvent> {
  const searched = await searchedFacts(services, resolved, found);
  // What a model read was told before it declined: it may yet cite of it, and what it found no answer in is shown.
  if (found.by === undefined) yield { type: 'sources', evidence: [] };
  yield { type: 'declined', searched };
  yield { type: 'text', delta: decline(searched, found.by) };
}

async function searchedFacts(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, empty }: { readonly finding: Finding; readonly empty: readonly string[] },
): Promise<SearchedFacts> {
  const { counts } = resolved.snapshot;
  const { chunkStore } = services;
  const { paths } = finding.question;
  const [nearest, skippedByReason, leftOut] = await Promise.all([
    namesLikeAsked(services, resolved.key, {
      question: finding.question,
      identifiers: finding.question.identifiers,
      missing: finding.judgement.missing,
    }),
    chunkStore.skippedByReason(resolved.key),
    paths.length === 0 ? [] : chunkStore.leftOut(resolved.key, paths),
  ]);
  const live = liveFacts(resolved);
  return {
    ...(live === undefined ? {} : { live }),
    files: counts.files,
    skipped: counts.skipped,
    chunks: counts.chunks,
    hits: finding.retrieved.spans.length,
    missing: finding.judgement.missing,
    empty,
    leftOut: paths.flatMap((path) => filesAt(leftOut, path)).slice(0, leftOutShown),
    skippedByReason,
    nearest,
  };
}
