/**
 * What a claim is made of: quotations, code, citations and the prose around them. Read once from left to right, so that a
 * quotation mark within code is code and a citation within a quotation is quoted, whoever wrote them.
 */

export interface ClaimParts {
  /** Between “ and ” or between straight quotation marks. */
  readonly quotes: readonly string[];
  /** Between back-ticks, or in a fenced block. */
  readonly code: readonly string[];
  /** Ids cited, each once, as written. */
  readonly citations: readonly string[];
  readonly prose: string;
}

/** Bounded, because a mark that is never closed would be looked for to the end of the text, each time it stands there. */
const part =
  /“([^”]{2,600})”|(?<![\p{L}\p{N}])"([^"\n]{2,600})"|(?:```[^`\n]{0,200}\n([\s\S]{0,4000}?)```|~~~[^~\n]{0,200}\n([\s\S]{0,4000}?)~~~)|``([^\n]{1,4000}?)``|`([^`]{1,4000})`|\[chunk:([A-Za-z0-9_-]{1,40})\]/gu;

export function partsOfClaim(text: string): ClaimParts {
  const matches = [...text.matchAll(part)];
  const all = (...groups: readonly number[]): string[] =>
    matches.flatMap((match) => groups.flatMap((group) => match[group] ?? []));
  return {
    quotes: all(1, 2),
    code: all(3, 4, 5, 6),
    citations: [...new Set(all(7))],
    prose: text.replace(part, ' '),
  };
}
