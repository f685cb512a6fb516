/**
 * A commit's record as answers quote it, as `git show` tells it without the patch. Whoever has a clone composes the same from it: the hash
 * of what was quoted can be checked without the server.
 */

import { dayOf } from './day-of.ts';
import { maxMessageLength } from './history.ts';
import { plainName, plainText } from './plain-text.ts';

interface RecordedCommit {
  readonly id: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly message: string;
  /** Number of the pull request that brought it. */
  readonly pullRequest: number | undefined;
}

/** @param commit author and message as they are shown: plain, secrets masked */
export function commitRecord({ id, author, authoredAt, message, pullRequest }: RecordedCommit): string {
  const of = pullRequest === undefined ? '' : `Pull request: #${pullRequest}\n`;
  return `commit ${id}\nAuthor: ${author}\nDate: ${dayOf(authoredAt)}\n${of}\n${message.trimEnd()}\n`;
}

/** Of author and message as git tells them, where no secret is in them. */
export function commitRecordOfGit(commit: RecordedCommit): string {
  const told = commit.message.trimEnd().slice(0, maxMessageLength);
  const message = plainText(told.replace(/[\uD800-\uDBFF]$/, ''));
  return commitRecord({ ...commit, author: plainName(commit.author), message });
}
