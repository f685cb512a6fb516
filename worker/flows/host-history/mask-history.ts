/** Masks secrets and sanitizes names in commits, paths and discussions before they are stored. */

import type { NewCommit } from '../../ports/history-store.ts';
import type { Commit, CommitFile } from '../../core/history/history.ts';
import type { Services } from '../services.ts';
import type { Discussion } from '../../core/history/discussion.ts';
import { maskText } from '../../core/text/mask-text.ts';
import { sanitizeName, removeUnsafeCharacters } from '../../core/text/sanitize-text.ts';
import type { SecretScanner } from '../../ports/secret-scanner.ts';

/** Scans the whole discussion as one text. A mask is as long as the secret, so the parts can be split again by length. */
export async function maskDiscussion(scanner: SecretScanner, discussion: Discussion): Promise<Discussion> {
  const parts = [
    sanitizeName(discussion.title),
    sanitizeName(discussion.author),
    removeUnsafeCharacters(discussion.body),
    ...discussion.labels.map(sanitizeName),
    ...discussion.comments.flatMap((comment) => [
      sanitizeName(comment.author),
      removeUnsafeCharacters(comment.body),
    ]),
  ];
  const text = parts.join('\n');
  const masked = maskText(text, await scanner.scan(text));
  let at = 0;
  const next = (): string => {
    const part = masked.slice(at, at + (parts.shift()?.length ?? 0));
    at += part.length + 1;
    return part;
  };
  return {
    ...discussion,
    title: next(),
    author: next(),
    body: next(),
    url: sanitizeName(discussion.url),
    labels: discussion.labels.map(() => next()),
    comments: discussion.comments.map((comment) => ({
      ...comment,
      author: next(),
      body: next(),
      path: comment.path === undefined ? undefined : sanitizeName(scanner.maskPath(comment.path)),
      url: sanitizeName(comment.url),
    })),
  };
}

/** Author and message as they are stored; scanned together because a secret may span both. */
export async function maskCommit(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  commit: Pick<Commit, 'author' | 'message'>,
): Promise<Pick<Commit, 'author' | 'message'>> {
  const author = sanitizeName(commit.author);
  const text = `${author}\n${removeUnsafeCharacters(commit.message)}`;
  const masked = maskText(text, await secretScanner.scan(text));
  return { author: masked.slice(0, author.length), message: masked.slice(author.length + 1) };
}

/** Paths without control characters and secrets, spelled like those of stored files. */
export function maskFilePath<Changed extends Pick<CommitFile, 'path' | 'oldPath'>>(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  file: Changed,
): Changed {
  const shown = (path: string): string => sanitizeName(secretScanner.maskPath(path));
  return {
    ...file,
    path: shown(file.path),
    oldPath: file.oldPath === undefined ? undefined : shown(file.oldPath),
  };
}

/** The same with all paths masked. */
export function maskFilePaths<Changed extends Pick<NewCommit, 'files'>>(
  services: Pick<Services, 'secretScanner'>,
  changed: Changed,
): Changed {
  return { ...changed, files: changed.files.map((file) => maskFilePath(services, file)) };
}
