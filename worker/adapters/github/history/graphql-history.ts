/** Reads the history of a repository with GitHub's GraphQL API, which returns a page of discussions with their comments in one call. */

import type { DiscussionKind } from '../../../core/history/discussion.ts';
import { AppError } from '../../../core/errors.ts';
import type { HostedLocation } from '../../../core/repositories/source.ts';
import type { HistoryPage, HistorySource, HostedDiscussion } from '../../../ports/history-source.ts';
import {
  commitsByIdDocument,
  commitsDocument,
  issuesDocument,
  pullRequestsDocument,
} from './graphql-documents.ts';
import {
  requestHalving,
  isGivenUp,
  parsePosition,
  formatPosition,
  type SendGraphql,
  type GraphqlData,
} from './graphql-request.ts';
import { graphqlBlame } from './graphql-blame.ts';
import type { GraphNode } from './graphql-node.ts';
import { isCompleteDiscussion, readCommit, readIssue, readPullRequest } from './read-graphql.ts';

const commitPages = { defaultSize: 100, minSize: 10 };
const discussionPages = { defaultSize: 25, minSize: 5 };

/** Maximum paths per call of `blame`. GitHub computes each blame again and gives up after ten seconds. */
export const maxBlamePaths = 10;
export const maxCommitsById = 50;

type GraphqlSource = Pick<HistorySource, 'commits' | 'commitsById' | 'discussions' | 'blame'>;

export function graphqlHistory(send: SendGraphql): GraphqlSource {
  return {
    commits: createCommitsReader(send),
    commitsById: createCommitsByIdReader(send),
    discussions: createDiscussionsReader(send),
    blame: graphqlBlame(send),
  };
}

function createCommitsReader(send: SendGraphql): GraphqlSource['commits'] {
  return async (location, { head, since, cursor }, access) => {
    const position = parsePosition(cursor, commitPages);
    const variables = {
      ...repositoryVariables(location),
      head,
      after: position.after,
      since: toIsoDate(since),
    };
    const subject = fullName(location);
    const requestPage = async (first: number): Promise<GraphqlData> => {
      const data = await send(
        { document: commitsDocument, variables: { ...variables, first }, subject },
        access,
      );
      return requireCompleteCommits(data, location);
    };
    const data = await requestHalving(position, commitPages, requestPage, readHistory);
    const history = readHistory(data);
    if (history === undefined)
      throw data.error ?? new AppError('ref_not_found', `GitHub has no commit ${head} in ${subject}.`);
    const items = history.list('nodes').map((node) => readCommit(node, subject));
    return { ...readPageInfo(history, data, location), items };
  };
}

/** @throws a retryable error when a commit or its parents are missing, because older commits would then belong to no version */
function requireCompleteCommits(data: GraphqlData, location: HostedLocation): GraphqlData {
  const history = readHistory(data);
  if (history === undefined) return data;
  const isComplete = history.hasList('nodes') && history.countNulls('nodes') === 0;
  if (isComplete && history.list('nodes').every((node) => node.hasNodes('parents'))) return data;
  throw data.error ?? missingPageError(location);
}

function createCommitsByIdReader(send: SendGraphql): GraphqlSource['commitsById'] {
  return async (location, ids, access) => {
    const variables = Object.fromEntries(ids.map((id, index) => [`oid${index}`, id]));
    const document = commitsByIdDocument(ids.length);
    const data = await send(
      {
        document,
        variables: { ...repositoryVariables(location), ...variables },
        subject: fullName(location),
      },
      access,
    );
    const commits = ids.flatMap((_, index) => {
      const node = data.repository.node(`commit${index}`);
      return node === undefined || node.text('oid') === '' ? [] : [readCommit(node, fullName(location))];
    });
    return { commits, budget: data.budget };
  };
}

function createDiscussionsReader(send: SendGraphql): GraphqlSource['discussions'] {
  return async (location, { kind, since, cursor }, access) => {
    const position = parsePosition(cursor, discussionPages);
    const isIssueList = kind === 'issue';
    const getList = ({ repository }: GraphqlData): GraphNode | undefined =>
      repository.node(isIssueList ? 'issues' : 'pullRequests');
    const document = isIssueList ? issuesDocument : pullRequestsDocument;
    const variables = {
      ...repositoryVariables(location),
      after: position.after,
      ...(isIssueList ? { since: toIsoDate(since) } : {}),
    };
    const requestPage = (first: number): Promise<GraphqlData> =>
      send({ document, variables: { ...variables, first }, subject: fullName(location) }, access);
    const data = await requestHalving(position, discussionPages, requestPage, getList);
    const connection = getList(data);
    if (connection === undefined) throw data.error ?? missingPageError(location);
    return filterSince(
      readDiscussions(connection, kind, data),
      since,
      readPageInfo(connection, data, location),
    );
  };
}

interface DiscussionPage {
  readonly discussions: readonly HostedDiscussion[];
  /** Discussions that are missing or incomplete. */
  readonly incomplete: number;
}

function readDiscussions(
  connection: GraphNode,
  kind: DiscussionKind,
  { repository, error }: GraphqlData,
): DiscussionPage {
  const name = repository.text('nameWithOwner');
  const nodes = connection.list('nodes');
  const isPartial = (node: GraphNode): boolean => isGivenUp(error) && !isCompleteDiscussion(node, kind);
  const discussions = nodes.flatMap((node) => {
    const discussion = kind === 'issue' ? readIssue(node, name) : readPullRequest(node, name);
    if (discussion === undefined) return [];
    return isPartial(node) ? { ...discussion, isIncomplete: true } : discussion;
  });
  const partialCount = nodes.filter(isPartial).length;
  return { discussions, incomplete: Math.max(partialCount, nodes.length - discussions.length) };
}

function readHistory({ repository }: GraphqlData): GraphNode | undefined {
  return repository.node('object')?.node('history');
}

type PageInfo = Omit<HistoryPage<never>, 'items'>;

/** @throws AppError `host_unavailable` when GitHub does not report whether there are more items */
function readPageInfo(
  connection: GraphNode,
  data: GraphqlData & { readonly size: number },
  location: HostedLocation,
): PageInfo {
  const page = connection.node('pageInfo');
  if (page === undefined) throw data.error ?? missingPageError(location);
  const after = page.text('endCursor');
  const total = connection.number('totalCount');
  return {
    next: page.flag('hasNextPage') && after !== '' ? formatPosition(data.size, after) : undefined,
    total,
    // The number of items is unknown for a page without its list.
    omitted: connection.hasList('nodes')
      ? connection.countNulls('nodes')
      : Math.min(data.size, total ?? data.size),
    budget: data.budget,
  };
}

/** GitHub has no date filter for pull requests and lists the last updated first, so reading ends after the first page that has items older than `since`. */
function filterSince(
  { discussions, incomplete }: DiscussionPage,
  since: number | undefined,
  pageInfo: PageInfo,
): HistoryPage<HostedDiscussion> {
  const items = since === undefined ? discussions : discussions.filter(({ updatedAt }) => updatedAt >= since);
  return {
    ...pageInfo,
    items,
    omitted: pageInfo.omitted + incomplete,
    next: items.length < discussions.length ? undefined : pageInfo.next,
  };
}

function toIsoDate(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

function fullName({ owner, name }: HostedLocation): string {
  return `${owner}/${name}`;
}

function missingPageError(location: HostedLocation): AppError {
  return new AppError('host_unavailable', `GitHub returned no data for a page of ${fullName(location)}.`);
}

function repositoryVariables({ owner, name }: HostedLocation): HostedLocation {
  return { owner, name };
}
