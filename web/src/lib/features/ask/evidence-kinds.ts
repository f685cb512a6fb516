/** What kind of source a piece of evidence is: lines of a file, of one that came with the question, or a record of the past. */
import type {
  AttachmentEvidence,
  CommitEvidence,
  DiscussionEvidence,
  Evidence,
  SpanEvidence,
} from '../../api.ts';

interface OfKind {
  readonly kind: Evidence['kind'];
}

export function isSpan<One extends OfKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: SpanEvidence['kind'] }> {
  return evidence.kind === 'code' || evidence.kind === 'docs';
}

export function isDiscussion<One extends OfKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: DiscussionEvidence['kind'] }> {
  return evidence.kind === 'pull-request' || evidence.kind === 'issue';
}

/** Lines of a file that came with the question. */
export function isAttachment<One extends OfKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: AttachmentEvidence['kind'] }> {
  return evidence.kind === 'attachment';
}

/** A commit, pull request or issue: what was done or said once, not what stands there now. */
export function isOfPast<One extends OfKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: CommitEvidence['kind'] | DiscussionEvidence['kind'] }> {
  return evidence.kind === 'commit' || isDiscussion(evidence);
}

/** The words of a passage that address an assistant; undefined where it does not. */
export function instructionOf(evidence: object): string | undefined {
  return 'instructs' in evidence && typeof evidence.instructs === 'string' ? evidence.instructs : undefined;
}
