/** Formats the place of evidence for a sentence. */

import type { Evidence } from '../../core/answers/evidence.ts';

export function formatPlace(evidence: Evidence): string {
  return `\`${evidence.path}\`, ${formatLines(evidence.startLine, evidence.endLine)}`;
}

export function formatLines(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
