/** Retrieves spans for search and answers: reads the question, ranks spans, reads them, and assesses whether they contain an answer. */

import type { Question } from '../../../core/answers/question.ts';
import { resolvePlaceName, mentionsPlace } from '../../../retrieval/question/bind-places.ts';
import { definitionCertainty } from '../../../retrieval/search/find-definitions.ts';
import { deduplicateSpans, type DeduplicatedSpan } from '../../../retrieval/ranking/deduplicate-spans.ts';
import { splitQuestion } from '../../../retrieval/question/split-question.ts';
import type { RankedSpan } from '../../../retrieval/ranking/rank-spans.ts';
import { detectLanguages } from '../../../retrieval/question/detect-languages.ts';
import { candidateLimit, type RetrievalScope } from '../../../retrieval/search/retrieve-spans.ts';
import { readTermStatistics } from '../../../retrieval/search/search-terms.ts';
import { findTypoCorrections, applyCorrections } from '../../../retrieval/search/correct-typos.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { canonicalKind, filterByKind } from '../filter-by-kind.ts';
import { createRetrievalScope } from '../search-filters.ts';
import { assessByCode, assessFinding } from './assess-finding.ts';
import type { Finding, RetrievalRequest } from './finding.ts';
import { coverParts, mergeFindings } from './merge-findings.ts';
import { modalityNotes } from './modality-notes.ts';
import { readBestSpans, readRelatedSpans } from './read-found-spans.ts';
import { readQuestionInRepository } from './read-question-in-repository.ts';
import { rankSpans, type RetrievalInput } from './rank-question-spans.ts';
import { retrievePlanned } from './retrieve-planned.ts';

/** Minimum certainty that the question refers to a definition. */
const minDefinitionCertainty = 0.6;

export async function retrieve(
  services: Services,
  resolved: ResolvedSnapshot,
  request: RetrievalRequest,
): Promise<Finding> {
  const { filters, help, planning, modalityQuery } = request;
  const read = { ...request, filters: { ...filters, kinds: filters.kinds.map(canonicalKind) } };
  const search = (part: RetrievalRequest): Promise<Finding> =>
    retrieveWithCorrectedSpelling(services, resolved, part);
  const finding =
    help === undefined || planning === undefined || modalityQuery !== undefined
      ? await search(read)
      : await retrievePlanned(services, resolved, { planning, help, request: read }, search);
  const isLive = resolved.repository.source.kind === 'live';
  const subject = isLive ? 'The files that were read contain' : 'The repository contains';
  const unanswered = finding.declined.map((part) => `${subject} no answer to “${part}”.`);
  return { ...finding, notes: [...modalityNotes(services, request), ...unanswered, ...finding.notes] };
}

/** Replaces unknown words with similar known words. The confidence is high only if it was high without the replacement. */
async function retrieveWithCorrectedSpelling(
  services: Services,
  resolved: ResolvedSnapshot,
  request: RetrievalRequest,
): Promise<Finding> {
  const finding = await retrieveParts(services, resolved, request);
  const { question, assessment, retrieved } = finding;
  if (question.class === 'too-broad') return finding;
  const similar = await findTypoCorrections(services.textIndex, resolved.key, {
    question,
    frequencies: retrieved.frequencies,
  });
  if (similar.length === 0) return finding;
  const text = applyCorrections(request.text, similar);
  // The second search does not wait again for an embedder that did not answer.
  const available = retrieved.note === undefined ? services : { ...services, dense: undefined };
  const corrected = await retrieveParts(available, resolved, { ...request, text });
  if (corrected.assessment.confidence === 'out-of-scope') return finding;
  const wasEnough = assessment.confidence === 'high' && finding.declined.length === 0;
  const confidence = wasEnough ? corrected.assessment.confidence : 'low';
  const notes = [...new Set([...finding.notes, ...corrected.notes])];
  return { ...corrected, assessment: { ...corrected.assessment, confidence }, readAs: text, notes };
}

