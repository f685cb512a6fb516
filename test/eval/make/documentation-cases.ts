/** Makes cases from documentation: the question is the first sentence of a definition's comment, without the definition's name. */

import { sortByHash } from '../../bench/sort-by-hash.ts';
import type { CaseFacts } from './case-line.ts';
import type { Definition } from './changed-definitions.ts';

const maxCasesPerFile = 3;
/** Maximum number of outlines to request. */
const maxFiles = 400;
const minWords = 5;
const minLength = 25;
const maxLength = 300;
/** Beginnings that are not a description: markup, documentation tags, notes and references. */
const notDescription =
  /^(?:[@:<>|=+#*{[.\\/-]|todo|fixme|deprecated|see\b|copyright|example|note|returns?:|args?:|params?:)/i;

/** Lines addressed to tools. */
const toolDirective =
  /eslint|noqa|pylint|prettier-|@ts-|nolint|istanbul|biome-|pragma|type: ignore|spell-?check/i;

export async function makeDocumentationCases(
  paths: readonly string[],
  outline: (path: string) => Promise<readonly Definition[]>,
  count: number,
): Promise<CaseFacts[]> {
  const cases = new Map<string, CaseFacts>();
  const ambiguous = new Set<string>();
  for (const path of sortByHash(paths, (path) => path).slice(0, maxFiles)) {
    if (cases.size >= count) break;
    const questions = sortByHash(await outline(path), ({ qualifiedName }) => qualifiedName).flatMap(
      toQuestions,
    );
    for (const { query, definition } of questions.slice(0, maxCasesPerFile)) {
      const key = query.toLowerCase();
      // A sentence that documents two definitions identifies neither.
      if (cases.delete(key)) ambiguous.add(key);
      else if (!ambiguous.has(key)) cases.set(key, createFacts(query, definition));
    }
  }
  return [...cases.values()].slice(0, count);
}

function toQuestions(definition: Definition): { query: string; definition: Definition }[] {
  const query = maskFirstSentence(definition.documentation, definition.name);
  return query === undefined ? [] : [{ query, definition }];
}

/** Returns the first sentence without the name; undefined if too little remains. */
export function maskFirstSentence(documentation: string, name: string): string | undefined {
  const lines = documentation
    .slice(0, 2_000)
    .split('\n')
    .filter((line) => !toolDirective.test(line));
  const [paragraph = ''] = lines
    .join('\n')
    .trimStart()
    .split(/\n\s*\n/);
  const [sentence = ''] = paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?])\s/);
  if (notDescription.test(sentence) || sentence.length > maxLength) return undefined;
  const masked = sentence
    .replace(/https?:\/\/\S+/g, '')
    .split(/([\p{L}_$][\p{L}\p{N}_$]*)/u)
    .filter((piece) => piece.toLowerCase() !== name.toLowerCase())
    .join('')
    .replace(/``|''|""|\(\)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}`"']+|[\s.:,;]+$/gu, '');
  const words = masked.split(' ').filter((word) => /\p{L}{2}/u.test(word));
  return words.length >= minWords && masked.length >= minLength ? masked : undefined;
}

function createFacts(query: string, definition: Definition): CaseFacts {
  const files = [definition.path];
  return { query, files, definitions: [definition], date: null, pr: null, category: 'documentation' };
}
