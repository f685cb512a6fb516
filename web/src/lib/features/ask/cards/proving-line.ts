/** The text of a line, if some source of the answer holds it; empty where none does. */
import type { Evidence, SpanEvidence } from '../../../api.ts';

export function provingLine(
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
