/** Writes discussions as people do: descriptions, comments, reviews and review comments. The caller decides which part states a reason. */

import type { ChangedSymbol } from './changed-symbols.ts';
import type { CommentData, IssueData, PullRequestData, ReviewData } from './discussion-data.ts';
import { names, smallTalk } from './discussion-facts.ts';
import { fillTemplate } from './fact-writer.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface PlacedStatement {
  readonly where: 'body' | 'comment' | 'review' | 'review-comment';
  readonly statement: string;
}

interface Parts {
  readonly random: SeededRandom;
  readonly subject: ChangedSymbol;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** @param options `closes` is the number of the issue that the pull request closes */
export function writePullRequest(
  parts: Parts,
  options: {
    readonly number: number;
    readonly closes: number | undefined;
    readonly statements: readonly PlacedStatement[];
  },
): PullRequestData {
  const { random, subject } = parts;
  const createdAt = subject.committedAt - random.nextInteger(1, 9) * dayMs;
  const title = createTitle(subject);
  const statementsAt = (where: PlacedStatement['where']): string[] =>
    options.statements.filter((placed) => placed.where === where).map(({ statement }) => statement);
  const smallTalkComments = Array.from({ length: random.nextInteger(1, 3) }, () => pickSmallTalk(parts));
  return {
    number: options.number,
    title,
    body: writeBody(parts, { title, reasons: statementsAt('body'), closes: options.closes }),
    author: createLogin(subject.author),
    createdAt: formatTime(createdAt),
    updatedAt: formatTime(subject.committedAt),
    labels: random.pick([[], ['enhancement'], ['bug'], ['bug', 'needs review'], ['internal']]),
    comments: writeComments(
      parts,
      random.shuffle([...smallTalkComments, ...statementsAt('comment')]),
      createdAt,
    ),
    state: 'MERGED',
    mergedAt: formatTime(subject.committedAt),
    mergeCommit: subject.commit,
    closes: options.closes === undefined ? [] : [options.closes],
    reviews: writeReviews(parts, {
      reviewStatements: statementsAt('review'),
      lineStatements: statementsAt('review-comment'),
      createdAt,
    }),
  };
}

/** @param options `closedBy` is the number of the pull request, or the id of the commit, that closes the issue */
export function writeIssue(
  parts: Parts,
  options: {
    readonly number: number;
    readonly closedBy: number | string;
    readonly statements: readonly PlacedStatement[];
  },
): IssueData {
  const { random, subject } = parts;
  const { symbol } = subject;
  const createdAt = subject.committedAt - random.nextInteger(10, 60) * dayMs;
  const statementsAt = (where: PlacedStatement['where']): string[] =>
    options.statements.filter((placed) => placed.where === where).map(({ statement }) => statement);
  const title = random.pick([
    `${symbol} does not do what it says`,
    `Trouble with ${symbol}`,
    `Rethink ${symbol}`,
  ]);
  const opening = random.pick([
    `I am not sure this is the right place, but \`${symbol}\` surprised us.`,
    `Reading \`${subject.path}\`, I wonder about \`${symbol}\`.`,
    `Something about \`${symbol}\` is off.`,
  ]);
  const smallTalkComments = [pickSmallTalk(parts), 'Thanks for the report, I will have a look.'];
  return {
    number: options.number,
    title,
    body: [
      '### What happens',
      opening,
      ...statementsAt('body'),
      '### What should happen',
      'Something else.',
    ].join('\n\n'),
    author: random.pick(reporters),
    createdAt: formatTime(createdAt),
    updatedAt: formatTime(subject.committedAt),
    labels: random.pick([[], ['bug'], ['question'], ['bug', 'confirmed']]),
    comments: writeComments(
      parts,
      random.shuffle([...smallTalkComments, ...statementsAt('comment')]),
      createdAt,
    ),
    state: 'CLOSED',
    stateReason: 'COMPLETED',
    closedAt: formatTime(subject.committedAt),
    closedBy: options.closedBy,
  };
}

const reporters = ['dockside', 'pilot-anne', 'm-okafor', 'svenja', 'lock-keeper', 'tidewatch'] as const;

/** Returns the title of the merge or squash commit, without the number. */
function createTitle({ subject, rest }: ChangedSymbol): string {
  const merged = subject.startsWith('Merge pull request') ? rest.split('\n')[0] : undefined;
  return (merged === undefined || merged === '' ? subject : merged).replace(/ \(#\d+\)$/, '');
}

function writeBody(
  { random, subject }: Parts,
  {
    title,
    reasons,
    closes,
  }: { readonly title: string; readonly reasons: readonly string[]; readonly closes: number | undefined },
): string {
  const closing = closes === undefined ? [] : [`${random.pick(['Fixes', 'Closes', 'Resolves'])} #${closes}.`];
  const checks = ['- [x] tests', `- [${random.pick(['x', ' '])}] changelog`].join('\n');
  const touchedSymbol = `Touches \`${subject.symbol}\` in \`${subject.path}\`.`;
  return random
    .pick([
      [
        '## What',
        `${title}. ${touchedSymbol}`,
        ...(reasons.length > 0 ? ['## Why'] : []),
        ...reasons,
        ...closing,
        checks,
      ],
      [`${title}.`, ...reasons, touchedSymbol, ...closing],
      [...closing, touchedSymbol, ...reasons, '<!-- Thank you for contributing! -->', checks],
    ])
    .join('\n\n');
}

const pickSmallTalk = ({ random, subject }: Parts): string =>
  fillTemplate(random.pick(smallTalk), { symbol: subject.symbol });

/** Writes comments that are hours apart. No comment is later than the commit that closes the discussion. */
function writeComments(
  { random, subject }: Parts,
  bodies: readonly string[],
  from: number,
): readonly CommentData[] {
  let time = from;
  return bodies.map((body) => {
    time = Math.min(time + random.nextInteger(1, 20) * hourMs, subject.committedAt);
    return { author: pickAuthor(random), body, createdAt: formatTime(time) };
  });
}

/** Picks an author, which is sometimes a deleted account or a bot. */
function pickAuthor(random: SeededRandom): string | null {
  const chance = random.next();
  if (chance < 0.05) return null;
  return chance < 0.1 ? 'ci-robot[bot]' : random.pick(names.person).toLowerCase();
}

function writeReviews(
  parts: Parts,
  options: {
    readonly reviewStatements: readonly string[];
    readonly lineStatements: readonly string[];
    readonly createdAt: number;
  },
): readonly ReviewData[] {
  const { random, subject } = parts;
  const comment = (body: string, hours: number): ReviewData['comments'][number] => ({
    author: pickAuthor(random),
    body,
    createdAt: formatTime(options.createdAt + hours * hourMs),
    path: subject.path,
    line: random.next() < 0.2 ? null : subject.line,
    originalLine: subject.line,
  });
  const review: ReviewData = {
    author: pickAuthor(random),
    body: options.reviewStatements.join('\n\n'),
    state: random.pick(['COMMENTED', 'CHANGES_REQUESTED']),
    submittedAt: formatTime(options.createdAt + 5 * hourMs),
    comments: [comment(pickSmallTalk(parts), 4), ...options.lineStatements.map((body) => comment(body, 5))],
  };
  const approval: ReviewData = {
    author: pickAuthor(random),
    body: random.pick(['', 'Thanks!', 'Good to go.']),
    state: 'APPROVED',
    submittedAt: formatTime(options.createdAt + 20 * hourMs),
    comments: [],
  };
  return [review, approval];
}

/** Derives a login from a person's name. */
const createLogin = (author: string): string =>
  author
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 39) || 'someone';

const formatTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
