/**
 * Composes sentences about pull requests and issues: commits they brought, issues they close, and quoted comments.
 * Intent is only quoted, never paraphrased.
 */

import type { CommitEvidence, DiscussionEvidence } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import { capitalize, citedSentence } from './cited-sentence.ts';
import { formatDay, writerOf } from '../claims/checks/check-origins.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { bestSentence, type WordWeight } from './choose-quote.ts';

export interface ComposedDiscussion {
  readonly evidence: DiscussionEvidence;
  /** A commit told before that it brought. */
  readonly brought: CommitEvidence | undefined;
  /** An issue it closes, or a pull request that closed it, told here too. */
  readonly closes: DiscussionEvidence | undefined;
}

const shortId = 9;
const longestQuote = 280;

export function* discussionSentences(
  told: readonly ComposedDiscussion[],
  question: Question,
  weight: WordWeight,
): Generator<string> {
  if (told.length > 0) yield '### What was said of it\n\n';
  for (const { evidence, brought, closes } of told) {
    const name = discussionName(evidence);
    const title = quotable(evidence.title, evidence) ? `, “${evidence.title}”,` : '';
    if (brought !== undefined)
      yield citedSentence(
        `${capitalize(name)}${title} brought commit \`${brought.commit.slice(0, shortId)}\``,
        [evidence],
      );
    const quote = quoteOf(question, evidence, weight);
    const opening = `\`${writerOf(evidence)}\` wrote on ${formatDay(evidence.writtenAt)} in ${name}`;
    if (quote !== '') yield citedSentence(`${opening}: “${quote}”`, [evidence]);
    else if (brought === undefined && title !== '')
      yield citedSentence(`${opening}${title.slice(0, -1)}`, [evidence]);
    if (closes === undefined) continue;
    const verb = evidence.kind === 'issue' ? 'was closed by' : 'closes';
    yield citedSentence(`${capitalize(name)} ${verb} ${discussionName(closes)}`, [evidence]);
  }
}

function quoteOf(question: Question, evidence: DiscussionEvidence, weight: WordWeight): string {
  const quote = bestSentence(question, { text: evidence.body, spanText: evidence.text }, weight);
  return quotable(quote, evidence) ? quote : '';
}

function discussionName({ kind, number }: DiscussionEvidence): string {
  return `${kind === 'issue' ? 'issue' : 'pull request'} \`#${number}\``;
}

function quotable(text: string, { text: record }: DiscussionEvidence): boolean {
  return (
    text.length > 2 &&
    text.length <= longestQuote &&
    !/[“”]|\[chunk:/.test(text) &&
    createTextMatcher(record).containsQuote(text)
  );
}
