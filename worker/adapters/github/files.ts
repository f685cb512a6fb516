/** Reads the files of a commit on GitHub: as an archive, a list, a comparison or single files, and by code search. */

import { AppError } from '../../core/errors.ts';
import type { HostedLocation } from '../../core/repositories/source.ts';
import { encodePath } from '../../core/text/encode-path.ts';
import type { ChangedFile, CodeHost, HostedFile } from '../../ports/code-host.ts';
import type { GitHubCalls } from './api-calls.ts';
import { readJson, type JsonReader } from './read-json.ts';

/** Maximum files in a comparison: https://docs.github.com/rest/commits/commits#compare-two-commits. */
const maxComparedFiles = 300;
/** Maximum search results per page. One page is enough. */
const maxSearchResults = 100;
/** Maximum characters of a search: https://docs.github.com/rest/search/search#limitations-on-query-length. */
const maxQueryLength = 256;

type FileCalls = Pick<CodeHost, 'archive' | 'compare' | 'tree' | 'file' | 'searchCode'>;

export function fileCalls(calls: GitHubCalls): FileCalls {
  return {
    async archive(location, commit, access) {
      const call = {
        route: 'GET /repos/{owner}/{repo}/tarball/{ref}',
        parameters: { ...repositoryParameters(location), ref: commit },
        subject: fullName(location),
      };
      return (await calls.stream(call, access)).data;
    },
    async compare(location, { base, head }, access) {
      const subject = fullName(location);
      const call = {
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        // The first page lists all files, even with only one commit per page.
        parameters: { ...repositoryParameters(location), basehead: `${base}...${head}`, per_page: 1 },
        subject,
      };
      const comparison = readJson((await calls.json(call, access))?.data, subject);
      const files = comparison.list('files');
      // For diverged branches, GitHub compares with their merge base instead of `base`.
      const isForward = ['ahead', 'identical'].includes(comparison.text('status'));
      return { files: files.flatMap(toChangedFiles), isWhole: isForward && files.length < maxComparedFiles };
    },
    async tree(location, commit, access) {
      const subject = fullName(location);
      const call = {
        route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
        parameters: { ...repositoryParameters(location), tree_sha: commit, recursive: '1' },
        subject,
      };
      const tree = readJson((await calls.json(call, access))?.data, subject);
      return { files: tree.list('tree').flatMap(toHostedFiles), isWhole: !tree.flag('truncated') };
    },
    file: (location, fileAtCommit, access) => readFile(calls, { location, ...fileAtCommit }, access),
    searchCode: (location, words, limit, access) => searchCode(calls, { location, words, limit }, access),
  };
}

function toChangedFiles(file: JsonReader): ChangedFile[] {
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

function toHostedFiles(entry: JsonReader): HostedFile[] {
  const type = entry.text('type');
  if (type !== 'blob' && type !== 'commit') return [];
  const kind = type === 'commit' ? 'submodule' : entry.text('mode') === '120000' ? 'symlink' : 'file';
  const bytes = kind === 'submodule' ? 0 : entry.number('size');
  return [{ path: entry.text('path'), kind, bytes, blob: entry.text('sha') }];
}

interface FileRequest {
  readonly location: HostedLocation;
  readonly commit: string;
  readonly path: string;
  readonly maxBytes: number;
}

async function readFile(
  calls: GitHubCalls,
  { location, commit, path, maxBytes }: FileRequest,
  access: Parameters<CodeHost['file']>[2],
): ReturnType<CodeHost['file']> {
  const call = {
    route: 'GET /repos/{owner}/{repo}/contents/{+path}',
    // Preserves slashes, and escapes `#` and `?`, which would end the path.
    parameters: {
      ...repositoryParameters(location),
      path: encodePath(path),
      ref: commit,
      headers: { accept: 'application/vnd.github.raw+json' },
    },
    subject: `${path} of ${fullName(location)}`,
  };
  const { data, headers } = await calls.stream(call, access).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'source_not_found') throw fileNotFoundError(path);
    throw thrown;
  });
  // GitHub returns a listing for a folder, even if raw content was requested.
  if (String(headers['content-type']).startsWith('application/json')) {
    await data.cancel();
    throw fileNotFoundError(path);
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
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

interface CodeSearch {
  readonly location: HostedLocation;
  readonly words: readonly string[];
  readonly limit: number;
}

async function searchCode(
  calls: GitHubCalls,
  { location, words, limit }: CodeSearch,
  access: Parameters<CodeHost['searchCode']>[3],
): Promise<readonly string[]> {
  const subject = fullName(location);
  // GitHub would read punctuation as search syntax.
  const searchWords = words
    .map((word) => word.replace(/[^\p{L}\p{N}_]+/gu, ' ').trim())
    .filter((word) => word !== '');
  if (searchWords.length === 0) return [];
  const q = `${searchWords.join(' ').slice(0, maxQueryLength).trim()} in:file,path repo:${subject}`;
  const call = {
    route: 'GET /search/code',
    parameters: { q, per_page: Math.min(limit, maxSearchResults) },
    subject,
  };
  const results = readJson((await calls.json(call, access))?.data, subject);
  return results
    .list('items')
    .map((item) => item.text('path'))
    .slice(0, limit);
}

function fileNotFoundError(path: string): AppError {
  return new AppError('file_not_found', `There is no file ${JSON.stringify(path)} at that commit.`);
}

function repositoryParameters({ owner, name }: HostedLocation): { owner: string; repo: string } {
  return { owner, repo: name };
}

function fullName({ owner, name }: HostedLocation): string {
  return `${owner}/${name}`;
}
