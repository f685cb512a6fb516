/** The past of a repository by GitHub's GraphQL, which tells a page of discussions with all that was said in one call. */

import { AppError } from '../../core/errors.ts';
import type { HostedPlace } from '../../core/source.ts';
import type { BlamedRun, HistoryPage, HistorySource, HostedDiscussion } from '../../ports/history-source.ts';
import {
  blameDocument,
  commitsByIdDocument,
  commitsDocument,
  issuesDocument,
  pullRequestsDocument,
} from './documents.ts';
import { askHalving, readPlace, writePlace, type AskGraphql, type Told } from './history-source-ask.ts';
import type { GraphNode } from './history-source-node.ts';
import { readCommit, readIssue, readPullRequest } from './history-source-read.ts';

const commitPages = { usual: 100, least: 10 };
const discussionPages = { usual: 25, least: 5 };

/** Paths of one call of `blame`: GitHub reckons each anew, and gives up after ten seconds. */
export const maxBlamed = 10;
export const maxCommitsOf = 50;

type GraphqlSource = Pick<HistorySource, 'commits' | 'commitsOf' | 'discussions' | 'blame'>;

export function graphqlHistory(ask: AskGraphql): GraphqlSource {
  return {
    async commits(place, { head, since, cursor }, access) {
      const at = readPlace(cursor, commitPages);
      const told = await askHalving(at, commitPages, (first) =>
        ask(
          {
            document: commitsDocument,
            variables: { ...namesOf(place), head, first, after: at.after, since: isoOf(since) },
            subject: nameOf(place),
          },
          access,
        ),
      );
      const history = told.repository.node('object')?.node('history');
      if (history === undefined)
        throw new AppError('ref_not_found', `GitHub knows no commit ${head} of ${nameOf(place)}.`);
      const items = listOf(history).map((node) => readCommit(node, nameOf(place)));
      return { items, ...restOf(history, told) };
    },
    async commitsOf(place, ids, access) {
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
    },
    async discussions(place, { kind, since, cursor }, access) {
      const at = readPlace(cursor, discussionPages);
      const isOfIssues = kind === 'issue';
      const told = await askHalving(at, discussionPages, (first) =>
        ask(
          {
            document: isOfIssues ? issuesDocument : pullRequestsDocument,
            variables: {
              ...namesOf(place),
              first,
              after: at.after,
              ...(isOfIssues ? { since: isoOf(since) } : {}),
            },
            subject: nameOf(place),
          },
          access,
        ),
      );
      const connection = told.repository.node(isOfIssues ? 'issues' : 'pullRequests');
      if (connection === undefined) throw untold(place);
      const name = told.repository.text('nameWithOwner');
      const read = listOf(connection).map((node) =>
        isOfIssues ? readIssue(node, name) : readPullRequest(node, name),
      );
      return changedSince(read, since, restOf(connection, told));
    },
    async blame(place, { commit, paths }, access) {
      const told = await blameOf(ask, place, { commit, paths, access });
      if (told !== undefined) return told;
      // One file that is not there takes all others with it: then each is asked for alone.
      const runs = new Map<string, readonly BlamedRun[]>();
      let budget;
      for (const path of paths) {
        const alone = await blameOf(ask, place, { commit, paths: [path], access });
        budget = alone?.budget ?? budget;
        for (const [name, of] of alone?.runs ?? []) runs.set(name, of);
      }
      return { runs, budget };
    },
  };
}

async function blameOf(
  ask: AskGraphql,
  place: HostedPlace,
  of: {
    readonly commit: string;
    readonly paths: readonly string[];
    readonly access: Parameters<AskGraphql>[1];
  },
): Promise<Awaited<ReturnType<HistorySource['blame']>> | undefined> {
  const variables = Object.fromEntries(of.paths.map((path, index) => [`path${index}`, path]));
  const told = await ask(
    {
      document: blameDocument(of.paths.length),
      variables: { ...namesOf(place), commit: of.commit, ...variables },
      subject: nameOf(place),
    },
    of.access,
  );
  const commit = told.repository.node('object');
  if (commit === undefined && told.errors > 0) return undefined;
  const runs = new Map<string, readonly BlamedRun[]>();
  for (const [index, path] of of.paths.entries()) {
    const blame = commit?.node(`file${index}`);
    if (blame === undefined) continue;
    runs.set(
      path,
      blame.list('ranges').map((range) => ({
        startLine: range.number('startingLine') ?? 0,
        endLine: range.number('endingLine') ?? 0,
        commit: range.node('commit')?.text('oid') ?? '',
      })),
    );
  }
  return { runs, budget: told.budget };
}

function listOf(connection: GraphNode): readonly GraphNode[] {
  return connection.list('nodes');
}

type Rest = Omit<HistoryPage<never>, 'items'>;

function restOf(connection: GraphNode, told: Told & { readonly size: number }): Rest {
  const page = connection.node('pageInfo');
  const after = page?.text('endCursor') ?? '';
  const hasMore = page?.flag('hasNextPage') === true && after !== '';
  return {
    next: hasMore ? writePlace(told.size, after) : undefined,
    total: connection.number('totalCount'),
    leftOut: connection.gaps('nodes'),
    budget: told.budget,
  };
}

/** The host tells pull requests the last changed first and has no filter: the page that reaches further back is the last. */
function changedSince(
  read: readonly (HostedDiscussion | undefined)[],
  since: number | undefined,
  rest: Rest,
): HistoryPage<HostedDiscussion> {
  const told = read.filter((one) => one !== undefined);
  const items = since === undefined ? told : told.filter(({ updatedAt }) => updatedAt >= since);
  return {
    ...rest,
    items,
    leftOut: rest.leftOut + read.length - told.length,
    next: items.length < told.length ? undefined : rest.next,
  };
}

function isoOf(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

function nameOf({ owner, name }: HostedPlace): string {
  return `${owner}/${name}`;
}

function untold(place: HostedPlace): AppError {
  return new AppError('host_unavailable', `GitHub did not tell the discussions of ${nameOf(place)}.`);
}

function namesOf({ owner, name }: HostedPlace): HostedPlace {
  return { owner, name };
}
