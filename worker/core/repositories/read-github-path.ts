/** Parses addresses on GitHub's hosts: the repository, and the ref and folder that the page shows. */

import { AppError } from '../errors.ts';
import { truncate } from '../text/truncate.ts';
import { isOwner, isRepositoryName, parseRef, type GitHubPage } from './repository-names.ts';

/** GitHub's own pages, which are not owners. */
const reserved = new Set(
  `about account apps blog codespaces collections contact customer-stories dashboard enterprise events explore features gist
   gists issues join login logout marketplace mine new notifications orgs organizations pricing pulls search security sessions
   settings signup site sponsors stars team topics trending users`.split(/\s+/),
);

/** How to parse the rest of the path, by the segment after owner and name. */
const pages: Readonly<Record<string, (rest: readonly string[]) => Partial<GitHubPage>>> = {
  tree: (rest) => refAndPath(rest, 'folder'),
  blob: (rest) => refAndPath(rest, 'file'),
  raw: (rest) => refAndPath(rest, 'file'),
  blame: (rest) => refAndPath(rest, 'file'),
  edit: (rest) => refAndPath(rest, 'file'),
  commit: ([sha = '']) => ref(sha.replace(/\.(?:patch|diff)$/, '')),
  commits: (rest) => refAndPath(rest, 'file'),
  branches: (rest) => ref(rest.join('/')),
  compare: (rest) => ref(comparisonHead(rest.join('/'))),
  pull: ([, , sha = '']) => (/^[0-9a-f]{7,64}$/.test(sha) ? ref(sha) : {}),
  releases: ([kind, ...rest]) =>
    kind === 'tag' ? ref(rest.join('/')) : kind === 'download' ? ref(rest[0] ?? '') : {},
  archive: (rest) => ref(rest.join('/').replace(/\.(?:zip|tar\.gz|tgz)$/, '')),
  tarball: (rest) => ref(rest.join('/')),
  zipball: (rest) => ref(rest.join('/')),
  contents: contentsFolder,
  'tar.gz': (rest) => ref(rest.join('/')),
  zip: (rest) => ref(rest.join('/')),
  'legacy.tar.gz': (rest) => ref(rest.join('/')),
  'legacy.zip': (rest) => ref(rest.join('/')),
};

/**
 * @param host without `www.`
 * @param isGit whether the address is for git only: it has no pages, and its fragment is a ref or pip's options
 * @returns undefined if the host serves no GitHub repositories
 * @throws AppError `source_invalid`
 */
export function readGitHubPath(host: string, url: URL, isGit: boolean): GitHubPage | undefined {
  const segments = pathSegments(url);
  if (host === 'api.github.com') {
    if (segments[0] !== 'repos')
      throw invalidSource('That API address names no repository; it must begin with /repos/');
    const page = parseGitHubPage(segments.slice(1));
    return { ...page, ...ref(url.searchParams.get('ref') ?? '') };
  }
  if (host === 'codeload.github.com') return parseGitHubPage(segments);
  if (host === 'raw.githubusercontent.com' || host === 'raw.github.com')
    return parseGitHubPage(insertPageKind(segments, 'raw'));
  if (host === 'media.githubusercontent.com')
    return parseGitHubPage(insertPageKind(segments.slice(1), 'raw'));
  if (host !== 'github.com' && host !== 'ssh.github.com' && host !== 'github.dev') return undefined;
  const page = parseGitHubPage(segments);
  const isGitAddress = isGit || /\.git\/?$/i.test(url.pathname);
  return isGitAddress && url.hash.length > 1 ? { ...page, ...parseGitFragment(url.hash.slice(1)) } : page;
}

/** The fragment of a git address is a ref, or pip's options, one of which is a folder. npm links homepages with `#readme`. */
function parseGitFragment(fragment: string): Partial<GitHubPage> {
  if (fragment === 'readme') return {};
  if (!/^(?:egg|subdirectory|md5|sha\d{1,3})=/.test(fragment))
    return { ref: parseRef(decodePercent(fragment)), refAndPath: undefined, pathKind: undefined };
  const [, folder = ''] = /(?:^|&)subdirectory=([^&]*)/.exec(fragment) ?? [];
  return folder === '' ? {} : { subdirectory: decodePercent(folder) };
}

/**
 * Parses the decoded segments of a page's path: owner, name, and the rest.
 * @throws AppError `source_invalid`
 */
export function parseGitHubPage([
  owner = '',
  nameAndRef = '',
  kind = '',
  ...rest
]: readonly string[]): GitHubPage {
  if (reserved.has(owner.toLowerCase()))
    throw invalidSource(`${quote(`/${owner}/${nameAndRef}`)} is one of GitHub’s own pages`);
  if (nameAndRef === '')
    throw invalidSource(
      owner === ''
        ? 'The address names no repository'
        : `${quote(owner)} is an owner; add the name of a repository`,
    );
  const [bare = '', at] = nameAndRef.split(/@(.*)/s);
  const name = bare.replace(/\.git$/i, '');
  if (!isOwner(owner)) throw invalidSource(`${quote(owner)} cannot be an owner on GitHub`);
  if (!isRepositoryName(name))
    throw invalidSource(`${quote(name)} cannot be the name of a repository on GitHub`);
  const parsePage = Object.hasOwn(pages, kind) ? pages[kind] : undefined;
  // The slash in `@feature/x` looks like the end of the name.
  const parsed =
    at === undefined
      ? (parsePage?.(rest) ?? {})
      : ref([at, kind, ...rest].filter((segment) => segment !== '').join('/'));
  return {
    owner,
    name,
    ref: undefined,
    subdirectory: undefined,
    refAndPath: undefined,
    pathKind: undefined,
    ...parsed,
  };
}

function insertPageKind(
  [owner = '', name = '', ...rest]: readonly string[],
  kind: string,
): readonly string[] {
  return [owner, name, kind, ...rest];
}

function ref(text: string): Partial<GitHubPage> {
  return text === '' ? {} : { ref: parseRef(text) };
}

/** A single segment can only be the ref. */
function refAndPath(segments: readonly string[], pathKind: 'folder' | 'file'): Partial<GitHubPage> {
  const hasPrefix = segments[0] === 'refs' && /^(?:heads|tags)$/.test(segments[1] ?? '');
  const rest = hasPrefix ? segments.slice(2) : segments;
  if (rest.length <= 1) return ref(rest[0] ?? '');
  if (rest.some((item) => item === '..' || item === '.'))
    throw invalidSource('The path contains `.` or `..`');
  if (rest[0] === 'HEAD') return pathKind === 'folder' ? { subdirectory: rest.slice(1).join('/') } : {};
  return { refAndPath: rest.join('/'), pathKind };
}

/** The API uses the same address for folders and files: a name with an extension is treated as a file. */
function contentsFolder(segments: readonly string[]): Partial<GitHubPage> {
  const isFile = /[^.]\.[a-z]\w*$/i.test(segments.at(-1) ?? '');
  return segments.length === 0 || isFile ? {} : { subdirectory: segments.join('/') };
}

/** The head of `base...head`; empty if it is in a fork, which is another repository. */
function comparisonHead(range: string): string {
  const head = range.split(/\.{2,3}/).at(-1) ?? '';
  return head.includes(':') ? '' : head;
}

function pathSegments(url: URL): readonly string[] {
  return url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decodePercent(segment).trim());
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidSource(`The address contains an invalid percent escape: ${quote(text)}`);
  }
}

function quote(text: string): string {
  return JSON.stringify(truncate(text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' '), 60));
}

function invalidSource(message: string): AppError {
  return new AppError('source_invalid', `${message}.`);
}
