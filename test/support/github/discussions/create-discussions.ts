/**
 * Creates pull requests and issues about the commits of a real repository, the same for the same seed. Their texts state reasons that no
 * commit message states. Each reason comes with a question whose source is known, for evaluations.
 */

import type { IssueData, PullRequestData } from './discussion-data.ts';
import { findChangedSymbols, type ChangedSymbol } from './changed-symbols.ts';
import { changeFacts, reportFacts } from './discussion-facts.ts';
import { createFactWriter, type FactWriter, type WrittenFact } from './fact-writer.ts';
import { createGitReader } from '../git-reader.ts';
import { writeIssue, writePullRequest, type PlacedStatement } from './discussion-text.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

export interface DiscussionFact extends WrittenFact {
  /** Number of the pull request or issue that contains the fact. */
  readonly number: number;
  readonly kind: 'pull-request' | 'issue';
  readonly where: 'body' | 'comment' | 'review' | 'review-comment';
  readonly symbol: string;
  readonly path: string;
  readonly commit: string;
}

export interface Discussions {
  readonly pullRequests: readonly PullRequestData[];
  readonly issues: readonly IssueData[];
  readonly facts: readonly DiscussionFact[];
}

interface DiscussionRequest {
  /** A work tree or a bare repository. Its commits are read from HEAD. */
  readonly folder: string;
  readonly pullRequests: number;
  readonly issues: number;
  readonly seed: number;
}

/** The fraction of all issues that a pull request closes. */
const closedFraction = 0.6;
const places = ['body', 'comment', 'review', 'review-comment'] as const;

/** Creates fewer discussions than requested if too few commits define a symbol that no other subject has. */
export async function createDiscussions(counts: DiscussionRequest): Promise<Discussions> {
  const random = createSeededRandom(counts.seed);
  const closed = Math.min(counts.pullRequests, Math.ceil(counts.issues * closedFraction));
  const limit = counts.pullRequests + counts.issues - closed;
  const subjects = await findChangedSymbols(createGitReader(counts.folder), { limit, order: random.shuffle });
  const asPullRequests = new Set(subjects.slice(0, counts.pullRequests));
  const withIssue = new Set(subjects.slice(0, closed));
  const writer = createFactWriter(random);
  const numbers = createNumberAssigner(subjects);
  const discussions = {
    pullRequests: [] as PullRequestData[],
    issues: [] as IssueData[],
    facts: [] as DiscussionFact[],
  };
  const chronological = [...subjects].sort((a, b) => a.committedAt - b.committedAt);
  for (const subject of chronological) {
    const isPullRequest = asPullRequests.has(subject);
    const issue = withIssue.has(subject) || !isPullRequest ? numbers.forIssue(subject) : undefined;
    const pullRequest = isPullRequest ? numbers.forPullRequest(subject) : undefined;
    const parts = { random, writer, subject };
    if (issue !== undefined) {
      const { data, fact } = makeIssue(parts, issue, pullRequest ?? subject.commit);
      discussions.issues.push(data);
      discussions.facts.push(fact);
    }
    if (pullRequest === undefined) continue;
    const { data, facts } = makePullRequest(parts, pullRequest, issue);
    discussions.pullRequests.push(data);
    discussions.facts.push(...facts);
  }
  return discussions;
}

interface Parts {
  readonly random: SeededRandom;
  readonly writer: FactWriter;
  readonly subject: ChangedSymbol;
}

function makeIssue(
  parts: Parts,
  number: number,
  closedBy: number | string,
): { data: IssueData; fact: DiscussionFact } {
  const { random, writer, subject } = parts;
  const [written] = writer.write(reportFacts, subject, 1);
  const where = random.pick<PlacedStatement['where']>(['body', 'comment']);
  const data = writeIssue(parts, { number, closedBy, statements: [{ where, statement: written.statement }] });
  return { data, fact: { ...written, ...describeFact(subject), number, kind: 'issue', where } };
}

/** Makes a pull request with one reason, or with two in a third of the cases. */
function makePullRequest(
  parts: Parts,
  number: number,
  closes: number | undefined,
): { data: PullRequestData; facts: readonly DiscussionFact[] } {
  const { random, writer, subject } = parts;
  const written = writer.write(changeFacts, subject, random.next() < 1 / 3 ? 2 : 1);
  const order = random.shuffle(places);
  const placed = written.map((fact, index) => ({ fact, where: order[index] ?? ('body' as const) }));
  const statements: readonly PlacedStatement[] = placed.map(({ fact, where }) => ({
    where,
    statement: fact.statement,
  }));
  const data = writePullRequest(parts, { number, closes, statements });
  const facts = placed.map(({ fact, where }) => ({
    ...fact,
    ...describeFact(subject),
    number,
    kind: 'pull-request' as const,
    where,
  }));
  return { data, facts };
}

const describeFact = ({
  symbol,
  path,
  commit,
}: ChangedSymbol): Pick<DiscussionFact, 'symbol' | 'path' | 'commit'> => ({
  symbol,
  path,
  commit,
});

/** Numbers discussions. Uses a number from the commit message, such as `(#12)` or `Fixes #7`, once; otherwise the next number that no message mentions. */
function createNumberAssigner(subjects: readonly ChangedSymbol[]) {
  const mentioned = new Set(
    subjects.flatMap(({ subject, rest }) =>
      [...`${subject}\n${rest}`.matchAll(/#(\d{1,6})\b/g)].map(([, digits]) => Number(digits)),
    ),
  );
  const taken = new Set<number>();
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (mentioned.has(last) || taken.has(last));
    return last;
  };
  const assign = (digits: string | undefined): number => {
    const requested = Number(digits ?? 0);
    const number = requested > 0 && !taken.has(requested) ? requested : next();
    taken.add(number);
    return number;
  };
  return {
    forPullRequest: ({ subject }: ChangedSymbol) =>
      assign(/\(#(\d{1,6})\)$/.exec(subject)?.[1] ?? /^Merge pull request #(\d{1,6})\b/.exec(subject)?.[1]),
    forIssue: ({ rest }: ChangedSymbol) =>
      assign(/\b(?:close|fixe?|resolve)[sd]? #(\d{1,6})\b/i.exec(rest)?.[1]),
  };
}
