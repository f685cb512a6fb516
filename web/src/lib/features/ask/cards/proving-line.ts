/** The text of a line, if some source of the answer holds it; empty where none does. */
import type { Evidence } from '../../../api.ts';

export function provingLine(
  evidence: readonly Pick<Evidence, 'path' | 'startLine' | 'endLine' | 'text'>[],
  place: { readonly path: string; readonly line: number },
): string {
  const source = evidence.find(
    ({ path, startLine, endLine }) => path === place.path && startLine <= place.line && place.line <= endLine,
  );
  return source?.text.split('\n')[place.line - source.startLine]?.trim() ?? '';
}
