/**
 * Splits a claim into quotations, code, citations and prose in one left-to-right pass.
 */

export interface ClaimParts {
  /** In curly or straight quotation marks. They may span soft line breaks, which Markdown shows as spaces. */
  readonly quotes: readonly string[];
  /** In back-ticks or a fenced block. */
  readonly code: readonly string[];
  /** Cited ids as written, without duplicates. */
  readonly citations: readonly string[];
  readonly prose: string;
}

/** The length is bounded, because otherwise each unclosed mark would cause a scan to the end of the text. A run of marks is tried once. */
export const quotation = String.raw`(?<!“)“([^”]{1,600})”|(?<![\p{L}\p{N}])"((?:[^"\n]|\n(?![^\S\n]*\n)){0,600})"`;
/** A fence of more marks may contain one of fewer. A run of marks is tried once, since retries would take quadratic time. */
const fence = '(?<![`~])(?<fence>`{3,200}|~{3,200})(?![`~])[^`~\\n]{0,200}\\n([\\s\\S]{0,4000}?)\\k<fence>';
const codeOrCitation = '``([^\\n]{1,4000}?)``|`([^`]{1,4000})`|\\[chunk:([A-Za-z0-9_-]{1,40})\\]';
const part = new RegExp(`${quotation}|${fence}|${codeOrCitation}`, 'gu');
const quotationOrFence = new RegExp(`${quotation}|${fence}`, 'gu');

export function parseClaim(text: string): ClaimParts {
  const matches = [...text.matchAll(part)];
  // Reuses the matches: a second pass would repeat the costly scans for unclosed marks.
  const ends = [0, ...matches.map(({ 0: matched, index }) => index + matched.length)];
  const prose = ends.map((from, at) => text.slice(from, matches[at]?.index)).join(' ');
  const all = (...groups: readonly number[]): string[] =>
    matches.flatMap((match) => groups.flatMap((group) => match[group] ?? []));
  return {
    quotes: all(1, 2).filter((quote) => quote.trim() !== ''),
    code: all(4, 5, 6),
    citations: [...new Set(all(7))],
    prose,
  };
}

/** Empties quotations and fences but leaves their marks. A quotation within a fence is code. */
export function stripQuotations(text: string): string {
  return text.replace(quotationOrFence, (all) => (/^(?:```|~~~)/.test(all) ? '```\n```' : '“ ”'));
}

/** Changes the claim's prose and leaves quotations, code and citations as they are. */
export function mapProse(text: string, change: (prose: string) => string): string {
  let changed = '';
  let at = 0;
  for (const { 0: matched, index } of text.matchAll(part)) {
    changed += change(text.slice(at, index)) + matched;
    at = index + matched.length;
  }
  return changed + change(text.slice(at));
}

/** A citation of any id, issued or not. */
export const citationMark = String.raw`\[chunk:[^\]\n]{1,60}\]`;
const citationMarks = new RegExp(citationMark, 'g');

/** Removes citations of any id, issued or not. */
export function stripCitations(text: string): string {
  return text.replaceAll(citationMarks, ' ');
}
