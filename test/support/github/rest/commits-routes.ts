/** Routes for commits, comparisons and archives. */

import { readChangesBetween, logCommits, readCommit, type GitCommit } from '../commits.ts';
import { bytes, json, redirect } from '../reply.ts';
import { getFullName, type Hosted } from '../state.ts';
import type { Handler } from './repository-call.ts';
import { commitShape, fileShape, commitWithFiles } from './commit-shape.ts';
import { linkHeader, onPage, readPage } from './pages.ts';
import { emptyRepository, notFound, unknownCommit } from './problems.ts';

/** `/commits/{ref}`: the commit with its files, or only its hash if the caller accepts the media type for hashes. */
export const getCommit: Handler = async (call) => {
  const { hosted, state } = call;
  const ref = call.captures[0] ?? '';
  const sha = await findRequestedCommit(hosted, ref);
  if (call.accept.includes('application/vnd.github.sha'))
    return bytes(Buffer.from(sha), 'application/vnd.github.sha; charset=utf-8', { etag: `"${sha}"` });
  const { shape, files } = await commitWithFiles(state.url, hosted, await requireCommit(hosted, sha));
  const page = readPage(call.url.searchParams, state.limits.filesPerPage, state.limits.filesPerPage);
  const availableFiles = files.slice(0, state.limits.filesOfCommit);
  return json(
    { ...shape, files: onPage(availableFiles, page) },
    linkHeader(call.url, page, availableFiles.length),
  );
};

/** `/commits`: newest first, filtered by `sha`, `path`, `since` and `until`. */
export const listCommits: Handler = async ({ hosted, state, url }) => {
  const query = url.searchParams;
  const start = await findRequestedCommit(hosted, query.get('sha') ?? (await hosted.defaultBranch()));
  const path = query.get('path');
  const range = ['since', 'until'].flatMap((name) =>
    query.has(name) ? [`--${name}=${query.get(name) ?? ''}`] : [],
  );
  const page = readPage(query);
  const revision = [start, '--', ...(path === null ? [] : [path])];
  const total = Number((await hosted.git.text(['rev-list', '--count', ...range, ...revision])) ?? 0);
  const logArguments = [
    ...range,
    `--skip=${(page.number - 1) * page.size}`,
    `--max-count=${page.size}`,
    ...revision,
  ];
  const commits = await logCommits(hosted.git, logArguments);
  return json(
    commits.map((commit) => commitShape(state.url, hosted, commit)),
    linkHeader(url, page, total),
  );
};

/** `/compare/{base}...{head}`: commits by page. Only the first page has the files that changed since the merge base. */
export const compareCommits: Handler = async ({ hosted, state, url, captures }) => {
  const [base, head] = await Promise.all(
    [0, 1].map(async (index) => findCommit(hosted, captures[index] ?? '')),
  );
  if (base === undefined || head === undefined) throw notFound();
  const mergeBase = (await hosted.git.text(['merge-base', base, head], true))?.trim();
  if (mergeBase === undefined) throw notFound();
  const [ahead, behind] = await Promise.all([
    countBetween(hosted, base, head),
    countBetween(hosted, head, base),
  ]);
  const page = readPage(url.searchParams, 250);
  const commits = await logCommits(hosted.git, ['--reverse', `${base}..${head}`, '--'], true);
  const changes = page.number === 1 ? await readChangesBetween(hosted.git, mergeBase, head) : [];
  const files = changes.slice(0, state.limits.filesPerPage);
  const shape = {
    ...addresses(state.url, hosted, [base, head]),
    base_commit: commitShape(state.url, hosted, await requireCommit(hosted, base)),
    merge_base_commit: commitShape(state.url, hosted, await requireCommit(hosted, mergeBase)),
    status: compareStatus(ahead, behind),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: onPage(commits, page).map((commit) => commitShape(state.url, hosted, commit)),
    ...(page.number === 1
      ? { files: files.map((change) => fileShape(state.url, hosted, { change, sha: head })) }
      : {}),
  };
  return json(shape, linkHeader(url, page, ahead));
};

function compareStatus(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

const countBetween = async (hosted: Hosted, from: string, to: string): Promise<number> =>
  Number((await hosted.git.text(['rev-list', '--count', `${from}..${to}`], true)) ?? 0);

function addresses(
  api: string,
  hosted: Hosted,
  [base, head]: readonly [string, string],
): Record<string, string> {
  const page = `https://github.com/${getFullName(hosted)}/compare/${base}...${head}`;
  const { owner } = hosted.data;
  return {
    url: `${api}/repos/${getFullName(hosted)}/compare/${base}...${head}`,
    html_url: page,
    permalink_url: `https://github.com/${getFullName(hosted)}/compare/${owner}:${base.slice(0, 7)}...${owner}:${head.slice(0, 7)}`,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
  };
}

/** `/tarball/{ref}`: a redirect to the archive, with a single-use token for a private repository. */
export const redirectToArchive: Handler = async ({ hosted, state, captures, sign }) => {
  const ref = captures[0] ?? '';
  const requested = ref === '' ? await hosted.defaultBranch() : ref;
  const refs = await hosted.git.refs();
  const namedRef = refs.find(({ ref: fullRef }) =>
    [`refs/heads/${requested}`, `refs/tags/${requested}`].includes(fullRef),
  );
  if (namedRef === undefined && (await hosted.git.resolveCommit(requested)) === undefined) throw notFound();
  const path = `/codeload/${getFullName(hosted)}/legacy.tar.gz/${escapeRef(namedRef?.ref ?? requested)}`;
  return redirect(`${state.codeloadUrl}${hosted.data.isPrivate === true ? sign(path) : path}`);
};

const escapeRef = (ref: string): string => ref.split('/').map(encodeURIComponent).join('/');

async function findRequestedCommit(hosted: Hosted, ref: string): Promise<string> {
  const sha = await hosted.git.resolveCommit(ref);
  if (sha !== undefined) return sha;
  if ((await hosted.git.refs()).length === 0) throw emptyRepository();
  throw unknownCommit(ref);
}

const findCommit = async (hosted: Hosted, ref: string): Promise<string | undefined> =>
  hosted.git.resolveCommit(
    ref.startsWith(`${hosted.data.owner}:`) ? ref.slice(hosted.data.owner.length + 1) : ref,
  );

async function requireCommit(hosted: Hosted, sha: string): Promise<GitCommit> {
  const commit = await readCommit(hosted.git, sha);
  if (commit === undefined) throw unknownCommit(sha);
  return commit;
}
