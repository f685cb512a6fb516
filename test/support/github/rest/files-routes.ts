/** Routes for trees, contents and blobs: https://docs.github.com/en/rest/git/trees and https://docs.github.com/en/rest/repos/contents. */

import { posix } from 'node:path';
import { bytes, json, type Reply } from '../reply.ts';
import { getFullName, nodeId, type Hosted } from '../state.ts';
import { readEntryAt, readTree, type TreeEntry } from '../trees.ts';
import type { RepositoryCall, Handler } from './repository-call.ts';
import { escapePath } from './commit-shape.ts';
import { emptyRepository, notFound, Problem } from './problems.ts';

type Json = Record<string, unknown>;

/** Size limits for contents in JSON and as raw bytes. */
const maxJsonBytes = 1024 * 1024;
const maxRawBytes = 100 * 1024 * 1024;
/** Maximum number of entries of a folder in a response. */
const maxEntries = 1000;

/** `/git/trees/{sha}`: the tree of a tree hash, a commit or a ref. Any value of `recursive` requests all levels. */
export const getTree: Handler = async ({ hosted, state, url, captures }) => {
  const requested = captures[0] ?? '';
  const commit = await hosted.git.resolveCommit(requested);
  const treeName = commit === undefined ? requested : `${commit}^{tree}`;
  const isNamed = commit !== undefined || /^[0-9a-f]{40}$/.test(requested);
  const sha = isNamed ? (await hosted.git.object(treeName))?.sha : undefined;
  const entries =
    sha === undefined ? undefined : await readTree(hosted.git, sha, url.searchParams.has('recursive'));
  if (entries === undefined) throw (await hosted.git.refs()).length === 0 ? emptyRepository() : notFound();
  const git = `${state.url}/repos/${getFullName(hosted)}/git`;
  const tree = entries.slice(0, state.limits.treeEntries).map((entry) => ({
    path: entry.path,
    mode: entry.mode,
    type: entry.type,
    sha: entry.sha,
    ...(entry.bytes === undefined ? {} : { size: entry.bytes }),
    ...(entry.type === 'commit' ? {} : { url: `${git}/${entry.type}s/${entry.sha}` }),
  }));
  return json({ sha, url: `${git}/trees/${sha}`, tree, truncated: tree.length < entries.length });
};

/** `/contents/{path}?ref=`: a file, the entries of a folder, a symlink or a submodule. */
export const getContents: Handler = async (call) => {
  const { hosted, url } = call;
  const path = (call.captures[0] ?? '').replace(/\/+$/, '');
  const ref = url.searchParams.get('ref') ?? (await hosted.defaultBranch());
  const commit = await hosted.git.resolveCommit(ref);
  if (commit === undefined) throw new Problem(404, `No commit found for the ref ${ref}`);
  const entry = await readEntryAt(hosted.git, commit, path);
  if (entry === undefined) throw notFound();
  if (entry.type === 'tree') return formatFolder(call, { entry, commit, ref });
  const shape = entryShape(call, entry, ref);
  if (entry.type === 'commit')
    return json({
      ...shape,
      type: 'submodule',
      size: 0,
      submodule_git_url: await submoduleUrl(hosted, commit, path),
    });
  if (entry.mode !== '120000') return formatFile(call, entry, shape);
  const target = ((await readContent(hosted, entry)) ?? Buffer.alloc(0)).toString('utf8');
  const linkTarget = await readEntryAt(hosted.git, commit, posix.join(posix.dirname(path), target));
  if (linkTarget?.type === 'blob' && linkTarget.mode !== '120000') return formatFile(call, linkTarget, shape);
  if (call.accept.includes('raw')) return formatFile(call, entry, shape);
  return json({ ...shape, type: 'symlink', size: entry.bytes ?? 0, target });
};

const readContent = async (hosted: Hosted, entry: TreeEntry): Promise<Buffer | undefined> =>
  (await hosted.git.object(entry.sha))?.content;

