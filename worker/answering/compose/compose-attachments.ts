/** Quotes and cites the best lines of attached files, separate from what the repository says. */

import type { AttachmentEvidence } from '../../core/answers/evidence.ts';
import { isStopWord, extractTerms } from '../../core/text/terms.ts';
import { parseClaim } from '../claim-text/parse-claim.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';

const mostWindows = 4;
const linesOfWindow = 2;
const longestLine = 280;

/** @param evidence the best first @returns nothing where no line holds a word of the question */
export function* composeAttachments(
  question: string,
  evidence: readonly AttachmentEvidence[],
): Generator<string> {
  const wanted = new Set(extractTerms(question).filter((term) => !isStopWord(term)));
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
  const holder = createTextMatcher(text);
  const scored = text.split('\n').map((line, index) => {
    const said = line.trim().replace(/\s+/g, ' ');
    const held = new Set(extractTerms(line).filter((term) => wanted.has(term)));
    return { said, index, score: held.size };
  });
  return scored
    .filter(({ said, score }) => score > 0 && isQuotable(said) && holder.containsQuote(said))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, linesOfWindow)
    .toSorted((a, b) => a.index - b.index)
    .map(({ said }) => said);
}

/** A line that, between quotation marks, is read as one quotation and nothing else. */
function isQuotable(line: string): boolean {
  if (line.length < 3 || line.length > longestLine || /[“”]/.test(line)) return false;
  const { quotes, citations } = parseClaim(`“${line}”`);
  return quotes[0] === line && citations.length === 0;
}
