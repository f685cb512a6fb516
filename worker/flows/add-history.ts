/**
 * Passages that may not be all of an answer, with what the history says beside them: where the question may be one of the past, or what
 * was found is not sure. Only a commit that says most of what is asked is added, and no reader waits long for it.
 */

import { AppError } from '../core/errors.ts';
import type { Question } from '../core/question.ts';
import { readHistoryQuestion } from '../retrieval/history/read-history-question.ts';
import { likelihoodOf } from '../retrieval/question-class/classify-question.ts';
import { withinTime } from '../retrieval/within-time.ts';
import { heldEnough, withFirst } from './answer-from-history.ts';
import { draftHistory, type HistoryDraft } from './draft-history.ts';
import type { Draft } from './draft-answer.ts';
import { findHistory, type HistoryFinding } from './find-history.ts';
import { historyKeyOf } from './browse/read-history.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { AnswerSearch } from './search-for-answer.ts';
import type { Services } from './services.ts';

/** From this likelihood on a question of another class may be one of the past. */
const unsureFrom = 0.2;
const waitedMs = 1_000;

interface PassagesAsked extends Pick<AnswerSearch, 'find'> {
  readonly text: string;
  readonly draft: Draft;
  readonly class: Question['class'];
  readonly confidence: HistoryDraft['confidence'];
}

/** Whether a question is one of the past: for a reason, an author, a time. */
export function isOfPast({ class: asked, text }: Pick<Question, 'class' | 'text'>): boolean {
  return asked === 'why' || readHistoryQuestion(text).isOfPast;
}

/** Whether one that is not may be it after all. */
export function mayBeOfPast({ text, identifiers, paths }: Question): boolean {
  return likelihoodOf('why', text, [...identifiers, ...paths]) >= unsureFrom;
}

/** @returns `nothing` where the history says nothing of it; undefined where none is known, or it took too long */
export async function addHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: PassagesAsked,
): Promise<HistoryDraft | 'nothing' | undefined> {
  const { text, draft, find } = asked;
  const state = await services.historyStore.state(historyKeyOf(resolved));
  if (state.commits === 0 || draft.first === undefined) return undefined;
  const found = await inTime(() => findHistory(services, resolved, { question: text, find }, state));
  if (found === undefined) return undefined;
  const [best] = found.commits;
  if (best === undefined || !(best.isNamed || best.held >= heldEnough)) return 'nothing';
  const sentences = withFirst(draft.first, draft.rest);
  const drafted = await draftHistory(services, resolved, {
    found,
    chosen: [best],
    code: { evidence: draft.evidence, sentences, most: Infinity },
    confidence: asked.confidence,
    text,
  });
  return { ...drafted, class: asked.class };
}

async function inTime(find: () => Promise<HistoryFinding>): Promise<HistoryFinding | undefined> {
  const late = new AppError('internal', 'The history took longer than an answer waits for it.');
  try {
    return await withinTime(waitedMs, find, () => late);
  } catch (error) {
    if (error === late) return undefined;
    throw error;
  }
}
