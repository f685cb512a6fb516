/** Sentence formatting that composed answers share. */

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Adds citations, a full stop and an empty line to a sentence. */
export function citedSentence(sentence: string, evidence: readonly { readonly id: string }[]): string {
  return `${sentence} ${evidence.map(({ id }) => `[chunk:${id}]`).join(' ')}.\n\n`;
}
