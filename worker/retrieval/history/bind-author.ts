/** Finds the author whose commits a question asks for, among the authors of the repository's commits. */

const beforeAuthor = String.raw`\b(?:by|from|did|has|have|of|author(?:ed by)?|and|was|is|are|were)\s+@?`;
const afterAuthor = String.raw`(?:['’]s)?\s+(?:\w+\s+)?(?:commits?|changes?|changed|edit(?:s|ed)|work(?:s|ed)?|touch(?:ed)?|modif(?:y|ied)|ma[dk]e|contribut\w+|wr[oi]te|do(?:ne)?|last|first|add(?:ed)?|update[ds]?|fix(?:ed)?|merge[ds]?|push(?:ed)?|land(?:ed)?)\b`;
const minPartLength = 3;

/**
 * @param authors names as commits write them, the most frequent first
 * @returns undefined if the question names no author
 */
export function bindAuthor(text: string, authors: readonly string[]): string | undefined {
  const whole = authors.filter((author) => author.includes(' ') && containsWords(text, author));
  if (whole.length > 0) return whole.toSorted((a, b) => b.length - a.length)[0];
  return authors.find((author) => namesOf(author).some((name) => isMentionedAsAuthor(text, name)));
}

/** The whole name, a handle, and the first and last name. */
function namesOf(author: string): readonly string[] {
  const parts = author.split(/\s+/);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  return [...new Set([author, first, last])].filter((name) => name.length >= minPartLength);
}

/** A single name may be a common word, so it needs capitals and a word for what an author does. */
function isMentionedAsAuthor(text: string, name: string): boolean {
  if (/^\p{Ll}/u.test(name) && !text.includes(`@${name}`) && !/[\d-]/.test(name)) return false;
  if (!text.includes(name)) return false;
  const escaped = escapePattern(name);
  const isolated = String.raw`(?<![\p{L}\p{N}_.\/-])${escaped}(?![\p{L}\p{N}_\/-]|\.\w)`;
  if (!new RegExp(isolated, 'u').test(text)) return false;
  return (
    new RegExp(`(?:${beforeAuthor})${isolated}`, 'u').test(text) ||
    new RegExp(isolated + afterAuthor, 'u').test(text)
  );
}

function containsWords(text: string, name: string): boolean {
  if (!text.toLowerCase().includes(name.toLowerCase())) return false;
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escapePattern(name)}(?![\p{L}\p{N}])`, 'iu').test(text);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