async function formatFile(call: RepositoryCall, entry: TreeEntry, shape: Json): Promise<Reply> {
  const size = entry.bytes ?? 0;
  if (size > maxRawBytes) throw tooLarge();
  const isRaw = call.accept.includes('raw');
  const content = isRaw || size <= maxJsonBytes ? await readContent(call.hosted, entry) : Buffer.alloc(0);
  if (content === undefined) throw notFound();
  if (isRaw) return bytes(content, 'application/vnd.github.raw+json; charset=utf-8');
  const hasContent = size <= maxJsonBytes;
  const encodedContent = {
    content: hasContent ? encodeLines(content) : '',
    encoding: hasContent ? 'base64' : 'none',
  };
  return json({ ...shape, type: 'file', size, ...encodedContent });
}

const tooLarge = (): Problem =>
  new Problem(403, 'This API returns blobs up to 100 MB in size.', {
    errors: [{ code: 'too_large', field: 'data', resource: 'Blob' }],
  });

/** Encodes content as Base64 in lines of 60 characters, each with a line break, as on GitHub. */
const encodeLines = (content: Buffer): string => content.toString('base64').replace(/.{1,60}/g, '$&\n');

async function formatFolder(
  call: RepositoryCall,
  { entry, commit, ref }: { readonly entry: TreeEntry; readonly commit: string; readonly ref: string },
): Promise<Reply> {
  const { hosted } = call;
  const children = (await readTree(hosted.git, `${commit}:${entry.path}`, false)) ?? [];
  const shapes = children.slice(0, maxEntries).map((item) => {
    const path = entry.path === '' ? item.path : `${entry.path}/${item.path}`;
    const type =
      item.mode === '120000' ? 'symlink' : { blob: 'file', tree: 'dir', commit: 'submodule' }[item.type];
    return { ...entryShape(call, { ...item, path }, ref), type, size: item.bytes ?? 0 };
  });
  return json(shapes);
}

function entryShape({ state, hosted }: RepositoryCall, entry: TreeEntry, ref: string): Json {
  const repository = `${state.url}/repos/${getFullName(hosted)}`;
  const path = escapePath(entry.path);
  const self = `${repository}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const kind = entry.type === 'tree' ? 'tree' : 'blob';
  const html = `https://github.com/${getFullName(hosted)}/${kind}/${ref}/${path}`;
  const git = `${repository}/git/${kind}s/${entry.sha}`;
  const raw = `https://raw.githubusercontent.com/${getFullName(hosted)}/${ref}/${path}`;
  return {
    name: posix.basename(entry.path),
    path: entry.path,
    sha: entry.sha,
    url: self,
    html_url: html,
    git_url: git,
    download_url: entry.type === 'blob' ? raw : null,
    _links: { self, git, html },
  };
}

async function submoduleUrl(hosted: Hosted, commit: string, path: string): Promise<string> {
  const settings = await hosted.git.text(['config', '--blob', `${commit}:.gitmodules`, '--list'], true);
  const lines = (settings ?? '').split('\n');
  const name = lines.find((line) => line.endsWith(`.path=${path}`))?.slice(0, -`.path=${path}`.length);
  return (
    lines.find((line) => line.startsWith(`${name}.url=`))?.slice(`${name}.url=`.length) ??
    'https://github.com/'
  );
}

/** `/git/blobs/{sha}`: the content of a blob. */
export const getBlob: Handler = async ({ hosted, state, accept, captures }) => {
  const sha = captures[0] ?? '';
  const blob = await hosted.git.object(sha);
  if (blob?.type !== 'blob') throw notFound();
  const { content } = blob;
  if (content.length > maxRawBytes) throw tooLarge();
  if (accept.includes('raw')) return bytes(content, 'application/vnd.github.raw+json; charset=utf-8');
  return json({
    sha,
    node_id: nodeId('B', hosted.id, sha),
    size: content.length,
    url: `${state.url}/repos/${getFullName(hosted)}/git/blobs/${sha}`,
    content: encodeLines(content),
    encoding: 'base64',
  });
};
