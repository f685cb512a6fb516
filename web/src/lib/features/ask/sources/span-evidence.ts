/** Recognizes evidence from the files of a repository, and reads its address. Pure. */
import type { Evidence, SpanEvidence } from '../../../api.ts';

interface WithKind {
  readonly kind: Evidence['kind'];
}

export function isSpan<Item extends WithKind>(
  evidence: Item,
): evidence is Extract<Item, { readonly kind: SpanEvidence['kind'] }> {
  return evidence.kind === 'code' || evidence.kind === 'docs';
}

/** The web address of the page that a source comes from; undefined for other sources, whose address is within the app. */
export function findWebPage(evidence: Evidence | undefined): string | undefined {
  const isPage = evidence !== undefined && isSpan(evidence) && /^https?:\/\//i.test(evidence.url);
  return isPage ? evidence.url : undefined;
}
