/** Addresses of GitHub's hosts, page by page: which repository, and which state and part of it. */

import { AppError } from './errors.ts';
import { isOwner, isRepositoryName, readRef, type GitHubPage } from './source-names.ts';

/** Pages of GitHub itself that stand where owners do. */
const reserved = new Set(
  `about account apps blog codespaces collections contact customer-stories dashboard enterprise events explore features gist
   gists issues join login logout marketplace mine new notifications orgs organizations pricing pulls search security sessions
   settings signup site sponsors stars team topics trending users`.split(/\s+/),
);

/** What follows owner and name; by its first segment, how the rest is read. */
const pages: Readonly<Record<string, (rest: readonly string[]) => Partial<GitHubPage>>> = {
  tree: (rest) => refAndPath(rest, 'folder'),
  blob: (rest) => refAndPath(rest, 'file'),
  raw: (rest) => refAndPath(rest, 'file'),
  blame: (rest) => refAndPath(rest, 'file'),
  edit: (rest) => refAndPath(rest, 'file'),
  commit: ([sha = '']) => ref(sha.replace(/\.(?:patch|diff)$/, '')),
  commits: (rest) => refAndPath(rest, 'file'),
  branches: (rest) => ref(rest.join('/')),
  compare: (rest) => ref(headOf(rest.join('/'))),
  pull: ([, , sha = '']) => (/^[0-9a-f]{7,64}$/.test(sha) ? ref(sha) : {}),
  releases: ([kind, ...rest]) =>
    kind === 'tag' ? ref(rest.join('/')) : kind === 'download' ? ref(rest[0] ?? '') : {},
  archive: (rest) => ref(rest.join('/').replace(/\.(?:zip|tar\.gz|tgz)$/, '')),
  tarball: (rest) => ref(rest.join('/')),
  zipball: (rest) => ref(rest.join('/')),
  contents: folderOfContents,
  'tar.gz': (rest) => ref(rest.join('/')),
  zip: (rest) => ref(rest.join('/')),
  'legacy.tar.gz': (rest) => ref(rest.join('/')),
  'legacy.zip': (rest) => ref(rest.join('/')),
};

/**
 * @param host without `www.`
 * @param isGit whether git alone asks such an address: it has no pages, and its fragment is a ref, or what pip is told
 * @returns undefined where it is no host of GitHub's repositories
 * @throws AppError `source_invalid`
 */
export function readGitHubPath(host: string, url: URL, isGit: boolean): GitHubPage | undefined {
  const segments = segmentsOf(url);
  if (host === 'api.github.com') {
    if (segments[0] !== 'repos')
      throw wrong('That page of the interface names no repository: it begins with /repos/');
    const page = pageOf(segments.slice(1));
    return { ...page, ...ref(url.searchParams.get('ref') ?? '') };
  }
  if (host === 'codeload.github.com') return pageOf(segments);
  if (host === 'raw.githubusercontent.com' || host === 'raw.github.com')
    return pageOf(withPage(segments, 'raw'));
  if (host === 'media.githubusercontent.com') return pageOf(withPage(segments.slice(1), 'raw'));
  if (host !== 'github.com' && host !== 'ssh.github.com' && host !== 'github.dev') return undefined;
  const page = pageOf(segments);
  const isOfGit = isGit || /\.git\/?$/i.test(url.pathname);
  return isOfGit && url.hash.length > 1 ? { ...page, ...meantBy(url.hash.slice(1)) } : page;
}

/** A fragment of an address git asks: a ref, or pip's names with values, of which one is a folder. `#readme` is npm's link to a homepage. */
function meantBy(fragment: string): Partial<GitHubPage> {
  if (fragment === 'readme') return {};
  if (!/^(?:egg|subdirectory|md5|sha\d{1,3})=/.test(fragment))
    return { ref: readRef(decoded(fragment)), refAndPath: undefined, pathIs: undefined };
  const [, folder = ''] = /(?:^|&)subdirectory=([^&]*)/.exec(fragment) ?? [];
  return folder === '' ? {} : { subdirectory: decoded(folder) };
}

/**
 * Owner, name, and what a page's address says after them; nothing of it percent-escaped.
 * @throws AppError `source_invalid`
 */
export function pageOf([owner = '', named = '', kind = '', ...rest]: readonly string[]): GitHubPage {
  if (reserved.has(owner.toLowerCase()))
    throw wrong(`${JSON.stringify(shorten(`/${owner}/${named}`))} is a page of GitHub itself`);
  if (named === '')
    throw wrong(
      owner === ''
        ? 'It names no repository'
        : `${JSON.stringify(shorten(owner))} is an owner: name a repository of theirs`,
    );
  const [bare = '', at] = named.split(/@(.*)/s);
  const name = bare.replace(/\.git$/i, '');
  if (!isOwner(owner)) throw wrong(`${JSON.stringify(shorten(owner))} cannot be an owner on GitHub`);
  if (!isRepositoryName(name))
    throw wrong(`${JSON.stringify(shorten(name))} cannot be the name of a repository on GitHub`);
  const read = Object.hasOwn(pages, kind) ? pages[kind] : undefined;
  // `@feature/x` has its slash taken for the end of the name.
  const told =
    at === undefined ? (read?.(rest) ?? {}) : ref([at, kind, ...rest].filter((one) => one !== '').join('/'));
  return {
    owner,
    name,
    ref: undefined,
    subdirectory: undefined,
    refAndPath: undefined,
    pathIs: undefined,
    ...told,
  };
}

function withPage([owner = '', name = '', ...rest]: readonly string[], kind: string): readonly string[] {
  return [owner, name, kind, ...rest];
}

function ref(text: string): Partial<GitHubPage> {
  return text === '' ? {} : { ref: readRef(text) };
}

/** One segment can only be the ref. */
function refAndPath(segments: readonly string[], pathIs: 'folder' | 'file'): Partial<GitHubPage> {
  const hasPrefix = segments[0] === 'refs' && /^(?:heads|tags)$/.test(segments[1] ?? '');
  const rest = hasPrefix ? segments.slice(2) : segments;
  if (rest.length <= 1) return ref(rest[0] ?? '');
  if (rest.some((one) => one === '..' || one === '.')) throw wrong('The path leaves its folder');
  if (rest[0] === 'HEAD') return pathIs === 'folder' ? { subdirectory: rest.slice(1).join('/') } : {};
  return { refAndPath: rest.join('/'), pathIs };
}

/** The interface tells folders and files by one address: a name with an extension is a file's. */
function folderOfContents(segments: readonly string[]): Partial<GitHubPage> {
  const isFile = /[^.]\.[a-z]\w*$/i.test(segments.at(-1) ?? '');
  return segments.length === 0 || isFile ? {} : { subdirectory: segments.join('/') };
}

/** `a...b` compares b with a; what is in a fork is not of this repository. */
function headOf(range: string): string {
  const head = range.split(/\.{2,3}/).at(-1) ?? '';
  return head.includes(':') ? '' : head;
}

function segmentsOf(url: URL): readonly string[] {
  return url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decoded(segment).trim());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong(`The address holds a percent sign that is no escape: ${JSON.stringify(shorten(text))}`);
  }
}

function shorten(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ');
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}

function wrong(message: string): AppError {
  return new AppError('source_invalid', `${message}.`);
}
