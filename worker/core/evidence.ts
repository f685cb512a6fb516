/** Spans, commits and discussions shown to the answerer, each with an id issued for one question; nothing else can be cited. */

import type { AttachmentEvidence, ShownAttachment } from './attachment.ts';
import type { DiscussionKind } from './discussion.ts';
import type { PullRequestReference } from './history.ts';

export interface SpanPosition {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** A span as it was read: text masked, hashes over what is stored. */
export interface Span extends SpanPosition {
  readonly language: string;
  readonly kind: 'code' | 'docs';
  /** SHA-256 of the whole file's bytes. */
  readonly fileHash: string;
  /** The stored file still hashes to `fileHash`. */
  readonly intact: boolean;
  /** SHA-256 of the UTF-8 of the span's lines, unmasked. */
  readonly spanHash: string;
  readonly text: string;
  /** Lines of the whole file, masked: where a near miss is looked for. */
  readonly fileLines: readonly string[];
}

/** What is shown with its mark. */
export interface Marked {
  /** Words in it that are addressed to a model instead of to a reader; undefined where none were found. */
  readonly instructs?: string;
}

export interface Evidence extends Span, Marked {
  readonly id: string;
  readonly commit: string;
  /** Opens these lines of this snapshot. */
  readonly url: string;
  readonly symbol: string | undefined;
  /** The line of its file that bears the name of `symbol`, where the span lies within that definition. */
  readonly nameLine?: number | undefined;
  /** 1 for what was asked for by name, else as a share of the best span's. */
  readonly score: number;
  /** Its place in the ranking, from 1; undefined for what was looked up rather than ranked. */
  readonly rank: number | undefined;
  /** Each signal's share of its score in the ranking. */
  readonly scores: Readonly<Record<string, number>>;
  /** Copies and translations of the same text that were found too; undefined where there are none. */
  readonly copies?: readonly SpanPosition[];
}

/** What a commit did to lines: brought them first, changed them last or between, or carried them over as they were. */
export type OriginReason = 'introduced' | 'last-changed' | 'changed' | 'moved';

/** A commit as it is cited. */
export interface CommitEvidence extends Marked {
  readonly id: string;
  readonly kind: 'commit';
  /** Its own id, not that of the version asked about. */
  readonly commit: string;
  /** The record that is quoted: id, author, date, message; secrets masked. */
  readonly text: string;
  /** SHA-256 of the UTF-8 of `text`. */
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly pullRequest: PullRequestReference | undefined;
  readonly issues: readonly number[];
  /** What it did to lines of the version asked about, as the origins of its lines tell: nothing else of that kind may be said of it. */
  readonly origins: readonly (SpanPosition & { readonly reason: OriginReason })[];
  /** Opens the commit in the app. */
  readonly url: string;
  readonly score: number;
}

/** What one person said in a pull request or an issue, as it is cited: its body, or one remark. */
export interface DiscussionEvidence extends Marked {
  readonly id: string;
  readonly kind: DiscussionKind;
  readonly number: number;
  readonly title: string;
  /** Who wrote what is quoted, and when, in milliseconds since 1970. */
  readonly author: string;
  readonly writtenAt: number;
  /** The record that is quoted: title, author, day, what hangs on it, and the body or the one remark; secrets masked. */
  readonly text: string;
  /** SHA-256 of the UTF-8 of `text`. */
  readonly hash: string;
  /** The words quoted, without the record's head. */
  readonly body: string;
  /** Of a remark, not of what it was opened with. */
  readonly isRemark?: boolean;
  /** When it was merged or closed, in milliseconds since 1970. */
  readonly closedAt: number;
  /** Commits it brought, as the host tells: those asked about, and the one it was merged as. */
  readonly commits: readonly string[];
  /** Of a pull request the issues it closes; of an issue the pull requests that closed it. */
  readonly closes: readonly number[];
  /** Opens it at its host. */
  readonly url: string;
  readonly score: number;
}

export type AnyEvidence = Evidence | CommitEvidence | DiscussionEvidence | AttachmentEvidence;

export function isOfDiscussion(evidence: AnyEvidence | ShownEvidence): evidence is DiscussionEvidence {
  return evidence.kind === 'pull-request' || evidence.kind === 'issue';
}

/** Whether it is lines of a file. */
export function isOfLines<Any extends AnyEvidence | ShownEvidence>(
  evidence: Any,
): evidence is Exclude<Any, CommitEvidence | DiscussionEvidence | ShownAttachment> {
  return evidence.kind === 'code' || evidence.kind === 'docs';
}

export function isOfCommit(evidence: AnyEvidence | ShownEvidence): evidence is CommitEvidence {
  return evidence.kind === 'commit';
}

export function isOfAttachment<Any extends AnyEvidence | ShownEvidence>(
  evidence: Any,
): evidence is Extract<Any, { kind: 'attachment' }> {
  return evidence.kind === 'attachment';
}

/** Evidence as it leaves: without the rest of its file. */
export type ShownEvidence = ShownSpan | CommitEvidence | DiscussionEvidence | ShownAttachment;
export type ShownSpan = Omit<Evidence, 'fileLines' | 'intact' | 'nameLine'>;
