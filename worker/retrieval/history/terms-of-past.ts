/** Words of a question that a commit's message could hold: without those that ask for a commit, an author or a time. */

import type { Question, QuestionTerm } from '../../core/question.ts';

const asking = new Set(
  `added adding addition author authored authors back bring brings brought came change changed changes codebase come comes commit commits committed create
   created date edit edited edits exist existed find first happened historically history initially introduce introduced introduces introduction last lately
   latest line lines made modification modified most motivation originally origin person pr project prs pull rationale reason recent recently request
   requests show showed shows since somebody someone story touched update updated version work worked wrote written`.split(
    /\s+/,
  ),
);

/** All of them where nothing else is left. */
export function termsOfPast({ terms }: Pick<Question, 'terms'>): readonly QuestionTerm[] {
  const telling = terms.filter(({ word }) => !asking.has(word));
  return telling.length > 0 ? telling : terms;
}
