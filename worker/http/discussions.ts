/** Routes of pull requests and issues, and the links from commits to them. */

import type { DiscussionRowView, DiscussionView } from '../contract/discussions/schema.ts';
import { discussionRoute, discussionsRoute } from '../contract/discussions/routes.ts';
import type { Discussion } from '../core/history/discussion.ts';
import {
  readDiscussion,
  searchDiscussions,
  type CommitDiscussions,
} from '../flows/browse/read-discussions.ts';
import type { App } from './context.ts';

const defaultDiscussions = 20;

export function bindDiscussions(app: App): void {
  app.openapi(discussionsRoute, async (context) => {
    const { query = '', version, limit = defaultDiscussions } = context.req.valid('query');
    const request = { ...context.req.valid('param'), version, query, limit };
    const { hits, counts, notes } = await searchDiscussions(
      context.get('services'),
      context.get('viewer'),
      request,
    );
    const discussions = hits.map((hit) => ({
      ...rowToWire(hit),
      score: Math.round(hit.score * 1000) / 1000,
    }));
    return context.json({ discussions, counts, notes: [...notes] }, 200);
  });

  app.openapi(discussionRoute, async (context) => {
    const request = { ...context.req.valid('param'), version: context.req.valid('query').version };
    const found = await readDiscussion(context.get('services'), context.get('viewer'), request);
    return context.json(threadToWire(found), 200);
  });
}

function threadToWire({ discussion, linked }: Awaited<ReturnType<typeof readDiscussion>>): DiscussionView {
  return {
    ...rowToWire(discussion),
    body: discussion.body,
    cut: discussion.isCut,
    mergeCommit: discussion.mergeCommit ?? null,
    linked: linked.map(rowToWire),
    remarks: discussion.comments.map(({ writtenAt, isCut, path, line, ...comment }) => ({
      ...comment,
      date: toIsoTime(writtenAt),
      cut: isCut,
      ...(path === undefined ? {} : { path }),
      ...(line === undefined ? {} : { line }),
    })),
    moreRemarks: discussion.moreComments,
  };
}

function rowToWire(row: Omit<Discussion, 'comments'>): DiscussionRowView {
  const { kind, number, title, author, openedAt, closedAt, labels, url } = row;
  return {
    kind,
    number,
    title,
    author,
    openedAt: toIsoTime(openedAt),
    closedAt: toIsoTime(closedAt),
    labels: [...labels],
    url,
  };
}

function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A pull request or issue that a commit belongs to. */
interface LinkView {
  number: number;
  title: string;
  url: string;
}

/** The links from a commit to its pull request and issues. */
export function linksToWire(known: CommitDiscussions | undefined): {
  pullRequest?: LinkView;
  linkedIssues?: LinkView[];
} {
  const link = ({ number, title, url }: LinkView): LinkView => ({ number, title, url });
  return {
    ...(known?.pullRequest === undefined ? {} : { pullRequest: link(known.pullRequest) }),
    ...(known === undefined || known.issues.length === 0 ? {} : { linkedIssues: known.issues.map(link) }),
  };
}
