/** Ranks files by the number of distinct question words that they contain, then by occurrences. */

import { isStopWord } from '../../../worker/core/text/terms.ts';
import type { Hit } from '../system.ts';
import type { FileText } from './tree-texts.ts';

const maxHits = 100;
const minTermLength = 3;
const maxTerms = 60;

/** @returns a function that ranks the files for a question; a hit is a whole file */
export function createTermVote(files: readonly FileText[]): (query: string) => Hit[] {
  const lowercaseFiles = files.map(({ path, text }) => ({ path, text: text.toLowerCase() }));
  return (query) => {
    const terms = extractTerms(query);
    return lowercaseFiles
      .map(({ path, text }) => ({ path, text, counts: terms.map((term) => countOccurrences(text, term)) }))
      .map(({ path, text, counts }) => ({
        path,
        text,
        distinct: counts.filter((count) => count > 0).length,
        matches: counts.reduce((total, count) => total + count, 0),
      }))
      .filter(({ distinct }) => distinct > 0)
      .sort((left, right) => right.distinct - left.distinct || right.matches - left.matches)
      .slice(0, maxHits)
      .map(({ path, text }) => ({ path, startLine: 1, endLine: text.split('\n').length }));
  };
}

function extractTerms(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return [...new Set(words)]
    .filter((word) => word.length >= minTermLength && !isStopWord(word))
    .slice(0, maxTerms);
}

function countOccurrences(text: string, term: string): number {
  let count = 0;
  for (let index = text.indexOf(term); index >= 0; index = text.indexOf(term, index + term.length))
    count += 1;
  return count;
}
