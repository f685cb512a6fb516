/** Masks secrets and sanitizes names in commits, paths and discussions before they are stored. */

import type { CommitPatch, NewCommit } from '../../ports/history-store.ts';
import { changeCode } from '../../core/history/commit-patch.ts';
import type { ChangedWords, Commit, CommitFile } from '../../core/history/history.ts';
import type { Services } from '../services.ts';
import type { Discussion } from '../../core/history/discussion.ts';
import { maskText } from '../../core/text/mask-text.ts';
import { sanitizeName, removeUnsafeCharacters } from '../../core/text/sanitize-text.ts';
import type { SecretScanner } from '../../ports/secret-scanner.ts';

/** Masks a whole discussion as one text. A mask is as long as the secret, so the text can be split into its parts again by length. */
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
  let offset = 0;
  const next = (): string => {
    const part = masked.slice(offset, offset + (parts.shift()?.length ?? 0));
    offset += part.length + 1;
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

/** Masks the author and the message together, because a secret may span both. */
export async function maskCommit(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  commit: Pick<Commit, 'author' | 'message'>,
): Promise<Pick<Commit, 'author' | 'message'>> {
  const author = sanitizeName(commit.author);
  const text = `${author}\n${removeUnsafeCharacters(commit.message)}`;
  const masked = maskText(text, await secretScanner.scan(text));
  return { author: masked.slice(0, author.length), message: masked.slice(author.length + 1) };
}

/** Masks the secrets among the words of changed lines. */
export async function maskChangedWords(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  words: ChangedWords | undefined,
): Promise<ChangedWords | undefined> {
  if (words === undefined) return undefined;
  const mask = async (text: string): Promise<string> => maskText(text, await secretScanner.scan(text));
  return {
    added: await mask(words.added),
    removed: await mask(words.removed),
    tests: await mask(words.tests),
    documents: await mask(words.documents),
  };
}

/**
 * Masks the secrets in changed lines and in their paths, and removes control characters. All lines are scanned as one text, because a
 * scan of many short texts takes several times as long.
 */
export async function maskPatches(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  patches: readonly CommitPatch[],
): Promise<readonly CommitPatch[]> {
  const hunks = patches.flatMap(({ files }) => files.map((file) => removeUnsafeCharacters(file.hunks)));
  const masked = await changeCode(hunks.join('\n'), async (code) =>
    maskText(code, await secretScanner.scan(code)),
  );
  let [offset, index] = [0, 0];
  const next = (): string => {
    const part = masked.slice(offset, offset + (hunks[index]?.length ?? 0));
    offset += part.length + 1;
    index += 1;
    return part;
  };
  return patches.map(({ commit, files }) => ({
    commit,
    files: files.map(({ path, isCut }) => ({
      path: sanitizeName(secretScanner.maskPath(path)),
      hunks: next(),
      isCut,
    })),
  }));
}

/** Removes control characters and secrets from the paths, in the same way as for stored files. */
export function maskFilePath<Changed extends Pick<CommitFile, 'path' | 'oldPath'>>(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  file: Changed,
): Changed {
  const toStoredPath = (path: string): string => sanitizeName(secretScanner.maskPath(path));
  return {
    ...file,
    path: toStoredPath(file.path),
    oldPath: file.oldPath === undefined ? undefined : toStoredPath(file.oldPath),
  };
}

/** Masks the paths of all files of a commit. */
export function maskFilePaths<Changed extends Pick<NewCommit, 'files'>>(
  services: Pick<Services, 'secretScanner'>,
  changed: Changed,
): Changed {
  return { ...changed, files: changed.files.map((file) => maskFilePath(services, file)) };
}
