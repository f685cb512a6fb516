/** Resolves the GraphQL fields of a repository on the fake GitHub: refs, objects, pull requests and issues. */

import { readCommit } from '../commits.ts';
import type { PullRequestData } from '../discussions/discussion-data.ts';
import type { GitRef } from '../git-reader.ts';
import { getFullName, lacksContentAccess, nodeId, type Hosted, type Viewer } from '../state.ts';
import { actorFields } from './actor-fields.ts';
import { commitFields } from './commit-fields.ts';
import { connection, inOrder } from './connection.ts';
import { readNumber, readObject, readText, readTexts, type Arguments, type Fields } from './fields.ts';
import { issueFields } from './issue-fields.ts';
import { pullRequestFields } from './pull-request-fields.ts';
import { forbidden, unresolved } from './refusals.ts';
import { issueByNumber, listIssues, pullRequestByNumber, listPullRequests, type Scope } from './scope.ts';
import { blobFields, treeFields } from './tree-fields.ts';

/** Maximum number of commits to associate with the pull request of one merge. */
const maxMergeCommits = 250;

export function createScope(hosted: Hosted, viewer: Viewer): Scope {
  let byCommit: Promise<ReadonlyMap<string, readonly PullRequestData[]>> | undefined;
  const scope: Scope = {
    hosted,
    page: `https://github.com/${getFullName(hosted)}`,
    repository: () => repositoryFields(scope, viewer),
    commit: (commit) => commitFields(scope, commit),
    commitBySha: async (sha) => {
      const commit = await readCommit(hosted.git, sha);
      return commit === undefined ? null : commitFields(scope, commit);
    },
    pullRequest: (data) => pullRequestFields(scope, data),
    issue: (data) => issueFields(scope, data),
    pullRequestsByCommit: () => (byCommit ??= readPullRequestsByCommit(hosted)),
  };
  return scope;
}

/** Returns the pull requests of each commit. A merge contains the commits that only its second parent reaches, and a squash only itself. */
async function readPullRequestsByCommit(
  hosted: Hosted,
): Promise<ReadonlyMap<string, readonly PullRequestData[]>> {
  const byCommit = new Map<string, PullRequestData[]>();
  for (const data of hosted.data.pullRequests ?? []) {
    const commit = data.mergeCommit === null ? undefined : await readCommit(hosted.git, data.mergeCommit);
    if (commit === undefined) continue;
    const [first, second] = commit.parents;
    const range = [`--max-count=${maxMergeCommits}`, `${first ?? ''}..${second ?? ''}`];
    const output =
      second === undefined ? '' : ((await hosted.git.text(['rev-list', '--reverse', ...range], true)) ?? '');
    for (const sha of [...output.split('\n').filter((line) => line !== ''), commit.sha])
      byCommit.set(sha, [...(byCommit.get(sha) ?? []), data]);
  }
  return byCommit;
}

function repositoryFields(scope: Scope, viewer: Viewer): Fields {
  const { hosted } = scope;
  const { data, git } = hosted;
  return {
    __typename: 'Repository',
    id: nodeId('R', hosted.id),
    databaseId: hosted.id,
    name: data.name,
    nameWithOwner: getFullName(hosted),
    owner: actorFields(data.owner),
    url: scope.page,
    description: data.description ?? null,
    isPrivate: data.isPrivate ?? false,
    isArchived: data.isArchived ?? false,
    isEmpty: async () => (await git.refs()).length === 0,
    ...(lacksContentAccess(hosted, viewer) ? forbiddenFields : contentFields(scope)),
  };
}

const refuseField = (): never => {
  throw forbidden();
};
/** Fields of a repository whose contents the token cannot read. */
const forbiddenFields: Fields = Object.fromEntries(
  [
    'defaultBranchRef',
    'ref',
    'refs',
    'object',
    'pullRequests',
    'pullRequest',
    'issues',
    'issue',
    'issueOrPullRequest',
  ].map((name) => [name, refuseField]),
);