/** Splits a question that asks several things, and retrieves and assesses each part separately. */
async function retrieveParts(
  services: Services,
  resolved: ResolvedSnapshot,
  request: RetrievalRequest,
): Promise<Finding> {
  const planned = request.modalityQuery === undefined ? splitQuestion(request.text) : [];
  if (planned.length === 0) return retrieveOne(services, resolved, request);
  const tree = planned.some(mentionsPlace) ? await services.chunkStore.listFiles(resolved.key) : [];
  const subQueries = planned.map((part) => resolvePlaceName(part, tree));
  // Definitions are ranked for the whole question, as those that it is fitted to.
  const part = { ...request, ranksDefinitions: false };
  const [{ question, files }, whole, parts] = await Promise.all([
    readQuestionInRepository(services.chunkStore, resolved.key, request.text),
    request.ranksDefinitions === true
      ? retrieveOne(services, resolved, { ...request, expandsGraph: false })
      : undefined,
    Promise.all(subQueries.map((text) => retrieveOne(services, resolved, { ...part, text }))),
  ]);
  const terms = await readTermStatistics(services.textIndex, resolved.key, question.terms);
  const merged = mergeFindings({ question, files, terms }, parts);
  // Results for a declined part would answer another question.
  const definitions = merged.declined.length > 0 ? [] : coverParts(whole?.definitions ?? [], parts);
  return { ...merged, definitions };
}

async function retrieveOne(
  services: Services,
  resolved: ResolvedSnapshot,
  request: RetrievalRequest,
): Promise<Finding> {
  const { key } = resolved;
  const { question: originalQuestion, files } = await readQuestionInRepository(
    services.chunkStore,
    key,
    request.text,
  );
  const question = withRequestedKinds(originalQuestion, request.filters.kinds);
  const scope = await createRetrievalScope(services, resolved, request.filters, files);
  const read = { question, files, request };
  const { retrieved, definitionSpans, notes } = await rankSpans(services, scope, read);
  const deduplicate = async (spans: readonly RankedSpan[]): Promise<readonly DeduplicatedSpan[]> =>
    deduplicateSpans(
      await filterByKind(services, key, spans, request.filters.kinds),
      detectLanguages(request.text),
    );
  const ranked = await deduplicate(retrieved.spans);
  const further = await findFurtherSpans(services, scope, read, { found: retrieved.spans, ranked });
  // The graph query runs in parallel. Declined questions do not use its result, but they are few.
  const [{ spans, assessed }, furtherBest, graphSpans] = await Promise.all([
    readBestSpans(services, key, ranked, request.count),
    further.length === 0
      ? undefined
      : readBestSpans(services, key, await deduplicate(further), request.count),
    request.expandsGraph === true
      ? readRelatedSpans(services, scope, { question, ranked, kinds: request.filters.kinds })
      : [],
  ]);
  const likelyDefinitions = retrieved.definitions.filter(
    (symbol) => definitionCertainty(question, symbol) >= minDefinitionCertainty,
  );
  const finding = {
    question,
    retrieved,
    spans: assessed,
    files,
    likelyDefinitions,
  };
  const wordAssessment = assessFinding(services, resolved, finding);
  const assessment = assessByCode(services, request, ranked, wordAssessment);
  const related = assessment.confidence === 'out-of-scope' ? [] : graphSpans;
  return {
    question,
    retrieved,
    spans: furtherBest?.spans ?? spans,
    definitions: await deduplicate(definitionSpans),
    related,
    likelyDefinitions,
    assessment,
    files,
    readAs: undefined,
    subQueries: [],
    declined: [],
    notes,
  };
}

/**
 * Finds more spans if deduplication left fewer results than requested and more candidates exist. The assessment still uses the first
 * ranking.
 * @returns the first and the additional spans, best first; empty if no more are needed
 */
async function findFurtherSpans(
  services: Services,
  scope: RetrievalScope,
  { request, ...read }: RetrievalInput,
  { found, ranked }: { readonly found: readonly RankedSpan[]; readonly ranked: readonly DeduplicatedSpan[] },
): Promise<readonly RankedSpan[]> {
  const isFilled = ranked.length >= request.count || !ranked.some(({ copies }) => copies !== undefined);
  if (isFilled || scope.isFilteredByKind || found.length < candidateLimit(services, scope)) return [];
  const refining = { ...request.refining, reranking: 'none' } as const;
  const wider = { ...scope, isFilteredByKind: true };
  const { retrieved } = await rankSpans(services, wider, { ...read, request: { ...request, refining } });
  const known = new Set(found.map(({ chunk }) => chunk.key));
  const others = retrieved.spans.filter(({ chunk }) => !known.has(chunk.key));
  return [...found, ...others].sort((a, b) => b.score - a.score);
}

/** A filter for tests or examples means that the question asks for them, so they are full evidence. */
function withRequestedKinds(question: Question, kinds: readonly string[]): Question {
  return {
    ...question,
    asksForTests: question.asksForTests || kinds.includes('test'),
    asksForExamples: question.asksForExamples || kinds.includes('example'),
  };
}
