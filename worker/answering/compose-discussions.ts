/**
 * Sentences on pull requests and issues: which brought a commit, which closes which, and what was said, quoted with who said it and when.
 * Nobody's intent is told in other words than theirs.
 */

import type { CommitEvidence, DiscussionEvidence } from '../core/evidence.ts';
import type { Question } from '../core/question.ts';
import { capital } from './capital.ts';
import { dayOf, writerOf } from './check-origins.ts';
import { textHolder } from './normalised-text.ts';
import { bestSentence, type WordWeight } from './quote.ts';

export interface ToldDiscussion {
  readonly evidence: DiscussionEvidence;
  /** A commit told before that it brought. */
  readonly brought: CommitEvidence | undefined;
  /** An issue it closes, or a pull request that closed it, told here too. */
  readonly closes: DiscussionEvidence | undefined;
}

const shortId = 9;
const longestQuote = 280;

export function* discussionSentences(
  told: readonly ToldDiscussion[],
  question: Question,
  weight: WordWeight,
): Generator<string> {
  if (told.length > 0) yield '### What was said of it\n\n';
  for (const { evidence, brought, closes } of told) {
    const name = nameOf(evidence);
    const title = quotable(evidence.title, evidence) ? `, “${evidence.title}”,` : '';
    if (brought !== undefined)
      yield said(`${capital(name)}${title} brought commit \`${brought.commit.slice(0, shortId)}\``, evidence);
    const quote = quoteOf(question, evidence, weight);
    const opening = `\`${writerOf(evidence)}\` wrote on ${dayOf(evidence.writtenAt)} in ${name}`;
    if (quote !== '') yield said(`${opening}: “${quote}”`, evidence);
    else if (brought === undefined && title !== '') yield said(`${opening}${title.slice(0, -1)}`, evidence);
    if (closes === undefined) continue;
    const verb = evidence.kind === 'issue' ? 'was closed by' : 'closes';
    yield said(`${capital(name)} ${verb} ${nameOf(closes)}`, evidence);
  }
}

function quoteOf(question: Question, evidence: DiscussionEvidence, weight: WordWeight): string {
  const quote = bestSentence(question, { text: evidence.body, spanText: evidence.text }, weight);
  return quotable(quote, evidence) ? quote : '';
}

function nameOf({ kind, number }: DiscussionEvidence): string {
  return `${kind === 'issue' ? 'issue' : 'pull request'} \`#${number}\``;
}

function quotable(text: string, { text: record }: DiscussionEvidence): boolean {
  return (
    text.length > 2 &&
    text.length <= longestQuote &&
    !/[“”]|\[chunk:/.test(text) &&
    textHolder(record).holdsQuote(text)
  );
}

function said(sentence: string, { id }: DiscussionEvidence): string {
  return `${sentence} [chunk:${id}].\n\n`;
}
