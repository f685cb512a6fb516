/** Lists what a follow-up's pronouns may refer to: names, paths and topics of earlier turns. */

import type { EarlierTurn } from '../../core/answers/conversation.ts';
import type { Subject } from '../../core/answers/question.ts';
import { findQuestionTopics } from './question-topics.ts';

/** Something that was spoken of, as a question names it. */
export interface Referent {
  /** As it stands in a sentence; names and paths between back-ticks. */
  readonly text: string;
  readonly plural: boolean;
  readonly isCode: boolean;
}

export interface Referents {
  /** What "it" means. */
  readonly one: Referent | undefined;
  /** What "they" means. */
  readonly many: Referent | undefined;
  /** The definition spoken of, where there is one. */
  readonly symbol: Referent | undefined;
  readonly file: Referent | undefined;
  /** Names spoken of, in order, of a list those it told: what "the first one" and "the latter" choose from. */
  readonly named: readonly Referent[];
}

/** Of the latest turn that was about anything; of the last one's own words where none is known to have been. */
export function findReferents(earlier: readonly EarlierTurn[]): Referents {
  const turn = earlier.findLast(({ subjects }) => subjects.length > 0) ?? earlier.at(-1);
  const subjects = turn?.subjects ?? [];
  const { things, matter } = findQuestionTopics(turn?.question ?? '');
  const found = subjects.find(({ kind }) => kind === 'symbol');
  const path = subjects.find(({ kind }) => kind === 'file')?.name ?? found?.path;
  const symbol = found === undefined ? undefined : inCode(found.name);
  const file = path === undefined ? undefined : inCode(path);
  const [likeliest] = subjects;
  const topic =
    likeliest?.kind === 'topic' ? { text: likeliest.name, plural: false, isCode: false } : undefined;
  const words = matter === undefined ? topic : { ...matter, isCode: isName(matter.text) };
  const code = likeliest === undefined || likeliest.kind === 'topic' ? undefined : inCode(likeliest.name);
  const listed = subjects.filter(({ isListed }) => isListed === true);
  const one = code ?? words ?? symbol ?? file;
  return {
    one,
    many: things?.plural === true && !isName(things.text) ? { ...things, isCode: false } : one,
    symbol,
    file,
    named: (listed.length > 0 ? listed : subjects.filter(isNamed)).map((subject) => inCode(subject.name)),
  };
}

function isNamed(subject: Subject): boolean {
  return subject.kind !== 'topic';
}

function inCode(name: string): Referent {
  return { text: `\`${name}\``, plural: false, isCode: true };
}

function isName(text: string): boolean {
  return /^`[^`]+`$/.test(text);
}
