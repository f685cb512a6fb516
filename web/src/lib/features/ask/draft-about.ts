/** The beginning of a question about a source: it names what the source defines, or else where it lies. */
import type { Evidence } from '../../api.ts';

export function draftAbout(evidence: Pick<Evidence, 'path' | 'symbol'>): string {
  return evidence.symbol === undefined
    ? `In \`${evidence.path}\`, `
    : `In \`${evidence.path}\`, how does \`${evidence.symbol}\` work?`;
}
