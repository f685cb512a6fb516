/** What a full-text table is asked: any of the terms. */

/** A term as an FTS5 string, so that no word is taken for an operator. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Empty where there is no term, which matches nothing and may not be asked. */
export function matchAny(terms: readonly string[]): string {
  return terms.map(quoted).join(' OR ');
}
