/** Commits, comparisons, and archives of them. */

import { changesBetween, logCommits, readCommit, type GitCommit } from '../commits.ts';
import { bytes, json, redirect } from '../reply.ts';
import { fullNameOf, type Hosted } from '../state.ts';
import type { Handler } from './ask.ts';
import { commitShape, fileShape, wholeCommitShape } from './commit-shape.ts';
import { linkHeader, onPage, pageOf } from './pages.ts';
import { emptyRepository, notFound, unknownCommit } from './problems.ts';

/** `/commits/{ref}`: whole with its files, or its hash alone where that is all that is accepted. */
export const getCommit: Handler = async (ask) => {
  const { hosted, state } = ask;
  const ref = ask.caught[0] ?? '';
  const sha = await commitAsked(hosted, ref);
  if (ask.accept.includes('application/vnd.github.sha'))
    return bytes(Buffer.from(sha), 'application/vnd.github.sha; charset=utf-8', { etag: `"${sha}"` });
  const { shape, files } = await wholeCommitShape(state.url, hosted, await known(hosted, sha));
  const page = pageOf(ask.url.searchParams, state.limits.filesPerPage, state.limits.filesPerPage);
  const told = files.slice(0, state.limits.filesOfCommit);
  return json({ ...shape, files: onPage(told, page) }, linkHeader(ask.url, page, told.length));
};

/** `/commits`: newest first, of `sha`, `path`, `since` and `until`. */
export const listCommits: Handler = async ({ hosted, state, url }) => {
  const query = url.searchParams;
  const start = await commitAsked(hosted, query.get('sha') ?? (await hosted.defaultBranch()));
  const path = query.get('path');
  const range = ['since', 'until'].flatMap((name) =>
    query.has(name) ? [`--${name}=${query.get(name) ?? ''}`] : [],
  );
  const page = pageOf(query);
  const at = [start, '--', ...(path === null ? [] : [path])];
  const total = Number((await hosted.git.text(['rev-list', '--count', ...range, ...at])) ?? 0);
  const shown = [...range, `--skip=${(page.number - 1) * page.size}`, `--max-count=${page.size}`, ...at];
  const commits = await logCommits(hosted.git, shown);
  return json(
    commits.map((commit) => commitShape(state.url, hosted, commit)),
    linkHeader(url, page, total),
  );
};

/** `/compare/{base}...{head}`: files against their common ancestor, on the first page alone; commits by pages. */
export const compareCommits: Handler = async ({ hosted, state, url, caught }) => {
  const [base, head] = await Promise.all([0, 1].map(async (at) => commitFound(hosted, caught[at] ?? '')));
  if (base === undefined || head === undefined) throw notFound();
  const merged = (await hosted.git.text(['merge-base', base, head], true))?.trim();
  if (merged === undefined) throw notFound();
  const [ahead, behind] = await Promise.all([
    countBetween(hosted, base, head),
    countBetween(hosted, head, base),
  ]);
  const page = pageOf(url.searchParams, 250);
  const commits = await logCommits(hosted.git, ['--reverse', `${base}..${head}`, '--'], true);
  const changes = page.number === 1 ? await changesBetween(hosted.git, merged, head) : [];
  const files = changes.slice(0, state.limits.filesPerPage);
  const shape = {
    ...addresses(state.url, hosted, [base, head]),
    base_commit: commitShape(state.url, hosted, await known(hosted, base)),
    merge_base_commit: commitShape(state.url, hosted, await known(hosted, merged)),
    status: statusOf(ahead, behind),
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

function statusOf(ahead: number, behind: number): string {
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
  const page = `https://github.com/${fullNameOf(hosted)}/compare/${base}...${head}`;
  const { owner } = hosted.data;
  return {
    url: `${api}/repos/${fullNameOf(hosted)}/compare/${base}...${head}`,
    html_url: page,
    permalink_url: `https://github.com/${fullNameOf(hosted)}/compare/${owner}:${base.slice(0, 7)}...${owner}:${head.slice(0, 7)}`,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
  };
}

/** `/tarball/{ref}`: sent on to where archives are, of a private repository with a token in the address that is good once. */
export const archiveAddress: Handler = async ({ hosted, state, caught, sign }) => {
  const ref = caught[0] ?? '';
  const asked = ref === '' ? await hosted.defaultBranch() : ref;
  const refs = await hosted.git.refs();
  const named = refs.find(({ ref: whole }) => [`refs/heads/${asked}`, `refs/tags/${asked}`].includes(whole));
  if (named === undefined && (await hosted.git.commitOf(asked)) === undefined) throw notFound();
  const path = `/codeload/${fullNameOf(hosted)}/legacy.tar.gz/${escaped(named?.ref ?? asked)}`;
  return redirect(`${state.codeloadUrl}${hosted.data.isPrivate === true ? sign(path) : path}`);
};

const escaped = (ref: string): string => ref.split('/').map(encodeURIComponent).join('/');

async function commitAsked(hosted: Hosted, ref: string): Promise<string> {
  const sha = await hosted.git.commitOf(ref);
  if (sha !== undefined) return sha;
  if ((await hosted.git.refs()).length === 0) throw emptyRepository();
  throw unknownCommit(ref);
}

const commitFound = async (hosted: Hosted, ref: string): Promise<string | undefined> =>
  hosted.git.commitOf(
    ref.startsWith(`${hosted.data.owner}:`) ? ref.slice(hosted.data.owner.length + 1) : ref,
  );

async function known(hosted: Hosted, sha: string): Promise<GitCommit> {
  const commit = await readCommit(hosted.git, sha);
  if (commit === undefined) throw unknownCommit(sha);
  return commit;
}
