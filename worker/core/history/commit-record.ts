/**
 * Formats a commit as answers quote it, like `git show` without the patch. A clone yields the same record, so the hash of a quotation can
 * be verified without the server.
 */

import { formatDay } from '../time.ts';
import { maxMessageLength } from './history.ts';
import { sanitizeName, removeUnsafeCharacters } from '../text/sanitize-text.ts';

interface RecordedCommit {
  readonly id: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly message: string;
  /** Number of the pull request that introduced it. */
  readonly pullRequest: number | undefined;
}

/** @param commit with sanitized author and message, secrets masked */
export function commitRecord({ id, author, authoredAt, message, pullRequest }: RecordedCommit): string {
  const pullRequestLine = pullRequest === undefined ? '' : `Pull request: #${pullRequest}\n`;
  return `commit ${id}\nAuthor: ${author}\nDate: ${formatDay(authoredAt)}\n${pullRequestLine}\n${message.trimEnd()}\n`;
}

/** The record of a commit with git's original author and message, if they contain no secret. */
export function commitRecordFromGit(commit: RecordedCommit): string {
  const cut = commit.message.trimEnd().slice(0, maxMessageLength);
  const message = removeUnsafeCharacters(cut.replace(/[\uD800-\uDBFF]$/, ''));
  return commitRecord({ ...commit, author: sanitizeName(commit.author), message });
}

export interface CommitMessageParts {
  readonly subject: string;
  readonly body: string;
}

/** Splits a message like git: the first paragraph is the subject, on one line; the rest is the body. */
export function splitCommitMessage(message: string): CommitMessageParts {
  const text = message.replaceAll('\r\n', '\n').trim();
  const end = /\n[^\S\n]*\n/.exec(text);
  const first = end === null ? text : text.slice(0, end.index);
  return {
    subject: first
      .split('\n')
      .map((line) => line.trim())
      .join(' '),
    body: end === null ? '' : text.slice(end.index + end[0].length).trim(),
  };
}
