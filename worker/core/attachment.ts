/** Files that come with a question: read and cited like any other evidence, kept with the turn that brought them. */

import type { Marked, SpanPosition } from './evidence.ts';

export interface AttachedFile {
  /** As its owner calls it: a path or a name, unique among those of one question. */
  readonly name: string;
  readonly text: string;
}

/** Files, UTF-8 bytes of one and of all: a prompt holds no more, and a turn is one row of the conversation. */
export const attachmentLimits = { files: 10, fileBytes: 200_000, bytes: 500_000 } as const;

/** Lines of a file that came with the question, as they are cited; secrets masked. */
export interface AttachmentEvidence extends SpanPosition, Marked {
  readonly id: string;
  readonly kind: 'attachment';
  /** SHA-256 of the whole file's UTF-8, unmasked. */
  readonly hash: string;
  /** SHA-256 of the UTF-8 of the cited lines, unmasked. */
  readonly spanHash: string;
  readonly text: string;
  /** Lines of the whole file, masked: where a near miss is looked for. */
  readonly fileLines: readonly string[];
  readonly score: number;
}

/** As it leaves: without the rest of its file. */
export type ShownAttachment = Omit<AttachmentEvidence, 'fileLines'>;
