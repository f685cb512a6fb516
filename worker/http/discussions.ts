/** Pull requests and issues, as they are read and as commits tell of them. */

import type { DiscussionRowView, DiscussionView } from '../contract/discussion.ts';
import { discussionRoute, discussionsRoute } from '../contract/discussion-routes.ts';
import type { Discussion } from '../core/discussion.ts';
import { readDiscussion, searchDiscussions, type CommitDiscussions } from '../flows/read-discussions.ts';
import type { App } from './app.ts';

const discussionsShown = 20;

export function bindDiscussions(app: App): void {
  app.openapi(discussionsRoute, async (context) => {
    const { query = '', version, limit = discussionsShown } = context.req.valid('query');
    const asked = { ...context.req.valid('param'), version, query, limit };
    const { hits, counts, notes } = await searchDiscussions(
      context.get('services'),
      context.get('viewer'),
      asked,
    );
    const discussions = hits.map((hit) => ({
      ...rowToWire(hit),
      score: Math.round(hit.score * 1000) / 1000,
    }));
    return context.json({ discussions, counts, notes: [...notes] }, 200);
  });

  app.openapi(discussionRoute, async (context) => {
    const asked = { ...context.req.valid('param'), version: context.req.valid('query').version };
    const found = await readDiscussion(context.get('services'), context.get('viewer'), asked);
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
    remarks: discussion.remarks.map(({ writtenAt, isCut, path, line, ...remark }) => ({
      ...remark,
      date: isoOf(writtenAt),
      cut: isCut,
      ...(path === undefined ? {} : { path }),
      ...(line === undefined ? {} : { line }),
    })),
    moreRemarks: discussion.moreRemarks,
  };
}

function rowToWire(row: Omit<Discussion, 'remarks'>): DiscussionRowView {
  const { kind, number, title, author, openedAt, closedAt, labels, url } = row;
  return {
    kind,
    number,
    title,
    author,
    openedAt: isoOf(openedAt),
    closedAt: isoOf(closedAt),
    labels: [...labels],
    url,
  };
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A discussion a commit is tied to. */
interface LinkView {
  number: number;
  title: string;
  url: string;
}

/** What a commit's own view gains by what is known of its discussions. */
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
