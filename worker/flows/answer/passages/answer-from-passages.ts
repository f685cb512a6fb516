/** Answers a question from the passages that a search found, or declines it if they contain no answer. */

import type { NameReference, Question } from '../../../core/answers/question.ts';
import { findAnswerSubjects } from '../../../retrieval/question/answer-subjects.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import { liveFacts } from '../../live/live-facts.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { PreparedAnswer, SearchedRequest } from '../answer-request.ts';
import { declineQuestion } from '../decline-question.ts';
import { addHistory, asksAboutHistory, mayAskAboutHistory } from '../history/add-history.ts';
import { suggestNarrowerQuestions } from '../suggest-questions.ts';
import { writeAnswer } from '../write/write-answer.ts';
import { addDefinitions } from './add-definitions.ts';
import { draftByPreference } from './draft-from-documents.ts';
import type { Draft } from './draft-from-passages.ts';

const historyAddedNote =
  'The question may be about the history, so the answer includes what the history says.';
const historySearchedNote =
  'The question may be about the history, which was searched too and says nothing about it.';

const notCompleteNote =
  'This is not a complete list: the answer quotes a few of the passages that match the question.';

export interface PassageQuestion {
  readonly request: SearchedRequest;
  readonly question: Question;
  /** A name in the question that the repository does not define. */
  readonly unknownName: NameReference | undefined;
}

/** A question for everything of one kind gets a sample here, so the answer says so and has low confidence. */
export async function answerFromPassages(
  services: Services,
  resolved: ResolvedSnapshot,
  passages: PassageQuestion,
): Promise<PreparedAnswer> {
  const prepared = await prepareFromPassages(services, resolved, passages);
  if (prepared.class !== 'exhaustive') return prepared;
  return { ...prepared, confidence: 'low', notes: [notCompleteNote, ...prepared.notes] };
}

async function prepareFromPassages(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, question, unknownName }: PassageQuestion,
): Promise<PreparedAnswer> {
  // If the name is not defined, the words around it add nothing to the search.
  const name = unknownName?.isPath === false ? unknownName.name : undefined;
  const searched = name === undefined ? request.followUp.text : `\`${name}\``;
  const found = await request.search.find(searched);
  const finding = unknownName === undefined ? found : lowerConfidence(found, unknownName.name);
  const { readAs, subQueries, notes } = finding;
  const elapsedMs = (): number => services.clock.now() - request.startedAt;
  const read = { readAs, subQueries, notes, isIncomplete: notes.length > 0, retrieveMs: elapsedMs() };
  const { confidence } = finding.assessment;
  const { class: questionClass } = name === undefined ? finding.question : question;
  const prepared = {
    ...read,
    notes: [...notes, ...describeMissingWords(finding, liveFacts(resolved) !== undefined)],
    class: questionClass,
    confidence,
  };
  if (questionClass === 'too-broad' && confidence !== 'out-of-scope')
    return {
      ...prepared,
      parts: suggestNarrowerQuestions(services, resolved, request.followUp.text),
      subjects: [],
    };
  const { composed, isDocumented } = await draftByPreference(services, resolved, {
    finding,
    request,
    text: searched,
  });
  if (composed.first === undefined) {
    const parts = declineQuestion(services, resolved, { finding, empty: composed.empty });
    return { ...read, class: 'out-of-scope', confidence: 'out-of-scope', parts, subjects: [] };
  }
  const subjects = findAnswerSubjects(finding, [...composed.evidence.values()]);
  const added =
    request.writer.models.length === 0 || isDocumented
      ? undefined
      : await addDefinitions(services, resolved, { finding, draft: composed, request });
  const draft = added?.draft ?? composed;
  const written =
    added === undefined ? prepared : { ...withNotes(prepared, added.notes), retrieveMs: elapsedMs() };
  const isAboutHistory = mayAskAboutHistory(finding.question) && !asksAboutHistory(question);
  if (confidence === 'out-of-scope' || !isAboutHistory || unknownName !== undefined)
    return { ...written, parts: writeAnswer(services, resolved, { draft, request }), subjects };
  const { find } = request.search;
  const unsure = { text: request.followUp.text, find, draft, class: questionClass, confidence };
  const extended = await extendByHistory(services, resolved, unsure);
  return {
    ...written,
    notes: [...written.notes, ...extended.notes],
    retrieveMs: elapsedMs(),
    parts: writeAnswer(services, resolved, { draft: extended.draft, request }),
    subjects,
  };
}

/** Adds what the history says to the draft for a question that may be about it. */
async function extendByHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  unsure: Parameters<typeof addHistory>[2] & { readonly draft: Draft },
): Promise<{
  readonly draft: Parameters<typeof writeAnswer>[2]['draft'];
  readonly notes: readonly string[];
}> {
  const { draft } = unsure;
  const history = await addHistory(services, resolved, unsure);
  if (history === undefined) return { draft, notes: [] };
  if (typeof history !== 'object') return { draft, notes: [historySearchedNote] };
  const composerOnly = draft.composerOnly ?? new Set<string>();
  return { draft: { ...history, composerOnly }, notes: [historyAddedNote] };
}

/** Says which words of an uncertain question do not occur in what was searched: it may not be about them. */
function describeMissingWords(
  { assessment: { confidence, missing } }: Finding,
  isLive: boolean,
): readonly string[] {
  if (confidence !== 'low' || missing.length === 0) return [];
  return [
    `Not found in the files that were ${isLive ? 'read' : 'indexed'}: ${missing.map((word) => `\`${word}\``).join(', ')}.`,
  ];
}

/** Adds notes about steps that failed. The answer is then not cached. */
function withNotes<Prepared extends Pick<PreparedAnswer, 'notes' | 'isIncomplete'>>(
  prepared: Prepared,
  notes: readonly string[],
): Prepared {
  if (notes.length === 0) return prepared;
  return { ...prepared, notes: [...prepared.notes, ...notes], isIncomplete: true };
}

/**
 * Lowers the confidence of a finding about a name that the repository does not define. The answer declines if another owner has a member
 * with that name. Otherwise the confidence is low, since the name may occur in text, as names from other packages do.
 */
function lowerConfidence(finding: Finding, name: string): Finding {
  const { assessment, likelyDefinitions } = finding;
  if (assessment.confidence === 'out-of-scope') return finding;
  const last = name.split('.').at(-1) ?? name;
  const isMemberOfOther = name.includes('.') && likelyDefinitions.some((symbol) => symbol.name === last);
  return {
    ...finding,
    assessment: isMemberOfOther
      ? { ...assessment, confidence: 'out-of-scope', missing: [name] }
      : { ...assessment, confidence: 'low' },
  };
}
