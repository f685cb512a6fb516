/** What kind of source a piece of evidence is: lines of a file, or a pull request or issue; a commit is neither. */
import type { DiscussionEvidence, Evidence, SpanEvidence } from '../../api.ts';

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
