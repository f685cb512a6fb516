/**
 * Composes the answer to a history question: each commit with its lines, then the current code. It states where
 * the chain ends and never invents intent.
 */

import type { CommitEvidence, Evidence, OriginReason } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import type { LineAuthorship } from '../../core/history/history.ts';
import { capitalize, citedSentence } from './cited-sentence.ts';
import { formatDay } from '../../core/time.ts';
import { formatAuthor } from '../claims/checks/check-origins.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { type WordWeight, bestSentence } from './choose-quote.ts';
import { type ComposedDiscussion, discussionSentences } from './compose-discussions.ts';
import { type ComposedRelease, releaseSentences } from './compose-release-notes.ts';

/** A commit in the answer, and the lines that it changed. */
export interface ComposedCommit {
  readonly commit: CommitEvidence;
  readonly reason: OriginReason | 'mentions';
  /** Undefined if only the commit's message matched. */
  readonly span: Evidence | undefined;
  readonly body: string;
}

interface HistoryMaterial {
  readonly question: Question;
  /** The commit of the version in question. */
  readonly versionCommit: string;
  /** Cited sentences about the current code. */
  readonly code: Iterable<string>;
  /** The maximum number of those sentences in the answer. */
  readonly maxCodeSentences: number;
  readonly commits: readonly ComposedCommit[];
  /** A sentence from the query about all commits: the authors of the lines, or how many commits match. */
  readonly statement: string | undefined;
  readonly releases: readonly ComposedRelease[];
  readonly discussions: readonly ComposedDiscussion[];
  readonly weight: WordWeight;
}

const verbs: Readonly<Record<OriginReason, string>> = {
  introduced: 'introduced',
  'last-changed': 'last changed',
  changed: 'also changed',
  moved: 'moved',
};
const shortIdLength = 9;
const maxSubjectLength = 280;

export function* composeHistoryAnswer(material: HistoryMaterial): Generator<string> {
  const { commits, statement } = material;
  if (commits.length > 0) yield '### Its history\n\n';
  if (statement !== undefined && commits.length > 0)
    yield citedSentence(
      statement,
      commits.map(({ commit }) => commit),
    );
  for (const [index, composed] of commits.entries()) yield* commitSentences(material, composed, index === 0);
  yield* discussionSentences(material.discussions, material.question, material.weight);
  yield* releaseSentences(material.releases);
  const [first] = commits;
  if (first !== undefined)
    yield `${describeChainEnd(first.commit, material.discussions)} [chunk:${first.commit.id}].\n\n`;
  yield* codeSentences(material);
}

function* codeSentences({ code, maxCodeSentences, versionCommit }: HistoryMaterial): Generator<string> {
  if (maxCodeSentences === 0) return;
  let sentenceCount = 0;
  for (const sentence of code) {
    if (sentenceCount === 0) yield `### The code, as of ${versionCommit.slice(0, shortIdLength)}\n\n`;
    yield sentence;
    sentenceCount += 1;
    if (sentenceCount === maxCodeSentences) break;
  }
}

/** States where the chain of the best commit ends. This comes from the query, not from the message. */
export function describeChainEnd(
  { commit, pullRequest, issues }: CommitEvidence,
  discussions: readonly ComposedDiscussion[] = [],
): string {
  const discussion = discussions.find((composed) => composed.mergedCommit?.commit === commit);
  if (discussion !== undefined) return describeDiscussionEnd(discussion, discussions);
  const references = [
    ...(pullRequest === undefined ? [] : [`pull request #${pullRequest.number}`]),
    ...issues.map((number) => `#${number}`),
  ];
  return references.length === 0
    ? 'The chain ends with this commit: it names no pull request and no issue'
    : `The chain ends with what its message says: the discussion of ${references.join(', ')} is not indexed`;
}

