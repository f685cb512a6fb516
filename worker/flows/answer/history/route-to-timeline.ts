/** Decides whether a question asks for the changes of a path, an author or a period, instead of a change described in words. */

import { findContentWords } from '../../../retrieval/history/content-words.ts';
import type { HistoryOrder } from '../../../retrieval/history/read-history-order.ts';
import type { HistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import type { HistorySubject } from './bind-subject.ts';

export interface TimelineRoute {
  readonly path: string;
  readonly order: HistoryOrder;
}

/** Words besides the subject that a question may contain in passing. */
const maxContentWords = { written: 2, described: 2, nothing: 0 };
const newest: HistoryOrder = { from: 'newest', position: 1 };
const oldest: HistoryOrder = { from: 'oldest', position: 1 };

/** @param hasPeriod whether the question names a period */
export function routeToTimeline(
  text: string,
  question: HistoryQuestion,
  { subject, hasPeriod }: { readonly subject: HistorySubject; readonly hasPeriod: boolean },
): TimelineRoute | undefined {
  const { path, symbols, author } = subject;
  if (symbols.length > 0 || question.asksForReason || question.asksForAuthors) return undefined;
  const order = question.order ?? defaultOrder(question);
  const asksForCommits = order !== undefined || hasPeriod || (author !== undefined && question.asksForList);
  if (!asksForCommits) return undefined;
  const words = findContentWords(text, {
    path: path?.path ?? '',
    written: path?.written ?? '',
    author,
  });
  if (path === undefined) {
    const isEnough = author !== undefined || hasPeriod || question.order !== undefined;
    const limit = author === undefined ? maxContentWords.nothing : maxContentWords.written;
    return isEnough && words.length <= limit ? { path: '', order: order ?? newest } : undefined;
  }
  const isAbout =
    words.length <= (path.isWritten ? maxContentWords.written : maxContentWords.described) ||
    (path.isWritten && isObjectOfChange(text, path.written));
  return isAbout ? { path: path.path, order: order ?? newest } : undefined;
}

function defaultOrder({ aspect }: HistoryQuestion): HistoryOrder | undefined {
  return aspect === 'introduced' ? oldest : aspect === 'last' ? newest : undefined;
}

/** Whether a verb of change stands beside the path: "when was main.py added", "who last touched main.py". */
function isObjectOfChange(text: string, written: string): boolean {
  const masked = text.replace(written, '\u0000').replace(/[`"'“”()]/g, '');
  const verb =
    '(?:add|creat|introduc|chang|modif|touch|edit|updat|writ|wrote|start|born|originat|alter|revis|rewr|land|appear)\\w*';
  const link =
    '(?:\\s+(?:the|our|this|that|file|folder|script|guide|page|module|was|were|is|has|been|get|got|first|last|originally|most|recently|ever|just|did|to|in|on|of|at|for|under))*\\s*';
  return new RegExp(`\\b${verb}${link}\u0000|\u0000${link}\\b${verb}`, 'i').test(masked);
}
