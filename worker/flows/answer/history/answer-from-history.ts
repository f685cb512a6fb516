/** Answers from the known commits and release notes. */

import type { Question } from '../../../core/answers/question.ts';
import { readHistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import type { Services } from '../../services.ts';
import { formatVersionName } from '../../versions/compare-versions.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { PreparedAnswer, SearchedRequest } from '../answer-request.ts';
import { prepareDraft } from '../write/prepare-draft.ts';
import { asksAboutHistory } from './add-history.ts';
import { draftFromHistory, draftFromReleaseNotes, draftFromTimeline } from './draft-from-history.ts';

/** A period between versions concerns the commits of one snapshot, so the versions need not be indexed. */
export async function answerFromTimeline(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer | undefined> {
  const draft = await draftFromTimeline(services, resolved, request.question);
  return draft && prepareDraft(services, resolved, { draft, request });
}

/** Release notes may describe a version that is not indexed. */
export async function answerFromReleaseNotes(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer | undefined> {
  const { question, since, missing } = request;
  if (since !== undefined) return undefined;
  const draft = await draftFromReleaseNotes(services, resolved, question);
  if (draft === undefined) return undefined;
  const source = `\`${missing?.named ?? ''}\` is not indexed. This is what the release notes of ${formatVersionName(resolved.snapshot)} say about it.`;
  return prepareDraft(services, resolved, { draft, request, notes: missing === undefined ? [] : [source] });
}

/**
 * Answers a question about a reason, an author or a time.
 * @returns `unknown` if the version has no known history; undefined if the history does not answer
 */
export async function answerFromHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, question }: { readonly request: SearchedRequest; readonly question: Question },
): Promise<PreparedAnswer | 'unknown' | undefined> {
  const { text } = request.followUp;
  const needsQuote = !asksAboutHistory(question);
  if (needsQuote && !readHistoryQuestion(text).asksForReason) return undefined;
  const draft = await draftFromHistory(services, resolved, { text, find: request.search.find, needsQuote });
  if (draft === undefined || draft === 'unknown') return needsQuote ? undefined : draft;
  return prepareDraft(services, resolved, { draft, request });
}
