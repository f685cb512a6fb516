/** Commits: their message and people, what came before them, whose lines a file's are, and the files they hold. */

import { logCommits, type GitCommit, type GitPerson } from '../commits.ts';
import { toUtc } from '../rest/repository-shape.ts';
import { nodeId } from '../state.ts';
import { loginOfEmail } from '../accounts.ts';
import { actorFields } from './actor-fields.ts';
import { readBlame } from './read-blame.ts';
import { cursorOf, inOrder, invalidCursor, keyOf } from './connection.ts';
import { numberAt, objectOf, textOf, type Arguments, type Fields } from './fields.ts';
import { refuse } from './refusals.ts';
import type { Scope } from './scope.ts';
import { treeFields } from './tree-fields.ts';

export function commitFields(scope: Scope, commit: GitCommit): Fields {
  const [headline = ''] = commit.message.split('\n');
  return {
    __typename: 'Commit',
    id: nodeId('C', scope.hosted.id, commit.sha),
    oid: commit.sha,
    abbreviatedOid: commit.sha.slice(0, 7),
    url: `${scope.page}/commit/${commit.sha}`,
    commitUrl: `${scope.page}/commit/${commit.sha}`,
    message: commit.message,
    messageHeadline: headline,
    messageBody: commit.message.slice(headline.length).trim(),
    authoredDate: toUtc(commit.author.date),
    committedDate: toUtc(commit.committer.date),
    author: personFields(commit.author),
    committer: personFields(commit.committer),
    repository: scope.repository,
    tree: () => treeFields(scope, commit.tree),
    parents: (args: Arguments) => inOrder(commit.parents, args, scope.commitBySha),
    history: (args: Arguments) => history(scope, commit.sha, args),
    associatedPullRequests: async (args: Arguments) =>
      inOrder((await scope.broughtBy()).get(commit.sha) ?? [], args, scope.pullRequest),
    blame: (args: Arguments) => blame(scope, commit.sha, textOf(args, 'path') ?? ''),
  };
}

function personFields({ name, email, date }: GitPerson): Fields {
  const login = loginOfEmail(email);
  const user = login === undefined || login.endsWith('[bot]') ? null : actorFields(login);
  return { __typename: 'GitActor', name, email, date, user };
}

/** Cursors are `<commit it began at> <place>`, as GitHub's are. Only the commits of the page asked for are read. */
async function history({ hosted, commit }: Scope, start: string, args: Arguments): Promise<Fields> {
  const { git } = hosted;
  const first = numberAt(args, 'first');
  // Pages from the end are asked of no history here, and counting from there would read all of it.
  if (first === undefined)
    throw refuse('MISSING_PAGINATION_BOUNDARIES', '`history` is told by `first` alone here.');
  const skipped = skippedBy(textOf(args, 'after'), start);
  const path = textOf(args, 'path');
  const author = objectOf(args, 'author');
  const emails = Array.isArray(author['emails'])
    ? author['emails'].map((email) => `--author=<${String(email)}>`)
    : [];
  const limits = ['since', 'until'].flatMap((name) => {
    const date = textOf(args, name);
    return date === undefined ? [] : [`--${name}=${date}`];
  });
  const range = [...emails, ...limits, start, '--', ...(path === undefined ? [] : [path])];
  const total = Number((await git.text(['rev-list', '--count', ...range], true)) ?? 0);
  const commits = await logCommits(git, [`--skip=${skipped}`, `--max-count=${first}`, ...range], true);
  const cursors = commits.map((_, at) => cursorOf(`${start} ${skipped + at}`));
  return {
    totalCount: total,
    nodes: () => commits.map(commit),
    edges: () => commits.map((one, at) => ({ cursor: cursors[at], node: commit(one) })),
    pageInfo: {
      hasNextPage: skipped + commits.length < total,
      hasPreviousPage: skipped > 0,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

function skippedBy(after: string | undefined, start: string): number {
  if (after === undefined) return 0;
  const [sha, place = ''] = keyOf(after).split(' ');
  if (sha !== start || !/^\d+$/.test(place)) throw invalidCursor(after);
  return Number(place) + 1;
}

async function blame(scope: Scope, sha: string, path: string): Promise<Fields> {
  const ranges = await readBlame(scope.hosted.git, sha, path);
  if (ranges === undefined) throw refuse('NOT_FOUND', `Could not resolve file for path '${path}'.`);
  return {
    ranges: ranges.map(({ startLine, endLine, commit }) => ({
      startingLine: startLine,
      endingLine: endLine,
      age: 1,
      commit: () => scope.commitBySha(commit),
    })),
  };
}
