/** Quotes and cites the best lines of attached files, separate from what the repository says. */

import type { AttachmentEvidence } from '../../core/answers/evidence.ts';
import { isStopWord, extractTerms } from '../../core/text/terms.ts';
import { parseClaim } from '../claim-text/parse-claim.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';

const maxFiles = 4;
const linesPerFile = 2;
const maxLineLength = 280;

/** @param evidence best first; evidence without a word of the question is skipped */
export function* composeAttachments(
  question: string,
  evidence: readonly AttachmentEvidence[],
): Generator<string> {
  const questionTerms = new Set(extractTerms(question).filter((term) => !isStopWord(term)));
  let fileCount = 0;
  for (const item of evidence) {
    const lines = chooseLines(item, questionTerms);
    if (lines.length === 0) continue;
    if (fileCount === 0) yield '### In the attached files\n\n';
    for (const line of lines) yield `\`${item.path}\` says: “${line}” [chunk:${item.id}].\n\n`;
    fileCount += 1;
    if (fileCount === maxFiles) return;
  }
}

/** Returns the lines with the most words of the question, in file order. */
function chooseLines({ text }: AttachmentEvidence, questionTerms: ReadonlySet<string>): readonly string[] {
  const matcher = createTextMatcher(text);
  const scored = text.split('\n').map((line, index) => {
    const quote = line.trim().replace(/\s+/g, ' ');
    const matched = new Set(extractTerms(line).filter((term) => questionTerms.has(term)));
    return { quote, index, score: matched.size };
  });
  return scored
    .filter(({ quote, score }) => score > 0 && isQuotable(quote) && matcher.containsQuote(quote))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, linesPerFile)
    .toSorted((a, b) => a.index - b.index)
    .map(({ quote }) => quote);
}

/** Returns whether the claim parser reads the quoted line as exactly one quotation. */
function isQuotable(line: string): boolean {
  if (line.length < 3 || line.length > maxLineLength || /[“”]/.test(line)) return false;
  const { quotes, citations } = parseClaim(`“${line}”`);
  return quotes[0] === line && citations.length === 0;
}
