/** A sentence's beginning. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A sentence that ends with its citations, followed by an empty line. */
export function citedSentence(sentence: string, evidence: readonly { readonly id: string }[]): string {
  return `${sentence} ${evidence.map(({ id }) => `[chunk:${id}]`).join(' ')}.\n\n`;
}
