/** Distinguishes the kinds of evidence and reads single facts from evidence. Pure. */
import type {
  AttachmentEvidence,
  CommitEvidence,
  DiscussionEvidence,
  Evidence,
  SpanEvidence,
} from '../../../api.ts';

interface WithKind {
  readonly kind: Evidence['kind'];
}

export function isDiscussion<Item extends WithKind>(
  evidence: Item,
): evidence is Extract<Item, { readonly kind: DiscussionEvidence['kind'] }> {
  return evidence.kind === 'pull-request' || evidence.kind === 'issue';
}

/** True for lines of a file that the user attached to the question. */
export function isAttachment<Item extends WithKind>(
  evidence: Item,
): evidence is Extract<Item, { readonly kind: AttachmentEvidence['kind'] }> {
  return evidence.kind === 'attachment';
}

/** True for a commit, pull request or issue: a record of history, not the current code. */
export function isHistoryEvidence<Item extends WithKind>(
  evidence: Item,
): evidence is Extract<Item, { readonly kind: CommitEvidence['kind'] | DiscussionEvidence['kind'] }> {
  return evidence.kind === 'commit' || isDiscussion(evidence);
}

/** The instruction to an AI assistant that a passage contains; undefined if it contains none. */
export function findInstruction(evidence: object): string | undefined {
  return 'instructs' in evidence && typeof evidence.instructs === 'string' ? evidence.instructs : undefined;
}

/** The text of one line; empty if no evidence contains the line. */
export function findLineText(
  evidence: readonly (
    | Pick<SpanEvidence, 'kind' | 'path' | 'startLine' | 'endLine' | 'text'>
    | Pick<Exclude<Evidence, SpanEvidence>, 'kind'>
  )[],
  { path, line }: { readonly path: string; readonly line: number },
): string {
  for (const item of evidence) {
    if (!('path' in item) || item.path !== path) continue;
    if (item.startLine <= line && line <= item.endLine)
      return item.text.split('\n')[line - item.startLine]?.trim() ?? '';
  }
  return '';
}
