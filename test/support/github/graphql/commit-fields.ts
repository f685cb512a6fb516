/** Returns the fields of commits: message, people, history, blame and files. */

import { logCommits, type GitCommit, type GitPerson, parseNoreplyLogin } from '../commits.ts';
import { toUtc } from '../rest/repository-shape.ts';
import { nodeId } from '../state.ts';
import { actorFields } from './actor-fields.ts';
import { encodeCursor, inOrder, invalidCursor, decodeCursor } from './connection.ts';
import { readNumber, readObject, readText, type Arguments, type Fields } from './fields.ts';
import { refuse } from './refusals.ts';
import type { Scope } from './scope.ts';
import { treeFields } from './tree-fields.ts';
import type { GitReader } from '../git-reader.ts';

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
      inOrder((await scope.pullRequestsByCommit()).get(commit.sha) ?? [], args, scope.pullRequest),
    blame: (args: Arguments) => blame(scope, commit.sha, readText(args, 'path') ?? ''),
  };
}

function personFields({ name, email, date }: GitPerson): Fields {
  const login = parseNoreplyLogin(email);
  const user = login === undefined || login.endsWith('[bot]') ? null : actorFields(login);
  return { __typename: 'GitActor', name, email, date, user };
}

/** Returns a page of the history. A cursor is `<first commit> <offset>`, as on GitHub, so only the commits of the page are read. */
async function history({ hosted, commit }: Scope, start: string, args: Arguments): Promise<Fields> {
  const { git } = hosted;
  const first = readNumber(args, 'first');
  // Pages from the end are not implemented, since they would require reading the whole history.
  if (first === undefined)
    throw refuse('MISSING_PAGINATION_BOUNDARIES', 'This fake supports `history` only with `first`.');
  const skipped = readCursorOffset(readText(args, 'after'), start);
  const path = readText(args, 'path');
  const author = readObject(args, 'author');
  const emails = Array.isArray(author['emails'])
    ? author['emails'].map((email) => `--author=<${String(email)}>`)
    : [];
  const limits = ['since', 'until'].flatMap((name) => {
    const date = readText(args, name);
    return date === undefined ? [] : [`--${name}=${date}`];
  });
  const range = [...emails, ...limits, start, '--', ...(path === undefined ? [] : [path])];
  const total = Number((await git.text(['rev-list', '--count', ...range], true)) ?? 0);
  const commits = await logCommits(git, [`--skip=${skipped}`, `--max-count=${first}`, ...range], true);
  const cursors = commits.map((_, index) => encodeCursor(`${start} ${skipped + index}`));
  return {
    totalCount: total,
    nodes: () => commits.map(commit),
    edges: () => commits.map((item, index) => ({ cursor: cursors[index], node: commit(item) })),
    pageInfo: {
      hasNextPage: skipped + commits.length < total,
      hasPreviousPage: skipped > 0,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

function readCursorOffset(after: string | undefined, start: string): number {
  if (after === undefined) return 0;
  const [sha, offset = ''] = decodeCursor(after).split(' ');
  if (sha !== start || !/^\d+$/.test(offset)) throw invalidCursor(after);
  return Number(offset) + 1;
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

interface BlameRange {
  /** 1-based, both ends included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly commit: string;
}

/** @returns undefined if the commit has no such file */
export async function readBlame(
  git: GitReader,
  sha: string,
  path: string,
): Promise<readonly BlameRange[] | undefined> {
  const output = await git.text(['blame', '--incremental', sha, '--', path], true);
  if (output === undefined) return undefined;
  const pieces = [...output.matchAll(/^([0-9a-f]{40}) \d+ (\d+) (\d+)$/gm)].map(
    ([, commit = '', line, count]) => ({
      commit,
      startLine: Number(line),
      endLine: Number(line) + Number(count) - 1,
    }),
  );
  const ranges: BlameRange[] = [];
  for (const piece of pieces.sort((a, b) => a.startLine - b.startLine)) {
    const last = ranges.at(-1);
    if (last?.commit === piece.commit) ranges[ranges.length - 1] = { ...last, endLine: piece.endLine };
    else ranges.push(piece);
  }
  return ranges;
}
