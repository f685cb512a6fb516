/** Selects the question terms a commit message could contain, and measures how many it does. */

import { type Question, type QuestionTerm, containsWord } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';

/** UTF-16 units of a message that are read: more of it is lists of what was done besides. */
const messageRead = 3_000;

/** Share of the terms, 0 to 1. */
export function messageCoverage(message: string, terms: readonly QuestionTerm[]): number {
  if (terms.length === 0) return 0;
  const held = new Set(extractTerms(message.slice(0, messageRead)));
  return terms.filter((term) => containsWord(held, term)).length / terms.length;
}

const asking = new Set(
  `added adding addition author authored authors back bring brings brought came change changed changes codebase come comes commit commits committed create
   created date edit edited edits exist existed find first happened historically history initially introduce introduced introduces introduction last lately
   latest line lines made modification modified most motivation originally origin person pr project prs pull rationale reason recent recently request
   requests show showed shows since somebody someone story touched update updated version work worked wrote written`.split(
    /\s+/,
  ),
);

/** All of them where nothing else is left. */
export function messageTerms({ terms }: Pick<Question, 'terms'>): readonly QuestionTerm[] {
  const telling = terms.filter(({ word }) => !asking.has(word));
  return telling.length > 0 ? telling : terms;
}
