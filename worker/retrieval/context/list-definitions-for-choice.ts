/**
 * Lists definitions for a model that chooses among them: numbered in their order, grouped by file, one line each. A line has what tells
 * definitions apart without their bodies; the lines of the first ones are longer, since most choices are among these.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { countTokens, truncateToTokens } from '../../core/text/tokens.ts';
import { readLines, type ReadableDefinition } from './readable-definition.ts';

interface DefinitionListing {
  readonly text: string;
  /** Number of listed definitions; the definition at index `i` has number `i + 1`. */
  readonly count: number;
}

/** Maximum tokens of a signature and of a summary: of the first definitions, then of the others. */
const lengths = [
  { count: 20, signature: 24, summary: 20 },
  { count: Infinity, signature: 14, summary: 12 },
] as const;
const nameTokens = 8;
const pathTokens = 40;
/** Lines of a body that are compared with the question, and characters of each. */
const maxBodyLines = 80;
const maxLineLength = 400;
/** Characters of a signature and of documentation that are read. */
const maxTextLength = 2_000;

export interface ListedDefinitions {
  /** Best first; these have a signature and a summary. */
  readonly described: readonly ReadableDefinition[];
  /** Listed after the others of their files, by name alone. */
  readonly named: readonly ReadableDefinition[];
}

/** @returns as many definitions as fit, the described ones first */
export function listDefinitionsForChoice(
  { described, named }: ListedDefinitions,
  terms: readonly QuestionTerm[],
  maxTokens: number,
): DefinitionListing {
  const files = new Map<string, { readonly lines: string[]; readonly names: string[] }>();
  let remaining = maxTokens;
  let count = 0;
  for (const definition of [...described, ...named]) {
    const isDescribed = count < described.length;
    const path = truncate(definition.path, pathTokens);
    const entry = isDescribed ? formatLine(definition, terms, count + 1) : formatName(definition, count + 1);
    remaining -= countTokens(entry) + (files.has(path) ? 0 : countTokens(path));
    if (remaining < 0) break;
    const file = files.get(path) ?? { lines: [], names: [] };
    (isDescribed ? file.lines : file.names).push(entry);
    files.set(path, file);
    count += 1;
  }
  const lines = [...files].flatMap(([path, file]) => [
    path,
    ...file.lines,
    ...(file.names.length === 0 ? [] : [`also ${file.names.join(', ')}`]),
  ]);
  return { text: lines.join('\n'), count };
}

function formatName({ symbol = '', startLine, endLine }: ReadableDefinition, number: number): string {
  return `${number}. ${truncate(symbol, nameTokens)} (${startLine}-${endLine})`;
}

function formatLine(definition: ReadableDefinition, terms: readonly QuestionTerm[], number: number): string {
  const { kind, startLine, endLine } = definition;
  const { signature, summary } = lengths.find(({ count }) => number <= count) ?? lengths[1];
  const title = truncate(nameSignature(definition), signature);
  const about = truncate(summarize(definition, terms), summary);
  const parts = [`${number}.`, kind, title, `(${startLine}-${endLine})`];
  return [...parts.filter((part) => part !== ''), ...(about === '' ? [] : ['—', about])].join(' ');
}

/** The qualified name with the rest of the signature after it, such as parameters. Attributes before it may contain the name too. */
function nameSignature({ symbol = '', declaration }: ReadableDefinition): string {
  if (declaration === undefined) return symbol;
  const { name } = declaration;
  const signature = declaration.signature.slice(0, maxTextLength);
  const named = [...signature.matchAll(/[\p{L}\p{N}_$]+/gu)].filter(([word]) => word === name);
  const rests = named.map(({ index }) => signature.slice(index + name.length));
  const rest = rests.find((one) => /^\s*(?:[^\s\p{L}\p{N}_.,/`'"\])-]|$)/u.test(one)) ?? rests[0] ?? '';
  return `${symbol}${rest}`;
}

/** The first sentence of the documentation; without any, the line that has the most words of the question, else the first line. */
function summarize(definition: ReadableDefinition, terms: readonly QuestionTerm[]): string {
  const { kind, startLine, endLine, headEndLine, declaration, fileLines } = definition;
  const documentation = declaration?.documentation.slice(0, maxTextLength).trim() ?? '';
  if (documentation !== '') return /^[\s\S]*?(?:[.!?](?=\s)|\n\s*\n|$)/.exec(documentation)?.[0] ?? '';
  const bodyStart = declaration === undefined && kind !== 'section' ? startLine : headEndLine + 1;
  const lines = readLines(fileLines, {
    startLine: bodyStart,
    endLine: Math.min(endLine, bodyStart + maxBodyLines),
  })
    .split('\n')
    .map((line) => line.slice(0, maxLineLength))
    .filter((line) => /[\p{L}\p{N}]{2}/u.test(line));
  const counted = lines.map((line) => {
    const words = new Set(extractTerms(line));
    return { line, count: terms.filter((term) => containsWord(words, term)).length };
  });
  return counted.toSorted((a, b) => b.count - a.count)[0]?.line ?? '';
}

/** On one line, with a mark if the end is missing. */
function truncate(text: string, maxTokens: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const cut = truncateToTokens(line, maxTokens).trimEnd();
  return cut.length < line.length ? `${cut}…` : line;
}
