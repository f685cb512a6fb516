/**
 * Pull requests and issues over a real repository's commits, the same for the same seed. Their texts hold reasons that no commit message
 * has; for each of these comes a question whose right source is known, for evaluations.
 */

import type { IssueData, PullRequestData } from './discussion-data.ts';
import { changedSymbols, type ChangedSymbol } from './changed-symbols.ts';
import { changeFacts, reportFacts } from './discussion-facts.ts';
import { createFactWriter, type FactWriter, type WrittenFact } from './fact-writer.ts';
import { createGitReader } from './git-reader.ts';
import { writeIssue, writePullRequest, type Hidden } from './discussion-text.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

export interface DiscussionFact extends WrittenFact {
  /** Of the pull request or issue whose text holds it. */
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

interface DiscussionsWanted {
  /** A work tree or a bare repository; its HEAD is read. */
  readonly folder: string;
  readonly pullRequests: number;
  readonly issues: number;
  readonly seed: number;
}

/** Of all issues: those a pull request closes. */
const shareClosed = 0.6;
const places = ['body', 'comment', 'review', 'review-comment'] as const;

/** Fewer than wanted where the repository has not as many commits with a name of their own. */
export async function makeDiscussions(wanted: DiscussionsWanted): Promise<Discussions> {
  const random = createSeededRandom(wanted.seed);
  const closed = Math.min(wanted.pullRequests, Math.ceil(wanted.issues * shareClosed));
  const limit = wanted.pullRequests + wanted.issues - closed;
  const subjects = await changedSymbols(createGitReader(wanted.folder), { limit, order: random.shuffle });
  const asPullRequests = new Set(subjects.slice(0, wanted.pullRequests));
  const withIssue = new Set(subjects.slice(0, closed));
  const writer = createFactWriter(random);
  const number = createNumbers(subjects);
  const made = {
    pullRequests: [] as PullRequestData[],
    issues: [] as IssueData[],
    facts: [] as DiscussionFact[],
  };
  const inTime = [...subjects].sort((one, other) => one.committedAt - other.committedAt);
  for (const subject of inTime) {
    const isPullRequest = asPullRequests.has(subject);
    const issue = withIssue.has(subject) || !isPullRequest ? number.ofIssue(subject) : undefined;
    const pullRequest = isPullRequest ? number.ofPullRequest(subject) : undefined;
    const parts = { random, writer, subject };
    if (issue !== undefined) {
      const { data, fact } = makeIssue(parts, issue, pullRequest ?? subject.commit);
      made.issues.push(data);
      made.facts.push(fact);
    }
    if (pullRequest === undefined) continue;
    const { data, facts } = makePullRequest(parts, pullRequest, issue);
    made.pullRequests.push(data);
    made.facts.push(...facts);
  }
  return made;
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
  const where = random.pick<Hidden['where']>(['body', 'comment']);
  const data = writeIssue(parts, { number, closedBy, hidden: [{ where, statement: written.statement }] });
  return { data, fact: { ...written, ...about(subject), number, kind: 'issue', where } };
}

/** One reason, and another one in every third. */
function makePullRequest(
  parts: Parts,
  number: number,
  closes: number | undefined,
): { data: PullRequestData; facts: readonly DiscussionFact[] } {
  const { random, writer, subject } = parts;
  const written = writer.write(changeFacts, subject, random.next() < 1 / 3 ? 2 : 1);
  const order = random.shuffle(places);
  const placed = written.map((fact, at) => ({ fact, where: order[at] ?? ('body' as const) }));
  const hidden: readonly Hidden[] = placed.map(({ fact, where }) => ({ where, statement: fact.statement }));
  const data = writePullRequest(parts, { number, closes, hidden });
  const facts = placed.map(({ fact, where }) => ({
    ...fact,
    ...about(subject),
    number,
    kind: 'pull-request' as const,
    where,
  }));
  return { data, facts };
}

const about = ({
  symbol,
  path,
  commit,
}: ChangedSymbol): Pick<DiscussionFact, 'symbol' | 'path' | 'commit'> => ({
  symbol,
  path,
  commit,
});

/** Numbers commit messages tell already, `(#12)` and `Fixes #7`, each once; else the next that no message tells. */
function createNumbers(subjects: readonly ChangedSymbol[]) {
  const told = new Set(
    subjects.flatMap(({ subject, rest }) =>
      [...`${subject}\n${rest}`.matchAll(/#(\d{1,6})\b/g)].map(([, digits]) => Number(digits)),
    ),
  );
  const taken = new Set<number>();
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (told.has(last) || taken.has(last));
    return last;
  };
  const take = (digits: string | undefined): number => {
    const asked = Number(digits ?? 0);
    const number = asked > 0 && !taken.has(asked) ? asked : next();
    taken.add(number);
    return number;
  };
  return {
    ofPullRequest: ({ subject }: ChangedSymbol) =>
      take(/\(#(\d{1,6})\)$/.exec(subject)?.[1] ?? /^Merge pull request #(\d{1,6})\b/.exec(subject)?.[1]),
    ofIssue: ({ rest }: ChangedSymbol) =>
      take(/\b(?:close|fixe?|resolve)[sd]? #(\d{1,6})\b/i.exec(rest)?.[1]),
  };
}
