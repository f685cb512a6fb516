/** Reads commits and their changes from git. The changes of a commit without parents are relative to the empty tree. */

import type { GitReader } from './git-reader.ts';

export interface GitPerson {
  readonly name: string;
  readonly email: string;
  /** ISO 8601 with the person's time zone. */
  readonly date: string;
}

export interface GitCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: GitPerson;
  readonly committer: GitPerson;
  /** The whole message, without a final line break. */
  readonly message: string;
}

export interface FileChange {
  readonly path: string;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed';
  readonly previousPath: string | undefined;
  /** Blob of the file after the change; before it, if the file was removed. */
  readonly blob: string;
  /** Undefined for binary files. */
  readonly lines: { readonly added: number; readonly deleted: number } | undefined;
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const fields = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'];
const format = `--format=${fields.join('%x00')}%x00%x01`;

export async function readCommit(git: GitReader, sha: string): Promise<GitCommit | undefined> {
  const object = await git.object(`${sha}^{commit}`);
  if (object === undefined) return undefined;
  const text = object.content.toString('utf8');
  const end = text.indexOf('\n\n');
  const head = text.slice(0, end);
  // Git itself converts messages in other encodings to UTF-8.
  if (/^encoding /m.test(head)) return (await logCommits(git, ['-1', object.sha, '--'], true))[0];
  const readFields = (name: string): readonly string[] =>
    [...head.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, value = '']) => value);
  const [tree = ''] = readFields('tree');
  const [author = ''] = readFields('author');
  const [committer = ''] = readFields('committer');
  return {
    sha: object.sha,
    tree,
    parents: readFields('parent'),
    author: parsePerson(author),
    committer: parsePerson(committer),
    message: text.slice(end + 2).replace(/\n+$/, ''),
  };
}

/** Parses `Ann <ann@example.org> 1709300000 +0100`. */
function parsePerson(line: string): GitPerson {
  const [, name = '', email = '', seconds = '0', sign = '+', hours = '00', minutes = '00'] =
    /^(.*?) ?<(.*)> (\d+) ([+-])(\d\d)(\d\d)$/.exec(line) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const local = new Date(Number(seconds) * 1000 + offsetMs).toISOString().slice(0, 19);
  return { name, email, date: `${local}${sign}${hours}:${minutes}` };
}

/** Returns the commits that the `git log` arguments select, in git's order. @param isImmutable whether the arguments contain only hashes, no refs */
export async function logCommits(
  git: GitReader,
  args: readonly string[],
  isImmutable = false,
): Promise<readonly GitCommit[]> {
  return parseCommits((await git.text(['log', '--no-show-signature', format, ...args], isImmutable)) ?? '');
}

function parseCommits(output: string): readonly GitCommit[] {
  return output
    .split('\0\x01')
    .map((record) => record.replace(/^\n/, ''))
    .filter((record) => record !== '')
    .map((record) => {
      const [
        sha = '',
        tree = '',
        parents = '',
        authorName = '',
        authorEmail = '',
        authorDate = '',
        committerName = '',
        committerEmail = '',
        committerDate = '',
        body = '',
      ] = record.split('\0');
      return {
        sha,
        tree,
        parents: parents === '' ? [] : parents.split(' '),
        author: { name: authorName, email: authorEmail, date: authorDate },
        committer: { name: committerName, email: committerEmail, date: committerDate },
        message: body.replace(/\n+$/, ''),
      };
    });
}

/** Returns the changes of a commit relative to its first parent. */
export const readCommitChanges = (git: GitReader, commit: GitCommit): Promise<readonly FileChange[]> =>
  readChangesBetween(git, commit.parents[0] ?? emptyTree, commit.sha);

/** Returns the changed files in git's order. Detects renames from 50 % similarity, as GitHub does. */
export async function readChangesBetween(
  git: GitReader,
  base: string,
  head: string,
): Promise<readonly FileChange[]> {
  const output = await git.text(
    ['diff-tree', '-r', '-z', '--raw', '--numstat', '-M50%', '--full-index', base, head],
    true,
  );
  return parseChanges((output ?? '').split('\0'));
}

const statuses: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  T: 'changed',
};

/**
 * Parses the output of `git diff-tree -z`. Git first prints all raw records, `:modes blobs status` and paths, and then all counts,
 * `added TAB deleted TAB path`. The path in the counts of a rename is empty; the old and new path follow.
 */
function parseChanges(parts: readonly string[]): readonly FileChange[] {
  const changes: Omit<FileChange, 'lines'>[] = [];
  const lines = new Map<string, FileChange['lines']>();
  let index = 0;
  while (index < parts.length) {
    const part = parts[index] ?? '';
    if (part.startsWith(':')) {
      const [, , before = '', after = '', letter = ''] = part.split(' ');
      const isRename = letter.startsWith('R');
      const status = statuses[letter.charAt(0)] ?? 'modified';
      changes.push({
        path: parts[index + (isRename ? 2 : 1)] ?? '',
        previousPath: isRename ? parts[index + 1] : undefined,
        status,
        blob: status === 'removed' ? before : after,
      });
      index += isRename ? 3 : 2;
      continue;
    }
    const [added = '', deleted = '', path] = part.split('\t');
    const isRename = path === '';
    const pathAfter = isRename ? parts[index + 2] : path;
    if (pathAfter !== undefined && added !== '-')
      lines.set(pathAfter, { added: Number(added), deleted: Number(deleted) });
    index += isRename ? 3 : 1;
  }
  return changes.map((change) => ({ ...change, lines: lines.get(change.path) }));
}

/** Parses the login in a GitHub noreply address. Returns undefined for any other address. */
export const parseNoreplyLogin = (email: string): string | undefined =>
  /^(?:\d+\+)?([a-z0-9-]+(?:\[bot\])?)@users\.noreply\.github\.com$/i.exec(email)?.[1];