function describeDiscussionEnd(
  { evidence }: ComposedDiscussion,
  discussions: readonly ComposedDiscussion[],
): string {
  const issue = discussions.find(
    ({ evidence: other }) =>
      other.kind === 'issue' &&
      (evidence.closes.includes(other.number) || other.closes.includes(evidence.number)),
  );
  const last = issue?.evidence.number ?? evidence.closes[0];
  if (last !== undefined)
    return `The chain ends with issue #${last}: nothing further that it hangs on is indexed`;
  return `The chain ends with pull request #${evidence.number}: no issue that it closes is indexed`;
}

function* commitSentences(
  { question, weight }: HistoryMaterial,
  { commit, reason, span, body }: ComposedCommit,
  isFirst: boolean,
): Generator<string> {
  const subject = isQuotable(commit.subject, commit) ? `: “${commit.subject}”` : '';
  const who = `commit \`${commit.commit.slice(0, shortIdLength)}\` of ${formatDay(commit.authoredAt)} by \`${formatAuthor(commit)}\``;
  if (span === undefined || reason === 'mentions')
    yield citedSentence(`${capitalize(who)}${subject === '' ? ' is of it' : ` says${subject}`}`, [commit]);
  else
    yield citedSentence(
      `${formatSpan(span)} ${span.startLine === span.endLine ? 'was' : 'were'} ${verbs[reason]} by ${who}${subject}`,
      [span, commit],
    );
  const quote = bodyQuote(question, { commit, body }, weight);
  if (quote !== '') yield citedSentence(`Its message says: “${quote}”`, [commit]);
  if (!isFirst) return;
  if (commit.pullRequest !== undefined) {
    const { number, title } = commit.pullRequest;
    const titled =
      title !== undefined && title !== commit.subject && isQuotable(title, commit) ? `, “${title}”` : '';
    yield citedSentence(`Its message names pull request \`#${number}\`${titled}`, [commit]);
  }
  if (commit.issues.length > 0)
    yield citedSentence(`Its message names ${commit.issues.map((number) => `\`#${number}\``).join(', ')}`, [
      commit,
    ]);
}

/** Returns the body's best sentence for the question, ignoring trailers, links and issue references. */
function bodyQuote(
  question: Question,
  { commit, body }: Pick<ComposedCommit, 'commit' | 'body'>,
  weight: WordWeight,
): string {
  const prose = body
    .split('\n')
    .filter(
      (line) =>
        !/^\s*(?:[\w-]+-by:|co-authored|signed-off|https?:\/\/\S+$|(?:fix(?:es)?|close[sd]?|refs?)\s+#\d+\.?$)/i.test(
          line,
        ),
    )
    .join('\n')
    .trim();
  if (prose === '') return '';
  const quote = bestSentence(question, { text: prose, spanText: commit.text }, weight);
  return isQuotable(quote, commit) ? quote : '';
}

function isQuotable(text: string, { text: record }: CommitEvidence): boolean {
  return (
    text.length > 2 &&
    text.length <= maxSubjectLength &&
    !/[“”]|\[chunk:/.test(text) &&
    createTextMatcher(record).containsQuote(text)
  );
}

function formatSpan({ path, startLine, endLine }: Evidence): string {
  const lines = startLine === endLine ? `Line ${startLine}` : `Lines ${startLine}–${endLine}`;
  return `${lines} of \`${path}\``;
}

/** Authors beyond this limit are counted together. */
const maxNamedAuthors = 4;

export function writersSentence(path: string, { authors: writers, lines, unknown }: LineAuthorship): string {
  const named = writers.slice(0, maxNamedAuthors);
  const others = writers.slice(maxNamedAuthors);
  const otherLines = others.reduce((sum, { lines: count }) => sum + count, 0);
  const parts = [
    ...named.map(
      (author, index) =>
        `${author.lines}${index === 0 ? ' were last changed' : ''} by \`${formatAuthor(author)}\``,
    ),
    ...(others.length === 0
      ? []
      : [`${otherLines} by ${others.length} ${others.length === 1 ? 'other' : 'others'}`]),
    ...(unknown === 0 ? [] : [`of ${unknown} it is not known`]),
  ];
  return `Of the ${lines} lines of \`${path}\`, ${parts.join(', ')}`;
}
