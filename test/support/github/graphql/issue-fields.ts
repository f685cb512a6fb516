/** Returns the fields of issues: text, comments, mentions and the closing event. */

import type { IssueData } from '../discussions/discussion-data.ts';
import { nodeId } from '../state.ts';
import { actorFields } from './actor-fields.ts';
import { commentFields, labelFields, stripMarkdown } from './comment-fields.ts';
import { inOrder } from './connection.ts';
import { readTexts, type Arguments, type Fields } from './fields.ts';
import { issueByNumber, pullRequestByNumber, listPullRequests, type Scope } from './scope.ts';

export function issueFields(scope: Scope, data: IssueData): Fields {
  const url = `${scope.page}/issues/${data.number}`;
  return {
    __typename: 'Issue',
    id: nodeId('I', scope.hosted.id, data.number),
    databaseId: scope.hosted.id * 100_000 + data.number,
    number: data.number,
    url,
    title: data.title,
    body: data.body,
    bodyText: stripMarkdown(data.body),
    author: actorFields(data.author),
    state: data.state,
    stateReason: getStateReason(data),
    closed: data.state === 'CLOSED',
    createdAt: data.createdAt,
    updatedAt: data.updatedAt,
    closedAt: data.closedAt,
    repository: scope.repository,
    labels: (args: Arguments) => inOrder(data.labels, args, (name) => labelFields(scope, name)),
    comments: (args: Arguments) =>
      inOrder(data.comments, args, (comment) =>
        commentFields(scope, comment, { __typename: 'IssueComment', url }),
      ),
    closedByPullRequestsReferences: (args: Arguments) =>
      inOrder(
        listPullRequests(scope).filter((pullRequest) => pullRequest.closes.includes(data.number)),
        args,
        scope.pullRequest,
      ),
    timelineItems: (args: Arguments) => timeline(scope, data, args),
  };
}

const getStateReason = (data: IssueData): string | null =>
  data.stateReason ?? (data.state === 'CLOSED' ? 'COMPLETED' : null);

/** Returns the mentions and the closing event, sorted by time. Contains only events of the requested kinds. */
function timeline(scope: Scope, data: IssueData, args: Arguments): Fields {
  const kinds = readTexts(args, 'itemTypes');
  const isRequested = (kind: string): boolean => kinds?.includes(kind) ?? true;
  const events = [
    ...(isRequested('CROSS_REFERENCED_EVENT') ? mentions(scope, data) : []),
    ...(isRequested('CLOSED_EVENT') ? closings(scope, data) : []),
  ].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return { ...inOrder(events, args, (event) => event), updatedAt: data.updatedAt };
}

type Event = Fields & { readonly createdAt: string };

function mentions(scope: Scope, data: IssueData): readonly Event[] {
  const closers = listPullRequests(scope).filter((pullRequest) => pullRequest.closes.includes(data.number));
  const numbers = new Set([...closers.map(({ number }) => number), ...(data.mentionedBy ?? [])]);
  return [...numbers].flatMap((number) => {
    const pullRequest = pullRequestByNumber(scope, number);
    const source = pullRequest ?? issueByNumber(scope, number);
    if (source === undefined) return [];
    return [
      {
        __typename: 'CrossReferencedEvent',
        id: nodeId('CRE', scope.hosted.id, data.number, number),
        actor: actorFields(source.author),
        createdAt: source.createdAt,
        referencedAt: source.createdAt,
        isCrossRepository: false,
        willCloseTarget: pullRequest?.closes.includes(data.number) ?? false,
        source: () => createDiscussionFields(scope, number),
        target: () => issueFields(scope, data),
      },
    ];
  });
}

function createDiscussionFields(scope: Scope, number: number): Fields | null {
  const pullRequest = pullRequestByNumber(scope, number);
  if (pullRequest !== undefined) return scope.pullRequest(pullRequest);
  const issue = issueByNumber(scope, number);
  return issue === undefined ? null : scope.issue(issue);
}

function closings(scope: Scope, data: IssueData): readonly Event[] {
  const { closedAt, closedBy } = data;
  if (closedAt === null) return [];
  const closer = (): unknown => {
    if (closedBy === undefined) return null;
    return typeof closedBy === 'number'
      ? createDiscussionFields(scope, closedBy)
      : scope.commitBySha(closedBy);
  };
  const closingAuthor =
    typeof closedBy === 'number' ? pullRequestByNumber(scope, closedBy)?.author : undefined;
  return [
    {
      __typename: 'ClosedEvent',
      id: nodeId('CE', scope.hosted.id, data.number),
      actor: actorFields(closingAuthor ?? data.author),
      createdAt: closedAt,
      stateReason: getStateReason(data),
      closer,
      closable: () => issueFields(scope, data),
    },
  ];
}
