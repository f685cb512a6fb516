/** Routes REST calls by path. A former name returns a redirect with 301, an invisible repository 404, and a blocked repository 403 or 451. */

import type { Budgets } from '../budgets.ts';
import { json, type Reply } from '../reply.ts';
import { getFullName, lacksContentAccess, mayRead, type Hosted, type State, type Viewer } from '../state.ts';
import type { Handler } from './repository-call.ts';
import { redirectToArchive, compareCommits, getCommit, listCommits } from './commits-routes.ts';
import { listIssueComments, listIssues, listPullRequests, listReviewComments } from './discussions-routes.ts';
import { getBlob, getContents, getTree } from './files-routes.ts';
import { blockedAccess, lackingRight, needsToken, notFound } from './problems.ts';
import { getRef, getTag, listBranches, listTags, listMatchingRefs } from './refs-routes.ts';
import { repositoryShape, viewerShape } from './repository-shape.ts';
import { searchCode } from './search-code.ts';

interface RestCall {
  readonly url: URL;
  readonly accept: string;
  readonly viewer: Viewer;
}

export type AnswerRest = (call: RestCall) => Promise<Reply>;

/** Routes, named by the operation ids of GitHub's OpenAPI description. `path` matches the part after the repository's name. */
const routes: readonly Route[] = [
  {
    operation: 'repos/get',
    path: /^$/,
    handle: async ({ hosted, state }) => json(await repositoryShape(state.url, hosted)),
  },
  { operation: 'repos/list-commits', path: /^\/commits$/, handle: listCommits },
  { operation: 'repos/get-commit', path: /^\/commits\/(.+)$/, handle: getCommit },
  { operation: 'repos/list-branches', path: /^\/branches$/, handle: listBranches },
  { operation: 'repos/list-tags', path: /^\/tags$/, handle: listTags },
  // `refs` is the former name of the route, which GitHub still supports.
  { operation: 'git/get-ref', path: /^\/git\/refs?\/(.+)$/, handle: getRef },
  { operation: 'git/list-matching-refs', path: /^\/git\/matching-refs\/(.*)$/, handle: listMatchingRefs },
  { operation: 'git/get-tag', path: /^\/git\/tags\/([0-9a-f]{40})$/, handle: getTag },
  { operation: 'git/get-tree', path: /^\/git\/trees\/(.+)$/, handle: getTree },
  { operation: 'git/get-blob', path: /^\/git\/blobs\/([0-9a-f]{40})$/, handle: getBlob },
  { operation: 'repos/get-content', path: /^\/contents\/?(.*)$/, handle: getContents },
  {
    operation: 'repos/compare-commits-with-basehead',
    path: /^\/compare\/(.+?)\.\.\.(.+)$/,
    handle: compareCommits,
  },
  { operation: 'repos/download-tarball-archive', path: /^\/tarball(?:\/(.*))?$/, handle: redirectToArchive },
  { operation: 'issues/list-for-repo', path: /^\/issues$/, handle: listIssues },
  { operation: 'pulls/list', path: /^\/pulls$/, handle: listPullRequests },
  { operation: 'issues/list-comments-for-repo', path: /^\/issues\/comments$/, handle: listIssueComments },
  {
    operation: 'pulls/list-review-comments-for-repo',
    path: /^\/pulls\/comments$/,
    handle: listReviewComments,
  },
];

interface Route {
  readonly operation: string;
  readonly path: RegExp;
  readonly handle: Handler;
}

export const servedOperations: readonly string[] = [
  'users/get-authenticated',
  'rate-limit/get',
  'search/code',
  ...routes.map(({ operation }) => operation),
];

/** @param sign adds a token to the address of an archive */
export function createAnswerRest(state: State, budgets: Budgets, sign: (path: string) => string): AnswerRest {
  return async (call) => {
    const { url, viewer } = call;
    if (url.pathname === '/user') return answerUser(state, viewer);
    if (url.pathname === '/rate_limit') return answerRateLimit(budgets, viewer);
    if (url.pathname === '/search/code') return searchCode(state, viewer, url);
    const { hosted, rest, isFormerName } = findRepository(state, url.pathname);
    if (hosted === undefined || !mayRead(hosted, viewer)) throw notFound();
    if (isFormerName) return redirectToId(state, hosted, `${rest}${url.search}`);
    if (hosted.data.blocked !== undefined) throw blockedAccess(hosted.data.blocked, getFullName(hosted));
    if (rest !== '' && lacksContentAccess(hosted, viewer)) throw lackingRight();
    for (const { path, handle } of routes) {
      const match = path.exec(rest);
      if (match === null) continue;
      const canonical = new URL(`${state.url}/repositories/${hosted.id}${rest}${url.search}`);
      const captures = match.slice(1).map((part) => decodePart(part ?? ''));
      return handle({ state, hosted, viewer, sign, url: canonical, accept: call.accept, captures });
    }
    throw notFound();
  };
}

function answerUser(state: State, viewer: Viewer): Reply {
  if (viewer === undefined) throw needsToken();
  return json(viewerShape(state.url, viewer.login));
}

function answerRateLimit(budgets: Budgets, viewer: Viewer): Reply {
  const describeBudget = (resource: 'core' | 'graphql' | 'code_search'): Record<string, unknown> => {
    const { limit, remaining, used, reset } = budgets.current(viewer, resource);
    return { limit, remaining, used, reset, resource };
  };
  const core = describeBudget('core');
  // Other searches have a separate budget, which no call to this server uses.
  const search = { ...core, limit: 30, remaining: 30, used: 0, resource: 'search' };
  const resources = {
    core,
    search,
    graphql: describeBudget('graphql'),
    code_search: describeBudget('code_search'),
  };
  return json({ resources, rate: core });
}

interface RepositoryMatch {
  readonly hosted: Hosted | undefined;
  /** The part of the path after the repository, still encoded. */
  readonly rest: string;
  readonly isFormerName: boolean;
}

function findRepository(state: State, path: string): RepositoryMatch {
  const [, id, after = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  if (id !== undefined) return { hosted: state.byId(Number(id)), rest: after, isFormerName: false };
  const [, owner, name, rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (owner === undefined || name === undefined) return { hosted: undefined, rest: '', isFormerName: false };
  const found = state.find(decodePart(owner), decodePart(name));
  return { hosted: found?.hosted, rest, isFormerName: found?.isFormerName ?? false };
}

function redirectToId(state: State, hosted: Hosted, rest: string): Reply {
  const url = `${state.url}/repositories/${hosted.id}${rest}`;
  const body = {
    message: 'Moved Permanently',
    url,
    documentation_url:
      'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects',
  };
  return json(body, { location: url }, 301);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound();
  }
}
