/** Routes for branches, tags and refs: https://docs.github.com/en/rest/git/refs and related pages. */

import type { GitRef } from '../git-reader.ts';
import { json } from '../reply.ts';
import { getFullName, nodeId, type Hosted } from '../state.ts';
import type { Handler } from './repository-call.ts';
import { linkHeader, onPage, readPage } from './pages.ts';
import { emptyRepository, notFound } from './problems.ts';
import { toUtc } from './repository-shape.ts';

type Json = Record<string, unknown>;

const isBranch = ({ ref }: GitRef): boolean => ref.startsWith('refs/heads/');
const getShortName = ({ ref }: GitRef): string => ref.replace(/^refs\/(heads|tags)\//, '');

/** `/branches`: branches sorted by name. */
export const listBranches: Handler = async ({ hosted, state, url }) => {
  const branches = (await hosted.git.refs()).filter(isBranch);
  const page = readPage(url.searchParams);
  const shapes = onPage(branches, page).map((ref) => ({
    name: getShortName(ref),
    commit: pointer(state.url, hosted, ref.commit),
    protected: false,
  }));
  return json(shapes, linkHeader(url, page, branches.length));
};

/** `/tags`: tags sorted by name in reverse order. */
export const listTags: Handler = async ({ hosted, state, url }) => {
  const tags = (await hosted.git.refs()).filter((ref) => !isBranch(ref)).toReversed();
  const page = readPage(url.searchParams);
  const repository = `${state.url}/repos/${getFullName(hosted)}`;
  const shapes = onPage(tags, page).map((ref) => ({
    name: getShortName(ref),
    zipball_url: `${repository}/zipball/${ref.ref}`,
    tarball_url: `${repository}/tarball/${ref.ref}`,
    commit: pointer(state.url, hosted, ref.commit),
    node_id: nodeId('REF', hosted.id, ref.ref),
  }));
  return json(shapes, linkHeader(url, page, tags.length));
};

const pointer = (api: string, hosted: Hosted, sha: string): Json => ({
  sha,
  url: `${api}/repos/${getFullName(hosted)}/commits/${sha}`,
});

/** `/git/ref/{ref}`: the ref with exactly this name. */
export const getRef: Handler = async ({ hosted, state, captures }) => {
  const refs = await hosted.git.refs();
  if (refs.length === 0) throw emptyRepository();
  const found = refs.find(({ ref }) => ref === `refs/${captures[0] ?? ''}`);
  if (found === undefined) throw notFound();
  return json(refShape(state.url, hosted, found));
};

/** `/git/matching-refs/{ref}`: all refs with this prefix on one page. An empty result is not an error. */
export const listMatchingRefs: Handler = async ({ hosted, state, captures }) => {
  const refs = await hosted.git.refs();
  if (refs.length === 0) throw emptyRepository();
  const matches = refs.filter(({ ref }) => ref.startsWith(`refs/${captures[0] ?? ''}`));
  return json(matches.map((ref) => refShape(state.url, hosted, ref)));
};

function refShape(api: string, hosted: Hosted, { ref, type, sha }: GitRef): Json {
  const git = `${api}/repos/${getFullName(hosted)}/git`;
  return {
    ref,
    node_id: nodeId('REF', hosted.id, ref),
    url: `${git}/${ref}`,
    object: { sha, type, url: `${git}/${type}s/${sha}` },
  };
}

/** `/git/tags/{sha}`: the message and target of an annotated tag. */
export const getTag: Handler = async ({ hosted, state, captures }) => {
  const sha = captures[0] ?? '';
  const tag = await hosted.git.object(sha);
  if (tag?.type !== 'tag') throw notFound();
  const text = tag.content.toString('utf8');
  const head = text.slice(0, text.indexOf('\n\n'));
  const field = (name: string): string => new RegExp(`^${name} (.*)$`, 'm').exec(head)?.[1] ?? '';
  const [, name = '', email = '', seconds = '0'] = /^(.*) <(.*)> (\d+) /.exec(field('tagger')) ?? [];
  const git = `${state.url}/repos/${getFullName(hosted)}/git`;
  return json({
    node_id: nodeId('TA', hosted.id, sha),
    sha,
    url: `${git}/tags/${sha}`,
    tagger: { name, email, date: toUtc(new Date(Number(seconds) * 1000).toISOString()) },
    object: { sha: field('object'), type: field('type'), url: `${git}/${field('type')}s/${field('object')}` },
    tag: field('tag'),
    message: text.slice(head.length + 2).replace(/\n+$/, ''),
    verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
  });
};
