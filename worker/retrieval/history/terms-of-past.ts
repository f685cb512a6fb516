/** Words of a question that a commit's message could hold: without those that ask for a commit, an author or a time. */

import type { Question, QuestionTerm } from '../../core/question.ts';

const asking = new Set(
  `added adding addition author authored authors bring brings brought change changed changes commit commits committed create created date edited first
   happened history introduce introduced introduces introduction last lately latest line lines made modified most motivation originally origin pr prs pull
   rationale reason recent recently request requests since touched updated version wrote written`.split(
    /\s+/,
  ),
);

/** All of them where nothing else is left. */
export function termsOfPast({ terms }: Pick<Question, 'terms'>): readonly QuestionTerm[] {
  const telling = terms.filter(({ word }) => !asking.has(word));
  return telling.length > 0 ? telling : terms;
}
