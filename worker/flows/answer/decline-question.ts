/** Declines a question that the repository does not answer. States what was searched and the closest matches, in words and as data. */

import { decline, type DeclinedBy } from '../../answering/compose/decline.ts';
import type { AnswerEvent, SearchedFacts } from '../../core/answers/answer.ts';
import { matchFiles } from '../../retrieval/search/match-path.ts';
import { liveFacts } from '../live/live-facts.ts';
import type { Finding } from '../search/find-spans/finding.ts';
import { suggestDefinitions } from '../search/find-spans/unknown-names.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Maximum number of skipped files that the answer lists. */
const maxSkippedFiles = 5;

export async function* declineQuestion(
  services: Services,
  resolved: ResolvedSnapshot,
  input: { readonly finding: Finding; readonly empty: readonly string[]; readonly by?: DeclinedBy },
): AsyncGenerator<AnswerEvent> {
  const searched = await searchedFacts(services, resolved, input);
  // A model's sources were sent before it declined. They stay, since its text may still cite them.
  if (input.by === undefined) yield { type: 'sources', evidence: [] };
  yield { type: 'declined', searched };
  yield { type: 'text', delta: decline(searched, input.by) };
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
    suggestDefinitions(services, resolved.key, {
      question: finding.question,
      identifiers: finding.question.identifiers,
      missing: finding.assessment.missing,
    }),
    chunkStore.skippedByReason(resolved.key),
    paths.length === 0 ? [] : chunkStore.findSkipped(resolved.key, paths),
  ]);
  const live = liveFacts(resolved);
  return {
    ...(live === undefined ? {} : { live }),
    files: counts.files,
    skipped: counts.skipped,
    chunks: counts.chunks,
    hits: finding.retrieved.spans.length,
    missing: finding.assessment.missing,
    empty,
    leftOut: paths.flatMap((path) => matchFiles(leftOut, path)).slice(0, maxSkippedFiles),
    skippedByReason,
    nearest,
  };
}
