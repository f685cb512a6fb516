/**
 * Composes the answer to a history question: the current code, then each commit with its lines. It states where
 * the chain ends and never invents intent.
 */

import type { CommitEvidence, Evidence, OriginReason } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import type { LineAuthorship } from '../../core/history/history.ts';
import { capitalize, citedSentence } from './cited-sentence.ts';
import { formatDay, writerOf } from '../claims/checks/check-origins.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { type WordWeight, bestSentence } from './choose-quote.ts';
import { type ComposedDiscussion, discussionSentences } from './compose-discussions.ts';
import { type ComposedRelease, releaseSentences } from './compose-release-notes.ts';

/** A commit that is told, and the lines it is told of. */
export interface ComposedCommit {
  readonly commit: CommitEvidence;
  readonly reason: OriginReason | 'mentions';
  /** Undefined for a commit known by its words alone. */
  readonly span: Evidence | undefined;
  readonly body: string;
}

interface HistoryMaterial {
  readonly question: Question;
  /** Commit of the version it is told of. */
  readonly asOf: string;
  /** Sentences on the code as it is, cited. */
  readonly code: Iterable<string>;
  /** How many of them are told. */
  readonly codeSentences: number;
  readonly commits: readonly ComposedCommit[];
  /** Whose the lines are, where that is asked for. */
  readonly writers: string | undefined;
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
const shortId = 9;
const longestSubject = 280;

export function* composeHistoryAnswer(material: HistoryMaterial): Generator<string> {
  const { commits, asOf, code, codeSentences, writers } = material;
  let told = 0;
  for (const sentence of code) {
    if (told === 0) yield `### The code, as of ${asOf.slice(0, shortId)}\n\n`;
    yield sentence;
    told += 1;
    if (told === codeSentences) break;
  }
  if (commits.length > 0) yield '### Its history\n\n';
  if (writers !== undefined && commits.length > 0)
    yield citedSentence(
      writers,
      commits.map(({ commit }) => commit),
    );
  for (const [index, one] of commits.entries()) yield* commitSentences(material, one, index === 0);
  yield* discussionSentences(material.discussions, material.question, material.weight);
  yield* releaseSentences(material.releases);
  const [first] = commits;
  if (first !== undefined)
    yield `${endOfChain(first.commit, material.discussions)} [chunk:${first.commit.id}].\n\n`;
}

/** Where the chain of the best commit ends. Told by the query, not by the message. */
export function endOfChain(
  { commit, pullRequest, issues }: CommitEvidence,
  discussions: readonly ComposedDiscussion[] = [],
): string {
  const brought = discussions.find((one) => one.brought?.commit === commit);
  if (brought !== undefined) return endWith(brought, discussions);
  const further = [
    ...(pullRequest === undefined ? [] : [`pull request #${pullRequest.number}`]),
    ...issues.map((number) => `#${number}`),
  ];
  return further.length === 0
    ? 'The chain ends with this commit: it names no pull request and no issue'
    : `The chain ends with what its message says: the discussion of ${further.join(', ')} is not indexed`;
}

function endWith({ evidence }: ComposedDiscussion, discussions: readonly ComposedDiscussion[]): string {
  const issue = discussions.find(
    ({ evidence: one }) =>
      one.kind === 'issue' && (evidence.closes.includes(one.number) || one.closes.includes(evidence.number)),
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
  const subject = quotable(commit.subject, commit) ? `: “${commit.subject}”` : '';
  const who = `commit \`${commit.commit.slice(0, shortId)}\` of ${formatDay(commit.authoredAt)} by \`${writerOf(commit)}\``;
  if (span === undefined || reason === 'mentions')
    yield citedSentence(`${capitalize(who)}${subject === '' ? ' is of it' : ` says${subject}`}`, [commit]);
  else
    yield citedSentence(
      `${placeOf(span)} ${span.startLine === span.endLine ? 'was' : 'were'} ${verbs[reason]} by ${who}${subject}`,
      [span, commit],
    );
  const quote = bodyQuote(question, { commit, body }, weight);
  if (quote !== '') yield citedSentence(`Its message says: “${quote}”`, [commit]);
  if (!isFirst) return;
  if (commit.pullRequest !== undefined) {
    const { number, title } = commit.pullRequest;
    const titled =
      title !== undefined && title !== commit.subject && quotable(title, commit) ? `, “${title}”` : '';
    yield citedSentence(`Its message names pull request \`#${number}\`${titled}`, [commit]);
  }
  if (commit.issues.length > 0)
    yield citedSentence(`Its message names ${commit.issues.map((number) => `\`#${number}\``).join(', ')}`, [
      commit,
    ]);
}

/** The sentence of the body that says most of what was asked; trailers and lists of files are no sentences. */
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
  return quotable(quote, commit) ? quote : '';
}

function quotable(text: string, { text: record }: CommitEvidence): boolean {
  return (
    text.length > 2 &&
    text.length <= longestSubject &&
    !/[“”]|\[chunk:/.test(text) &&
    createTextMatcher(record).containsQuote(text)
  );
}

function placeOf({ path, startLine, endLine }: Evidence): string {
  const lines = startLine === endLine ? `Line ${startLine}` : `Lines ${startLine}–${endLine}`;
  return `${lines} of \`${path}\``;
}

/** Others are told together. */
const mostNamed = 4;

export function writersSentence(path: string, { authors: writers, lines, unknown }: LineAuthorship): string {
  const named = writers.slice(0, mostNamed);
  const others = writers.slice(mostNamed);
  const left = others.reduce((sum, one) => sum + one.lines, 0);
  const parts = [
    ...named.map(
      (one, index) => `${one.lines}${index === 0 ? ' were last changed' : ''} by \`${writerOf(one)}\``,
    ),
    ...(others.length === 0
      ? []
      : [`${left} by ${others.length} ${others.length === 1 ? 'other' : 'others'}`]),
    ...(unknown === 0 ? [] : [`of ${unknown} it is not known`]),
  ];
  return `Of the ${lines} lines of \`${path}\`, ${parts.join(', ')}`;
}
