/**
 * Composes sentences about pull requests and issues: merged commits, closed issues, and quoted comments.
 * Intent is only quoted, never paraphrased.
 */

import type { CommitEvidence, DiscussionEvidence } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import { capitalize, citedSentence } from './cited-sentence.ts';
import { formatDay } from '../../core/time.ts';
import { formatAuthor } from '../claims/checks/check-origins.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { bestSentence, type WordWeight } from './choose-quote.ts';

export interface ComposedDiscussion {
  readonly evidence: DiscussionEvidence;
  /** A commit that the answer mentions above and that this discussion merged. */
  readonly mergedCommit: CommitEvidence | undefined;
  /** The issue that this pull request closes, or the pull request that closed this issue, if the answer includes it. */
  readonly closingLink: DiscussionEvidence | undefined;
}

const shortIdLength = 9;
const maxQuoteLength = 280;

export function* discussionSentences(
  discussions: readonly ComposedDiscussion[],
  question: Question,
  weight: WordWeight,
): Generator<string> {
  if (discussions.length > 0) yield '### Discussion\n\n';
  for (const { evidence, mergedCommit, closingLink: closes } of discussions) {
    const name = discussionName(evidence);
    const title = isQuotable(evidence.title, evidence) ? `, “${evidence.title}”,` : '';
    if (mergedCommit !== undefined)
      yield citedSentence(
        `${capitalize(name)}${title} brought commit \`${mergedCommit.commit.slice(0, shortIdLength)}\``,
        [evidence],
      );
    const quote = chooseQuote(question, evidence, weight);
    const opening = `\`${formatAuthor(evidence)}\` wrote on ${formatDay(evidence.writtenAt)} in ${name}`;
    if (quote !== '') yield citedSentence(`${opening}: “${quote}”`, [evidence]);
    else if (mergedCommit === undefined && title !== '')
      yield citedSentence(`${opening}${title.slice(0, -1)}`, [evidence]);
    if (closes === undefined) continue;
    const verb = evidence.kind === 'issue' ? 'was closed by' : 'closes';
    yield citedSentence(`${capitalize(name)} ${verb} ${discussionName(closes)}`, [evidence]);
  }
}

function chooseQuote(question: Question, evidence: DiscussionEvidence, weight: WordWeight): string {
  const quote = bestSentence(question, { text: evidence.body, spanText: evidence.text }, weight);
  return isQuotable(quote, evidence) ? quote : '';
}

function discussionName({ kind, number }: DiscussionEvidence): string {
  return `${kind === 'issue' ? 'issue' : 'pull request'} \`#${number}\``;
}

function isQuotable(text: string, { text: record }: DiscussionEvidence): boolean {
  return (
    text.length > 2 &&
    text.length <= maxQuoteLength &&
    !/[“”]|\[chunk:/.test(text) &&
    createTextMatcher(record).containsQuote(text)
  );
}
