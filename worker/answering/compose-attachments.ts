/** What attached files say of a question, composed: their best lines, quoted and cited, apart from what the repository says. */

import type { AttachmentEvidence } from '../core/attachment.ts';
import { isStopWord, termsOf } from '../core/terms.ts';
import { partsOfClaim } from './claim-parts.ts';
import { textHolder } from './normalised-text.ts';

const mostWindows = 4;
const linesOfWindow = 2;
const longestLine = 280;

/** @param evidence the best first @returns nothing where no line holds a word of the question */
export function* composeAttachments(
  question: string,
  evidence: readonly AttachmentEvidence[],
): Generator<string> {
  const wanted = new Set(termsOf(question).filter((term) => !isStopWord(term)));
  let windows = 0;
  for (const one of evidence) {
    const lines = linesOf(one, wanted);
    if (lines.length === 0) continue;
    if (windows === 0) yield '### In the attached files\n\n';
    for (const line of lines) yield `\`${one.path}\` says: “${line}” [chunk:${one.id}].\n\n`;
    windows += 1;
    if (windows === mostWindows) return;
  }
}

/** Those that hold most words of the question, in their order. */
function linesOf({ text }: AttachmentEvidence, wanted: ReadonlySet<string>): readonly string[] {
  const holder = textHolder(text);
  const scored = text.split('\n').map((line, index) => {
    const said = line.trim().replace(/\s+/g, ' ');
    const held = new Set(termsOf(line).filter((term) => wanted.has(term)));
    return { said, index, score: held.size };
  });
  return scored
    .filter(({ said, score }) => score > 0 && isQuotable(said) && holder.holdsQuote(said))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, linesOfWindow)
    .toSorted((a, b) => a.index - b.index)
    .map(({ said }) => said);
}

/** A line that, between quotation marks, is read as one quotation and nothing else. */
function isQuotable(line: string): boolean {
  if (line.length < 3 || line.length > longestLine || /[“”]/.test(line)) return false;
  const { quotes, citations } = partsOfClaim(`“${line}”`);
  return quotes[0] === line && citations.length === 0;
}