function contentFields(scope: Scope): Fields {
  const { hosted } = scope;
  const findRef = async (name: string): Promise<Fields | null> => {
    const ref = (await hosted.git.refs()).find(({ ref }) =>
      [ref, ref.replace(/^refs\/(heads|tags)\//, '')].includes(name),
    );
    return ref === undefined ? null : refFields(scope, ref);
  };
  return {
    defaultBranchRef: async () => findRef(`refs/heads/${await hosted.defaultBranch()}`),
    ref: (args: Arguments) => findRef(readText(args, 'qualifiedName') ?? ''),
    refs: async (args: Arguments) => {
      const prefix = readText(args, 'refPrefix') ?? '';
      const refs = (await hosted.git.refs()).filter(({ ref }) => ref.startsWith(prefix));
      return inOrder(refs, args, (ref) => refFields(scope, ref));
    },
    object: (args: Arguments) =>
      resolveObject(scope, readText(args, 'oid') ?? readText(args, 'expression') ?? ''),
    pullRequests: (args: Arguments) => {
      const states = readTexts(args, 'states');
      const items = listPullRequests(scope).filter(
        (pullRequest) => states?.includes(pullRequest.state) ?? true,
      );
      return connection({ ...sortItems(items, args), node: scope.pullRequest }, args);
    },
    issues: (args: Arguments) => {
      const filter = readObject(args, 'filterBy');
      const states = readTexts(args, 'states') ?? readTexts(filter, 'states');
      const since = Date.parse(readText(filter, 'since') ?? '1970-01-01');
      const items = listIssues(scope)
        .filter((issue) => states?.includes(issue.state) ?? true)
        .filter((issue) => Date.parse(issue.updatedAt) >= since);
      return connection({ ...sortItems(items, args), node: scope.issue }, args);
    },
    pullRequest: (args: Arguments) => getByNumber(scope, args, ['pullRequest']),
    issue: (args: Arguments) => getByNumber(scope, args, ['issue']),
    issueOrPullRequest: (args: Arguments) => getByNumber(scope, args, ['issue', 'pullRequest']),
  };
}

function getByNumber(scope: Scope, args: Arguments, kinds: readonly ('issue' | 'pullRequest')[]): Fields {
  const number = readNumber(args, 'number') ?? 0;
  const pullRequest = kinds.includes('pullRequest') ? pullRequestByNumber(scope, number) : undefined;
  if (pullRequest !== undefined) return scope.pullRequest(pullRequest);
  const issue = kinds.includes('issue') ? issueByNumber(scope, number) : undefined;
  if (issue !== undefined) return scope.issue(issue);
  const [kind = 'issue'] = kinds;
  const kindText =
    kinds.length > 1 ? 'an issue or pull request' : { issue: 'an Issue', pullRequest: 'a PullRequest' }[kind];
  throw unresolved(kindText, `number of ${number}`);
}

interface Sortable {
  readonly number: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly comments: readonly unknown[];
}

/** Sorts by `orderBy`, or oldest first by default. Equal items are sorted by number. A cursor contains the sort value and the number. */
function sortItems<Item extends Sortable>(
  unsorted: readonly Item[],
  args: Arguments,
): {
  readonly items: readonly Item[];
  readonly key: (item: Item) => string;
  readonly isAfter: (item: Item, key: string) => boolean;
} {
  const order = readObject(args, 'orderBy');
  const isDescending = order['direction'] === 'DESC';
  const key = (item: Item): string => {
    const number = String(item.number).padStart(9, '0');
    if (order['field'] === 'COMMENTS') return `${String(item.comments.length).padStart(9, '0')} ${number}`;
    return `${order['field'] === 'UPDATED_AT' ? item.updatedAt : item.createdAt} ${number}`;
  };
  const isAfter = (item: Item, cursorKey: string): boolean =>
    isDescending ? key(item) < cursorKey : key(item) > cursorKey;
  const items = [...unsorted].sort((a, b) => (isAfter(a, key(b)) ? 1 : -1));
  return { items, key, isAfter };
}

function refFields(scope: Scope, { ref, commit }: GitRef): Fields {
  const prefix = ref.startsWith('refs/heads/') ? 'refs/heads/' : 'refs/tags/';
  return {
    __typename: 'Ref',
    id: nodeId('REF', scope.hosted.id, ref),
    name: ref.slice(prefix.length),
    prefix,
    // An annotated tag is returned as its target.
    target: () => scope.commitBySha(commit),
  };
}

/** Resolves a hash or a ref, optionally followed by `:<path>`. */
async function resolveObject(scope: Scope, expression: string): Promise<unknown> {
  const { git } = scope.hosted;
  const colon = expression.indexOf(':');
  const commit = await git.resolveCommit(colon === -1 ? expression : expression.slice(0, colon));
  if (commit === undefined && !/^[0-9a-f]{40}$/.test(expression)) return null;
  if (colon === -1 && commit !== undefined) return scope.commitBySha(commit);
  const objectName = commit === undefined ? expression : `${commit}:${expression.slice(colon + 1)}`;
  const gitObject = await git.object(objectName);
  if (gitObject === undefined) return null;
  return gitObject.type === 'tree' ? treeFields(scope, gitObject.sha) : blobFields(scope, gitObject.sha);
}
