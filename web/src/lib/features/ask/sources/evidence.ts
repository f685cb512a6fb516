/** Distinguishes kinds of evidence and reads single facts from it. Pure. */
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

export function isSpan<One extends WithKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: SpanEvidence['kind'] }> {
  return evidence.kind === 'code' || evidence.kind === 'docs';
}

export function isDiscussion<One extends WithKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: DiscussionEvidence['kind'] }> {
  return evidence.kind === 'pull-request' || evidence.kind === 'issue';
}

/** Lines of a file that the user attached to the question. */
export function isAttachment<One extends WithKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: AttachmentEvidence['kind'] }> {
  return evidence.kind === 'attachment';
}

/** A commit, pull request or issue: a record of history, not the current code. */
export function isHistoryEvidence<One extends WithKind>(
  evidence: One,
): evidence is Extract<One, { readonly kind: CommitEvidence['kind'] | DiscussionEvidence['kind'] }> {
  return evidence.kind === 'commit' || isDiscussion(evidence);
}

/** The instruction to an AI assistant that a passage contains; undefined if it contains none. */
export function findInstruction(evidence: object): string | undefined {
  return 'instructs' in evidence && typeof evidence.instructs === 'string' ? evidence.instructs : undefined;
}

/** The web address of the page a source comes from; undefined for other sources, whose address is within the app. */
export function findWebPage(evidence: Evidence | undefined): string | undefined {
  const isPage = evidence !== undefined && isSpan(evidence) && /^https?:\/\//i.test(evidence.url);
  return isPage ? evidence.url : undefined;
}

/** The text of one line, if some evidence contains it; otherwise empty. */
export function findLineText(
  evidence: readonly (
    | Pick<SpanEvidence, 'kind' | 'path' | 'startLine' | 'endLine' | 'text'>
    | Pick<Exclude<Evidence, SpanEvidence>, 'kind'>
  )[],
  place: { readonly path: string; readonly line: number },
): string {
  for (const one of evidence) {
    if (!('path' in one) || one.path !== place.path) continue;
    if (one.startLine <= place.line && place.line <= one.endLine)
      return one.text.split('\n')[place.line - one.startLine]?.trim() ?? '';
  }
  return '';
}
