/** Lists what a follow-up's pronouns may refer to: names, paths and topics of earlier turns. */

import type { EarlierTurn } from '../../core/answers/conversation.ts';
import type { Subject } from '../../core/answers/question.ts';
import { findQuestionTopics } from './question-topics.ts';

/** Something an earlier turn mentioned, phrased for use in a question. */
export interface Referent {
  /** Names and paths are in backticks. */
  readonly text: string;
  readonly isPlural: boolean;
  readonly isCode: boolean;
}

export interface Referents {
  /** The antecedent of "it". */
  readonly singular: Referent | undefined;
  /** The antecedent of "they". */
  readonly plural: Referent | undefined;
  /** The mentioned definition, if any. */
  readonly symbol: Referent | undefined;
  readonly file: Referent | undefined;
  /** Names to which "the first one" and "the latter" can refer, in order. After an answer with a list, the list's entries. */
  readonly candidates: readonly Referent[];
}

/** Reads the latest turn with known subjects, or the words of the last turn if no turn has known subjects. */
export function findReferents(earlier: readonly EarlierTurn[]): Referents {
  const turn = earlier.findLast(({ subjects }) => subjects.length > 0) ?? earlier.at(-1);
  const subjects = turn?.subjects ?? [];
  const { pluralTopic, singularTopic } = findQuestionTopics(turn?.question ?? '');
  const symbolSubject = subjects.find(({ kind }) => kind === 'symbol');
  const path = subjects.find(({ kind }) => kind === 'file')?.name ?? symbolSubject?.path;
  const symbol = symbolSubject === undefined ? undefined : toCodeReferent(symbolSubject.name);
  const file = path === undefined ? undefined : toCodeReferent(path);
  const [mainSubject] = subjects;
  const topic =
    mainSubject?.kind === 'topic' ? { text: mainSubject.name, isPlural: false, isCode: false } : undefined;
  const words =
    singularTopic === undefined ? topic : { ...singularTopic, isCode: isName(singularTopic.text) };
  const code =
    mainSubject === undefined || mainSubject.kind === 'topic' ? undefined : toCodeReferent(mainSubject.name);
  const listed = subjects.filter(({ isListed }) => isListed === true);
  const singular = code ?? words ?? symbol ?? file;
  return {
    singular,
    plural:
      pluralTopic?.isPlural === true && !isName(pluralTopic.text)
        ? { ...pluralTopic, isCode: false }
        : singular,
    symbol,
    file,
    candidates: (listed.length > 0 ? listed : subjects.filter(isNamed)).map((subject) =>
      toCodeReferent(subject.name),
    ),
  };
}

function isNamed(subject: Subject): boolean {
  return subject.kind !== 'topic';
}

function toCodeReferent(name: string): Referent {
  return { text: `\`${name}\``, isPlural: false, isCode: true };
}

function isName(text: string): boolean {
  return /^`[^`]+`$/.test(text);
}
