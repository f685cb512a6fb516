/**
 * Counts lines that look like raises in a file whose syntax has errors. The syntax tree may miss them, for example in Cython that is read as
 * Python.
 */

import { raiseRules } from '../../ingestion/raises/raise-rules.ts';
import { createLineReader, type ParsedText } from './scan-texts.ts';

/**
 * @param names undefined for every raise
 * @param foundLines lines of the raises that the syntax tree contains
 * @returns 0 for a file without syntax errors
 */
export function countUnreadRaises(
  { text, language, tree }: ParsedText,
  names: readonly string[] | undefined,
  foundLines: ReadonlySet<number>,
): number {
  const words = raiseRules(language).flatMap(({ word, form }) => (form === 'statement' ? [word] : []));
  if (!tree.hasError || words.length === 0) return 0;
  const name =
    names === undefined ? '[\\p{L}_$]' : `(?:${names.map(escapePattern).join('|')})(?![\\p{L}\\p{N}_$])`;
  // The word begins a statement, so that prose and names that contain it do not count.
  const raise = new RegExp(
    `(?<=^[ \\t]*|[;{}):][ \\t]*|\\b(?:else|then):?[ \\t]+)(?:${words.join('|')})\\s+(?:new\\s+)?(?:[\\p{L}\\p{N}_$]+(?:\\.|::|\\\\))*${name}`,
    'gmu',
  );
  const lineAt = createLineReader(text);
  const lines = new Set<number>();
  for (const { index } of text.matchAll(raise)) {
    const isComment = tree.comments.some(({ start, end }) => start <= index && index < end);
    const { line } = lineAt(index);
    if (!isComment && !foundLines.has(line)) lines.add(line);
  }
  return lines.size;
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
