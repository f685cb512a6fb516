/** Evidence: the spans, commits, discussions and attachments given to the answerer. Ids are issued per question; only evidence can be cited. */

import type { DiscussionKind } from '../history/discussion.ts';
import type { PullRequestReference } from '../history/history.ts';

export interface SpanPosition {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** A span read from the index. Its text is masked; hashes cover the stored, unmasked text. */
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
  /** All lines of the file, masked: searched for near misses of a quotation. */
  readonly fileLines: readonly string[];
}

/** Marks evidence that contains a possible prompt injection. */
interface InstructionFlag {
  /** The words that address a model instead of a person; undefined if none were found. */
  readonly instructs?: string;
}

export interface Evidence extends Span, InstructionFlag {
  readonly id: string;
  readonly commit: string;
  /** Opens these lines of this snapshot. */
  readonly url: string;
  readonly symbol: string | undefined;
  /** The line with the name of `symbol`, if the span is within that definition. */
  readonly nameLine?: number | undefined;
  /** 1 for a definition requested by name, otherwise a fraction of the best span's score. */
  readonly score: number;
  /** Rank from 1; undefined for a span that was looked up instead of ranked. */
  readonly rank: number | undefined;
  /** The score's components, by ranking signal. */
  readonly scores: Readonly<Record<string, number>>;
  /** Positions of copies and translations of the same text; undefined if none were found. */
  readonly copies?: readonly SpanPosition[];
}

/** What a commit did to lines: added them, changed them last, changed them in between, or moved them unchanged. */
export const originReasons = ['introduced', 'last-changed', 'changed', 'moved'] as const;
export type OriginReason = (typeof originReasons)[number];

/** A citable commit. */
export interface CommitEvidence extends InstructionFlag {
  readonly id: string;
  readonly kind: 'commit';
  /** This commit's id, not the version's. */
  readonly commit: string;
  /** The quoted record: id, author, date and message, with secrets masked. */
  readonly text: string;
  /** SHA-256 of the UTF-8 of `text`. */
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly pullRequest: PullRequestReference | undefined;
  readonly issues: readonly number[];
  /** What the commit did to lines of the version, according to their line history. Claims about its changes are checked against this. */
  readonly origins: readonly (SpanPosition & { readonly reason: OriginReason })[];
  /** Opens the commit in the app. */
  readonly url: string;
  readonly score: number;
}

/** A citable text of a pull request or issue: its body or one comment. */
export interface DiscussionEvidence extends InstructionFlag {
  readonly id: string;
  readonly kind: DiscussionKind;
  readonly number: number;
  readonly title: string;
  /** Author of the quoted text, and when it was written, in milliseconds since 1970. */
  readonly author: string;
  readonly writtenAt: number;
  /** The quoted record: title, author, day, links, and the body or comment, with secrets masked. */
  readonly text: string;
  /** SHA-256 of the UTF-8 of `text`. */
  readonly hash: string;
  /** The quoted text without the record's header. */
  readonly body: string;
  /** The text is a comment, not the body. */
  readonly isRemark?: boolean;
  /** When it was merged or closed, in milliseconds since 1970. */
  readonly closedAt: number;
  /** Commits that the host attributes to it: the requested ones, and its merge commit. */
  readonly commits: readonly string[];
  /** For a pull request, the issues it closes; for an issue, the pull requests that closed it. */
  readonly closes: readonly number[];
  /** Opens it at its host. */
  readonly url: string;
  readonly score: number;
}

export interface AttachedFile {
  /** The path or name chosen by the user, unique within a question. */
  readonly name: string;
  readonly text: string;
}

/** Limits of a question: files, UTF-8 bytes of one file, and of all. A prompt has no room for more, and a turn is stored as one row. */
export const attachmentLimits = { files: 10, fileBytes: 200_000, bytes: 500_000 } as const;

/** Citable lines of a file attached to the question, with secrets masked. */
export interface AttachmentEvidence extends SpanPosition, InstructionFlag {
  readonly id: string;
  readonly kind: 'attachment';
  /** SHA-256 of the whole file's UTF-8, unmasked. */
  readonly hash: string;
  /** SHA-256 of the UTF-8 of the cited lines, unmasked. */
  readonly spanHash: string;
  readonly text: string;
  /** All lines of the file, masked: searched for near misses of a quotation. */
  readonly fileLines: readonly string[];
  readonly score: number;
}

/** An attachment as it is sent to clients, without the rest of its file. */
type ShownAttachment = Omit<AttachmentEvidence, 'fileLines'>;

export type AnyEvidence = Evidence | CommitEvidence | DiscussionEvidence | AttachmentEvidence;

export function isDiscussionEvidence(evidence: AnyEvidence | ShownEvidence): evidence is DiscussionEvidence {
  return evidence.kind === 'pull-request' || evidence.kind === 'issue';
}

/** Whether the evidence is lines of an indexed file. */
export function isSpanEvidence<Any extends AnyEvidence | ShownEvidence>(
  evidence: Any,
): evidence is Exclude<Any, CommitEvidence | DiscussionEvidence | ShownAttachment> {
  return evidence.kind === 'code' || evidence.kind === 'docs';
}

export function isCommitEvidence(evidence: AnyEvidence | ShownEvidence): evidence is CommitEvidence {
  return evidence.kind === 'commit';
}

export function isAttachmentEvidence<Any extends AnyEvidence | ShownEvidence>(
  evidence: Any,
): evidence is Extract<Any, { kind: 'attachment' }> {
  return evidence.kind === 'attachment';
}

/** Evidence as it is sent to clients, without the rest of its file. */
export type ShownEvidence = ShownSpan | CommitEvidence | DiscussionEvidence | ShownAttachment;
export type ShownSpan = Omit<Evidence, 'fileLines' | 'intact' | 'nameLine'>;
