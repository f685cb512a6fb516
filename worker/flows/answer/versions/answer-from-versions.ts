/** Answers a question about another version: what differs from it, or that it is not indexed. */

import { declineVersion } from '../../../answering/compose/decline.ts';
import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { AnswerRequest, PreparedAnswer, SearchedRequest } from '../answer-request.ts';
import { asWritten, prepareDraft } from '../write/prepare-draft.ts';
import { draftFromVersions } from './draft-from-versions.ts';
import type { MissingVersion } from './resolve-question-version.ts';

/** @returns undefined if nothing that the question asks about differs */
export async function answerFromVersions(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, since }: { readonly request: SearchedRequest; readonly since: ResolvedSnapshot },
): Promise<PreparedAnswer | undefined> {
  const draft = await draftFromVersions(services, { from: since, to: resolved }, request.followUp.text);
  return draft && prepareDraft(services, resolved, { draft, request });
}

/** Declines the question instead of answering it from another version. */
export function declineMissingVersion(
  services: Services,
  { repository, snapshot }: ResolvedSnapshot,
  { request, missing }: { readonly request: AnswerRequest; readonly missing: MissingVersion },
): PreparedAnswer {
  async function* parts(): AsyncGenerator<AnswerEvent> {
    const { files, skipped, chunks } = snapshot.counts;
    const nothing = { hits: 0, empty: [], leftOut: [], skippedByReason: {}, nearest: [] };
    yield { type: 'sources', evidence: [] };
    yield {
      type: 'declined',
      searched: { files, skipped, chunks, missing: [missing.named], ...nothing, version: missing.named },
    };
    yield { type: 'text', delta: declineVersion({ ...missing, repository: repository.name }) };
  }
  return {
    ...asWritten(services, request, parts()),
    notes: [],
    class: 'out-of-scope',
    confidence: 'out-of-scope',
    subjects: [],
  };
}
