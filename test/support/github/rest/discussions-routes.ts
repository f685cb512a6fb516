/** Routes for lists of pull requests, issues and comments: https://docs.github.com/en/rest/issues/issues#list-repository-issues and related pages. */

import type {
  CommentData,
  IssueData,
  PullRequestData,
  ReviewCommentData,
} from '../discussions/discussion-data.ts';
import { json } from '../reply.ts';
import type { RepositoryCall, Handler } from './repository-call.ts';
import { issueCommentShape, issueShape, pullRequestShape, reviewCommentShape } from './discussion-shape.ts';
import { linkHeader, onPage, readPage } from './pages.ts';
import { repositoryShape } from './repository-shape.ts';

interface Dated {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly comments: readonly unknown[];
}

/** `/issues`: includes pull requests, as on GitHub. */
export const listIssues: Handler = async (call) => {
  const { hosted, url } = call;
  const all: readonly (IssueData | PullRequestData)[] = [
    ...(hosted.data.issues ?? []),
    ...(hosted.data.pullRequests ?? []),
  ];
  const sorted = sortItems(filterBySince(filterByState(all, url), url), url, 'desc');
  const page = readPage(url.searchParams);
  const shapes = onPage(sorted, page).map((item) => issueShape(call, item));
  return json(shapes, linkHeader(url, page, sorted.length));
};

/** `/pulls`: pull requests only. */
export const listPullRequests: Handler = async (call) => {
  const { hosted, url, state } = call;
  const sort = url.searchParams.get('sort') ?? 'created';
  const sorted = sortItems(
    filterByState(hosted.data.pullRequests ?? [], url),
    url,
    sort === 'created' ? 'desc' : 'asc',
  );
  const page = readPage(url.searchParams);
  const repository = await repositoryShape(state.url, hosted);
  const base = await hosted.defaultBranch();
  const shapes = onPage(sorted, page).map((item) => pullRequestShape(call, item, { repository, base }));
  return json(shapes, linkHeader(url, page, sorted.length));
};

/** `/issues/comments`: comments on issues and pull requests. */
export const listIssueComments: Handler = async (call) => {
  const { issues = [], pullRequests = [] } = call.hosted.data;
  const comments = [...issues, ...pullRequests].flatMap((discussion) =>
    discussion.comments.map((comment, index) => ({ ...getDates(comment), discussion, comment, index })),
  );
  return listPage(call, comments, ({ discussion, comment, index }) =>
    issueCommentShape(call, discussion, { comment, index }),
  );
};

/** `/pulls/comments`: review comments. */
export const listReviewComments: Handler = async (call) => {
  const comments = (call.hosted.data.pullRequests ?? []).flatMap((pullRequest) =>
    pullRequest.reviews
      .flatMap((review) => review.comments)
      .map((comment: ReviewCommentData, index) => ({ ...getDates(comment), pullRequest, comment, index })),
  );
  return listPage(call, comments, ({ pullRequest, comment, index }) =>
    reviewCommentShape(call, pullRequest, { comment, index }),
  );
};

/** Returns the dates of a comment. Comments are never edited on this server, so `updatedAt` equals `createdAt`. */
const getDates = ({ createdAt }: CommentData): Dated => ({ createdAt, updatedAt: createdAt, comments: [] });

async function listPage<Item extends Dated>(
  call: RepositoryCall,
  items: readonly Item[],
  shape: (item: Item) => unknown,
) {
  const { url } = call;
  const sorted = sortItems(filterBySince(items, url), url, 'asc');
  const page = readPage(url.searchParams);
  return json(onPage(sorted, page).map(shape), linkHeader(url, page, sorted.length));
}

function filterByState<Item extends { readonly state: string }>(
  items: readonly Item[],
  url: URL,
): readonly Item[] {
  const state = url.searchParams.get('state') ?? 'open';
  return items.filter((item) => state === 'all' || (item.state === 'OPEN') === (state === 'open'));
}

function filterBySince<Item extends Dated>(items: readonly Item[], url: URL): readonly Item[] {
  const from = Date.parse(url.searchParams.get('since') ?? '1970-01-01');
  return items.filter((item) => Date.parse(item.updatedAt) >= from);
}

function sortItems<Item extends Dated>(
  items: readonly Item[],
  url: URL,
  defaultDirection: 'asc' | 'desc',
): readonly Item[] {
  const sort = url.searchParams.get('sort') ?? 'created';
  const sign = (url.searchParams.get('direction') ?? defaultDirection) === 'desc' ? -1 : 1;
  const compare = (a: Item, b: Item): number => {
    if (sort === 'comments') return a.comments.length - b.comments.length;
    const [dateA, dateB] = sort === 'updated' ? [a.updatedAt, b.updatedAt] : [a.createdAt, b.createdAt];
    return Date.parse(dateA) - Date.parse(dateB);
  };
  return [...items].sort((a, b) => sign * compare(a, b));
}
