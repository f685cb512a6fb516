/** A question answered from the passages that were found, or declined where they do not answer it. */

import type { AskedName, Question } from '../core/question.ts';
import { subjectsOf } from '../retrieval/subjects-of.ts';
import { addHistory, isOfPast, mayBeOfPast } from './add-history.ts';
import { declineQuestion } from './decline-question.ts';
import { draftAnswer } from './draft-answer.ts';
import type { PreparedAnswer, SearchedQuestion } from './prepare-answer.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';
import type { Services } from './services.ts';
import { suggestNarrower } from './suggest-narrower.ts';
import { tellAnswer } from './tell-answer.ts';

const historyAdded =
  'It was not sure that the passages answer it: what the history says is told beside them.';
const historyAsked =
  'It was not sure that the passages answer it: the history was asked too, and says nothing of it.';

export interface AskedOfPassages {
  readonly asked: SearchedQuestion;
  readonly question: Question;
  /** What it names that is defined nowhere. */
  readonly unknown: AskedName | undefined;
}

export async function answerFromPassages(
  services: Services,
  resolved: ResolvedSnapshot,
  { asked, question, unknown }: AskedOfPassages,
): Promise<PreparedAnswer> {
  const { search } = asked;
  const { count } = search;
  // Of a name that is defined nowhere the words around it tell nothing more.
  const name = unknown?.isPath === false ? unknown.name : undefined;
  const text = name === undefined ? asked.followUp.text : `\`${name}\``;
  const found = await search.find(text);
  const finding = unknown === undefined ? found : withUnknown(found, unknown.name);
  const { readAs, subQueries, notes } = finding;
  const isLesser = notes.length > 0;
  const read = { readAs, subQueries, notes, isLesser, retrieveMs: services.clock.now() - asked.startedAt };
  const { confidence } = finding.judgement;
  const { class: questionClass } = name === undefined ? finding.question : question;
  const told = { ...read, class: questionClass, confidence };
  if (questionClass === 'too-broad' && confidence !== 'out-of-scope')
    return { ...told, parts: suggestNarrower(services, resolved, asked.followUp.text), subjects: [] };
  const draft = await draftAnswer(services, resolved, { finding, count });
  if (draft.first === undefined) {
    const parts = declineQuestion(services, resolved, { finding, empty: draft.empty });
    return { ...read, class: 'out-of-scope', confidence: 'out-of-scope', parts, subjects: [] };
  }
  const subjects = subjectsOf(finding, [...draft.evidence.values()]);
  const isUnsure = confidence === 'low' || mayBeOfPast(finding.question);
  if (confidence === 'out-of-scope' || !isUnsure || unknown !== undefined || isOfPast(question))
    return { ...told, parts: tellAnswer(services, resolved, { draft, asked }), subjects };
  const more = { text: asked.followUp.text, find: search.find, draft, class: questionClass, confidence };
  const added = await addHistory(services, resolved, more);
  const whole = typeof added === 'object' ? added : draft;
  return {
    ...told,
    notes: [...notes, ...(added === undefined ? [] : [added === 'nothing' ? historyAsked : historyAdded])],
    retrieveMs: services.clock.now() - asked.startedAt,
    parts: tellAnswer(services, resolved, { draft: whole, asked }),
    subjects,
  };
}

/**
 * Asked of a name that is defined nowhere: declined where the name is one of a member nothing has, or stands nowhere; where it stands
 * in the text alone, as what is called of other packages does, what is found there is no sure answer.
 */
function withUnknown(finding: Finding, name: string): Finding {
  const { judgement, meant } = finding;
  if (judgement.confidence === 'out-of-scope') return finding;
  const last = name.split('.').at(-1) ?? name;
  const isOfOther = name.includes('.') && meant.some((symbol) => symbol.name === last);
  return {
    ...finding,
    judgement: isOfOther
      ? { ...judgement, confidence: 'out-of-scope', missing: [name] }
      : { ...judgement, confidence: 'low' },
  };
}
