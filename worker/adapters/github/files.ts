/** The files of a commit on GitHub: all of them as an archive, their names, what differs, and one at a time. */

import { AppError } from '../../core/errors.ts';
import type { HostedLocation } from '../../core/repositories/source.ts';
import type { ChangedFile, CodeHost, HostedFile } from '../../ports/code-host.ts';
import type { GitHubCalls } from './api-calls.ts';
import { readJson, type JsonReader } from './read-json.ts';

/** A comparison tells no more: https://docs.github.com/rest/commits/commits#compare-two-commits. */
const mostCompared = 300;
/** What a search gives at most on a page; there is no use for a second one. */
const mostFound = 100;
/** Longer searches are refused: https://docs.github.com/rest/search/search#limitations-on-query-length. */
const longestQuery = 256;

type FileCalls = Pick<CodeHost, 'archive' | 'compare' | 'tree' | 'file' | 'searchCode'>;

export function fileCalls(calls: GitHubCalls): FileCalls {
  return {
    async archive(place, commit, access) {
      const call = {
        route: 'GET /repos/{owner}/{repo}/tarball/{ref}',
        parameters: { ...of(place), ref: commit },
        subject: nameOf(place),
      };
      return (await calls.stream(call, access)).data;
    },
    async compare(place, { base, head }, access) {
      const subject = nameOf(place);
      const call = {
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        // Files are on the first page whole, however few commits it has.
        parameters: { ...of(place), basehead: `${base}...${head}`, per_page: 1 },
        subject,
      };
      const compared = readJson((await calls.json(call, access))?.data, subject);
      const files = compared.list('files');
      // Of branches that went apart it tells what differs from where they parted.
      const isForward = ['ahead', 'identical'].includes(compared.text('status'));
      return { files: files.flatMap(toChanged), isWhole: isForward && files.length < mostCompared };
    },
    async tree(place, commit, access) {
      const subject = nameOf(place);
      const call = {
        route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
        parameters: { ...of(place), tree_sha: commit, recursive: '1' },
        subject,
      };
      const tree = readJson((await calls.json(call, access))?.data, subject);
      return { files: tree.list('tree').flatMap(toFile), isWhole: !tree.flag('truncated') };
    },
    file: (place, at, access) => readFile(calls, { place, ...at }, access),
    searchCode: (place, words, limit, access) => searchCode(calls, { place, words, limit }, access),
  };
}

function toChanged(file: JsonReader): ChangedFile[] {
  const path = file.text('filename');
  const status = file.text('status');
  if (status === 'added' || status === 'removed') return [{ path, status }];
  if (status === 'unchanged') return [];
  if (status === 'copied') return [{ path, status: 'added' }];
  if (status !== 'renamed') return [{ path, status: 'changed' }];
  return [
    { path: file.text('previous_filename'), status: 'removed' },
    { path, status: 'added' },
  ];
}

function toFile(entry: JsonReader): HostedFile[] {
  const type = entry.text('type');
  if (type !== 'blob' && type !== 'commit') return [];
  const kind = type === 'commit' ? 'submodule' : entry.text('mode') === '120000' ? 'symlink' : 'file';
  const bytes = kind === 'submodule' ? 0 : entry.whole('size');
  return [{ path: entry.text('path'), kind, bytes, blob: entry.text('sha') }];
}

interface AskedFile {
  readonly place: HostedLocation;
  readonly commit: string;
  readonly path: string;
  readonly maxBytes: number;
}

async function readFile(
  calls: GitHubCalls,
  { place, commit, path, maxBytes }: AskedFile,
  access: Parameters<CodeHost['file']>[2],
): ReturnType<CodeHost['file']> {
  const call = {
    route: 'GET /repos/{owner}/{repo}/contents/{+path}',
    // Slashes are part of the path; `#` and `?` of a name are not to end it.
    parameters: {
      ...of(place),
      path: path.split('/').map(encodeURIComponent).join('/'),
      ref: commit,
      headers: { accept: 'application/vnd.github.raw+json' },
    },
    subject: `${path} of ${nameOf(place)}`,
  };
  const { data, headers } = await calls.stream(call, access).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'source_not_found') throw noSuchFile(path);
    throw thrown;
  });
  // A folder is listed, whatever was asked for.
  if (String(headers['content-type']).startsWith('application/json')) {
    await data.cancel();
    throw noSuchFile(path);
  }
  return readBytes(data, maxBytes);
}

async function readBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    parts.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

interface CodeSearch {
  readonly place: HostedLocation;
  readonly words: readonly string[];
  readonly limit: number;
}

async function searchCode(
  calls: GitHubCalls,
  { place, words, limit }: CodeSearch,
  access: Parameters<CodeHost['searchCode']>[3],
): Promise<readonly string[]> {
  const subject = nameOf(place);
  // Marks would be read as the search's own language.
  const plain = words
    .map((word) => word.replace(/[^\p{L}\p{N}_]+/gu, ' ').trim())
    .filter((word) => word !== '');
  if (plain.length === 0) return [];
  const q = `${plain.join(' ').slice(0, longestQuery).trim()} in:file,path repo:${subject}`;
  const call = {
    route: 'GET /search/code',
    parameters: { q, per_page: Math.min(limit, mostFound) },
    subject,
  };
  const found = readJson((await calls.json(call, access))?.data, subject);
  return found
    .list('items')
    .map((item) => item.text('path'))
    .slice(0, limit);
}

function noSuchFile(path: string): AppError {
  return new AppError('file_not_found', `There is no file ${JSON.stringify(path)} at that commit.`);
}

function of({ owner, name }: HostedLocation): { owner: string; repo: string } {
  return { owner, repo: name };
}

function nameOf({ owner, name }: HostedLocation): string {
  return `${owner}/${name}`;
}
