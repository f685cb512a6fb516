/** Selects the question terms a commit message could contain, and measures how many of them it contains. */

import { type Question, type QuestionTerm, containsWord } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';

/** Maximum length in UTF-16 units. The rest of a long message lists minor changes. */
const maxMessageLength = 3_000;

/**
 * Returns the fraction of the terms that the message contains, 0 to 1.
 * @param weight the weight of a word; by default, all words count the same
 */
export function measureMessageCoverage(
  message: string,
  terms: readonly QuestionTerm[],
  weight: (word: string) => number = () => 1,
): number {
  const total = terms.reduce((sum, { word }) => sum + weight(word), 0);
  if (total === 0) return 0;
  const messageWords = new Set(extractTerms(message.slice(0, maxMessageLength)));
  const contained = terms.filter((term) => containsWord(messageWords, term));
  return contained.reduce((sum, { word }) => sum + weight(word), 0) / total;
}

const requestWords = new Set(
  `added adding addition author authored authors back began begin bring brings brought came change changed changes codebase come comes commit commits committed create
   created date edit edited edits exist existed find first happened historically history initially introduce introduced introduces introduction last lately
   latest lets line lines look looking made modification modified most motivation need needed needs noticed originally origin person pr project prs possible pull rather rationale reason recent recently request
   requests show showed shows since somebody someone something sometime story touched update updated version work worked wrote written`.split(
    /\s+/,
  ),
);

/** Removes words that ask for a commit, time or author, unless no other words remain. */
export function selectMessageTerms({ terms }: Pick<Question, 'terms'>): readonly QuestionTerm[] {
  const contentTerms = terms.filter(({ word }) => !requestWords.has(word));
  return contentTerms.length > 0 ? contentTerms : terms;
}
