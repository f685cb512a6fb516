/** The past of a repository by GitHub's GraphQL, which tells a page of discussions with all that was said in one call. */

import type { DiscussionKind } from '../../../core/history/discussion.ts';
import { AppError } from '../../../core/errors.ts';
import type { HostedLocation } from '../../../core/repositories/source.ts';
import type { HistoryPage, HistorySource, HostedDiscussion } from '../../../ports/history-source.ts';
import { commitsByIdDocument, commitsDocument, issuesDocument, pullRequestsDocument } from './graphql-documents.ts';
import {
  askHalving,
  isGivenUp,
  readPlace,
  writePlace,
  type AskGraphql,
  type Told,
} from './graphql-request.ts';
import { graphqlBlame } from './graphql-blame.ts';
import type { GraphNode } from './graphql-node.ts';
import { isToldWhole, readCommit, readIssue, readPullRequest } from './read-graphql.ts';

const commitPages = { usual: 100, least: 10 };
const discussionPages = { usual: 25, least: 5 };

/** Paths of one call of `blame`: GitHub reckons each anew, and gives up after ten seconds. */
export const maxBlamed = 10;
export const maxCommitsOf = 50;

type GraphqlSource = Pick<HistorySource, 'commits' | 'commitsOf' | 'discussions' | 'blame'>;

export function graphqlHistory(ask: AskGraphql): GraphqlSource {
  return {
    commits: commitsBy(ask),
    commitsOf: commitsOfBy(ask),
    discussions: discussionsBy(ask),
    blame: graphqlBlame(ask),
  };
}

function commitsBy(ask: AskGraphql): GraphqlSource['commits'] {
  return async (place, { head, since, cursor }, access) => {
    const at = readPlace(cursor, commitPages);
    const asked = { ...namesOf(place), head, after: at.after, since: isoOf(since) };
    const subject = nameOf(place);
    const ofSize = async (first: number): Promise<Told> => {
      const told = await ask({ document: commitsDocument, variables: { ...asked, first }, subject }, access);
      return wholeCommits(told, place);
    };
    const told = await askHalving(at, commitPages, ofSize, historyOf);
    const history = historyOf(told);
    if (history === undefined)
      throw told.refused ?? new AppError('ref_not_found', `GitHub knows no commit ${head} of ${subject}.`);
    const items = history.list('nodes').map((node) => readCommit(node, subject));
    return { ...restOf(history, told, place), items };
  };
}

/** @throws what may mend where a commit is not told, or its parents: stored or left out, what is older would be of no version */
function wholeCommits(told: Told, place: HostedLocation): Told {
  const history = historyOf(told);
  if (history === undefined) return told;
  const isWhole = history.hasList('nodes') && history.gaps('nodes') === 0;
  if (isWhole && history.list('nodes').every((node) => node.hasNodes('parents'))) return told;
  throw told.refused ?? untold(place);
}

function commitsOfBy(ask: AskGraphql): GraphqlSource['commitsOf'] {
  return async (place, ids, access) => {
    const variables = Object.fromEntries(ids.map((id, index) => [`oid${index}`, id]));
    const document = commitsByIdDocument(ids.length);
    const told = await ask(
      { document, variables: { ...namesOf(place), ...variables }, subject: nameOf(place) },
      access,
    );
    const commits = ids.flatMap((_, index) => {
      const node = told.repository.node(`commit${index}`);
      return node === undefined || node.text('oid') === '' ? [] : [readCommit(node, nameOf(place))];
    });
    return { commits, budget: told.budget };
  };
}

function discussionsBy(ask: AskGraphql): GraphqlSource['discussions'] {
  return async (place, { kind, since, cursor }, access) => {
    const at = readPlace(cursor, discussionPages);
    const isOfIssues = kind === 'issue';
    const listOf = ({ repository }: Told): GraphNode | undefined =>
      repository.node(isOfIssues ? 'issues' : 'pullRequests');
    const document = isOfIssues ? issuesDocument : pullRequestsDocument;
    const asked = { ...namesOf(place), after: at.after, ...(isOfIssues ? { since: isoOf(since) } : {}) };
    const ofSize = (first: number): Promise<Told> =>
      ask({ document, variables: { ...asked, first }, subject: nameOf(place) }, access);
    const told = await askHalving(at, discussionPages, ofSize, listOf);
    const connection = listOf(told);
    if (connection === undefined) throw told.refused ?? untold(place);
    return changedSince(readDiscussions(connection, kind, told), since, restOf(connection, told, place));
  };
}

interface Read {
  readonly told: readonly HostedDiscussion[];
  /** Those that are not, or lack some of what was said. */
  readonly lacking: number;
}

function readDiscussions(connection: GraphNode, kind: DiscussionKind, { repository, refused }: Told): Read {
  const name = repository.text('nameWithOwner');
  const nodes = connection.list('nodes');
  const isInPart = (node: GraphNode): boolean => isGivenUp(refused) && !isToldWhole(node, kind);
  const told = nodes.flatMap((node) => {
    const read = kind === 'issue' ? readIssue(node, name) : readPullRequest(node, name);
    if (read === undefined) return [];
    return isInPart(node) ? { ...read, isInPart: true } : read;
  });
  const inPart = nodes.filter(isInPart).length;
  return { told, lacking: Math.max(inPart, nodes.length - told.length) };
}

function historyOf({ repository }: Told): GraphNode | undefined {
  return repository.node('object')?.node('history');
}

type Rest = Omit<HistoryPage<never>, 'items'>;

/** @throws AppError `host_unavailable` where it is not told whether there are more */
function restOf(connection: GraphNode, told: Told & { readonly size: number }, place: HostedLocation): Rest {
  const page = connection.node('pageInfo');
  if (page === undefined) throw told.refused ?? untold(place);
  const after = page.text('endCursor');
  const total = connection.number('totalCount');
  return {
    next: page.flag('hasNextPage') && after !== '' ? writePlace(told.size, after) : undefined,
    total,
    // Of a page without its list it is not known how many it had.
    leftOut: connection.hasList('nodes') ? connection.gaps('nodes') : Math.min(told.size, total ?? told.size),
    budget: told.budget,
  };
}

/** The host tells pull requests the last changed first and has no filter: the page that reaches further back is the last. */
function changedSince(
  { told, lacking }: Read,
  since: number | undefined,
  rest: Rest,
): HistoryPage<HostedDiscussion> {
  const items = since === undefined ? told : told.filter(({ updatedAt }) => updatedAt >= since);
  return {
    ...rest,
    items,
    leftOut: rest.leftOut + lacking,
    next: items.length < told.length ? undefined : rest.next,
  };
}

function isoOf(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

function nameOf({ owner, name }: HostedLocation): string {
  return `${owner}/${name}`;
}

function untold(place: HostedLocation): AppError {
  return new AppError('host_unavailable', `GitHub did not tell a page of ${nameOf(place)}.`);
}

function namesOf({ owner, name }: HostedLocation): HostedLocation {
  return { owner, name };
}
