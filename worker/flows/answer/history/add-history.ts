/**
 * Adds history to an answer from passages if the question may be about history. It adds only a commit that the
 * question names, or whose message contains most of the question's terms, and stops at a time limit.
 */

import type { Question } from '../../../core/answers/question.ts';
import { AppError } from '../../../core/errors.ts';
import { readHistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import { classProbability } from '../../../retrieval/question-class/classify-question.ts';
import { withTimeout } from '../../../retrieval/search/with-timeout.ts';
import { toHistoryKey } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { AnswerSearch } from '../answer-request.ts';
import type { Draft } from '../passages/draft-from-passages.ts';
import { minTermCoverage, prependSentence } from './draft-from-history.ts';
import { draftHistory, type HistoryDraft } from './draft-history.ts';
import { findHistory } from './find-history.ts';
import type { HistoryFinding } from './history-finding.ts';

/** Minimum probability of the class `why` at which a question of another class may be about history. */
const minHistoryProbability = 0.2;
const maxWaitMs = 1_000;

interface UnsureAnswer extends Pick<AnswerSearch, 'find'> {
  readonly text: string;
  readonly draft: Draft;
  readonly class: Question['class'];
  readonly confidence: HistoryDraft['confidence'];
}

/** Whether a question asks for a reason, an author or a time. */
export function asksAboutHistory({ class: questionClass, text }: Pick<Question, 'class' | 'text'>): boolean {
  return questionClass === 'why' || readHistoryQuestion(text).asksForHistory;
}

/** Whether a question of another class may still ask for a reason, an author or a time. */
export function mayAskAboutHistory({ text, identifiers, paths }: Question): boolean {
  return classProbability('why', text, [...identifiers, ...paths]) >= minHistoryProbability;
}

/** @returns `nothing` if the history contains nothing about the question; undefined if no history is known or reading it took too long */
export async function addHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  answer: UnsureAnswer,
): Promise<HistoryDraft | 'nothing' | undefined> {
  const { text, draft, find } = answer;
  const state = await services.historyStore.state(toHistoryKey(resolved));
  if (state.commits === 0 || draft.first === undefined) return undefined;
  const found = await findWithinTime(() => findHistory(services, resolved, { question: text, find }, state));
  if (found === undefined) return undefined;
  const [best] = found.commits;
  if (best === undefined || !(best.isNamed || best.wordCoverage >= minTermCoverage)) return 'nothing';
  const sentences = prependSentence(draft.first, draft.rest);
  const drafted = await draftHistory(services, resolved, {
    found,
    chosen: [best],
    code: { evidence: draft.evidence, sentences, maxSentences: Infinity },
    confidence: answer.confidence,
    text,
  });
  return { ...drafted, class: answer.class };
}

async function findWithinTime(find: () => Promise<HistoryFinding>): Promise<HistoryFinding | undefined> {
  const timeoutError = new AppError('internal', `The history was not read within ${maxWaitMs} ms.`);
  try {
    return await withTimeout(maxWaitMs, find, () => timeoutError);
  } catch (error) {
    if (error === timeoutError) return undefined;
    throw error;
  }
}
