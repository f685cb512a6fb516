/**
 * Finds the file or folder that a question is about, written as a path ("_utils.py", "tests/fixtures") or described in words ("the publish
 * script", "the serverless guide"). The repository's own paths decide what is a path; the other words choose between several.
 */

import { describePath } from './describe-path.ts';
import { identifierWords, plainWords, type PathContext } from './path-words.ts';

export interface BoundPath {
  readonly path: string;
  readonly isFolder: boolean;
  /** Written as a path, so it is certain. Otherwise words describe it. */
  readonly isWritten: boolean;
  /** The path as the question writes it; empty if words describe it. */
  readonly written: string;
}

interface Candidate extends BoundPath {
  readonly score: number;
}

/** A path in the question, and the words around it. */
interface Mention {
  readonly token: string;
  readonly isQuoted: boolean;
  readonly context: PathContext;
}

const rootPattern =
  /\b(?:at|in|of|from) the (?:repo(?:sitory)?(?:['’]s)? )?(?:root|top(?:[- ]level)?)\b|\btop[- ]level\b|\broot (?:file|folder|directory)\b/i;
const deniedPattern = /\b(?:not|rather than|instead of|and not|except|excluding)\b([^,.;?)]{0,40})/gi;
/** @returns undefined if the question mentions no path of the repository */
export function bindPath(
  text: string,
  files: readonly { readonly path: string; readonly role?: string }[],
): BoundPath | undefined {
  const folders = listFolders(files);
  const context = readContext(text);
  const written = readMentions(text, context, listBareNames(files))
    .flatMap((mention) => resolveMention(mention, files, folders))
    .toSorted((a, b) => b.score - a.score);
  if (written[0] !== undefined) return toBoundPath(written[0]);
  const described = describePath(
    text,
    [
      ...files.map(({ path }) => ({ path, isFolder: false })),
      ...folders.map((path) => ({ path, isFolder: true })),
    ],
    context,
  );
  return described === undefined ? undefined : { ...described, isWritten: false, written: '' };
}

function toBoundPath({ path, isFolder, isWritten, written }: Candidate): BoundPath {
  return { path, isFolder, isWritten, written };
}

function listFolders(files: readonly { readonly path: string }[]): readonly string[] {
  const folders = new Set<string>();
  for (const { path } of files)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  return [...folders];
}

function readContext(text: string): PathContext {
  const denied = new Set<string>();
  for (const [, clause = ''] of text.matchAll(deniedPattern))
    for (const word of plainWords(clause)) denied.add(word);
  const words = new Set(plainWords(text).filter((word) => !denied.has(word)));
  return { words, denied, isAtRoot: rootPattern.test(text) };
}

/** Names of files without an extension that are no plain words, such as AUTHORS and Makefile. */
function listBareNames(files: readonly { readonly path: string }[]): ReadonlySet<string> {
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  return new Set(names.filter((name) => /^\p{Lu}[\p{L}_-]{3,}$/u.test(name)));
}

/** Splits at white space and quotation marks, and keeps what may be a path. */
function readMentions(
  text: string,
  context: PathContext,
  bareNames: ReadonlySet<string>,
): readonly Mention[] {
  const quoted = new Set(
    [...text.matchAll(/[`"“']([^`"”'\s]{2,200})[`"”']/g)].map(([, inner = '']) => inner),
  );
  const tokens = text.split(/[\s`"“”‘’'<>,;]+/).map(trimToken);
  return [...new Set(tokens)].flatMap((token) => {
    const looksLikePath =
      /[/.]/.test(token) || /^_\w/.test(token) || quoted.has(token) || bareNames.has(token);
    const isPath = looksLikePath && /[\p{L}\p{N}]/u.test(token) && !/^v?\d+(?:\.\w+)*$|\(|:\/\//.test(token);
    return isPath ? [{ token: token.replace(/^\.\//, ''), isQuoted: quoted.has(token), context }] : [];
  });
}

function trimToken(token: string): string {
  return token
    .replace(/^[([{*]+/, '')
    .replace(/(?::\d+(?:-\d+)?)?[)\]}*?!:]*\.?[)\]}*?!:]*$/, '')
    .replace(/['’]s$/, '');
}

function resolveMention(
  { token, context }: Mention,
  files: readonly { readonly path: string; readonly role?: string }[],
  folders: readonly string[],
): readonly Candidate[] {
  const asFolder = token.replace(/\/+$/, '');
  const lower = asFolder.toLowerCase();
  const rate = (path: string): number => {
    const own = path.toLowerCase();
    if (path === asFolder) return 30;
    if (own === lower) return 28;
    if (path.endsWith(`/${asFolder}`)) return 20;
    if (own.endsWith(`/${lower}`)) return 18;
    return 0;
  };
  const bonus = Math.min(10, lower.length / 4) + (lower.includes('/') ? 6 : 0);
  const isFolderAlone = token.endsWith('/');
  const fileCandidates = isFolderAlone
    ? []
    : files.flatMap(({ path, role }): Candidate[] => {
        const rating = rate(path) || rateWithoutExtension(path, lower);
        const score = rating + bonus + rateContext(path, token, context) + (role === 'source' ? 0.4 : 0);
        return rating === 0 ? [] : [{ path, isFolder: false, isWritten: true, written: token, score }];
      });
  const folderCandidates = folders.flatMap((path): Candidate[] => {
    const rating = rate(path);
    const score = rating + bonus + rateContext(path, token, context);
    return rating === 0 ? [] : [{ path, isFolder: true, isWritten: true, written: token, score }];
  });
  return [...fileCandidates, ...folderCandidates];
}

/** "lib/route" and "_urlparse" name a file without its extension. A single plain word does not. */
function rateWithoutExtension(path: string, lower: string): number {
  if (!/[/_-]/.test(lower)) return 0;
  const own = path.toLowerCase().replace(/\.[^./]+$/, '');
  if (own === lower) return 16;
  return own.endsWith(`/${lower}`) ? 14 : 0;
}

/** Prefers the path whose other words the question mentions, and the less nested one. */
function rateContext(path: string, token: string, { words, denied, isAtRoot }: PathContext): number {
  const own = new Set(identifierWords(token));
  const segments = new Set(identifierWords(path).filter((word) => !own.has(word)));
  let score = 0;
  for (const word of segments) {
    if (words.has(word)) score += 1.5;
    if (denied.has(word)) score -= 4;
  }
  const depth = path.split('/').length;
  return score + (isAtRoot && depth === 1 ? 8 : 0) - depth / 5;
}
