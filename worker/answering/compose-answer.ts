/**
 * The embedded answerer: no model, only facts of the index and quotations, one cited sentence each. What it writes is read and
 * checked like any other answerer's text.
 */

import type { Evidence } from '../core/evidence.ts';
import type { Question } from '../core/question.ts';
import type { ChunkRow, FileRow, SymbolRow } from '../ports/chunk-store.ts';
import { isNameOf } from './name-of-span.ts';
import { textHolder } from './normalised-text.ts';
import type { WantedSpan } from './plan-evidence.ts';
import { bestLine, bestSentence, openingOf, type WordWeight } from './quote.ts';
import { proseOf } from './span-lines.ts';

/** A wanted span that was read, with the id it may be cited by. */
export type Material = WantedSpan & { readonly evidence: Evidence };

const longestSignature = 200;

/** The answer's Markdown, a sentence at a time. */
export function* composeAnswer(
  question: Question,
  material: readonly Material[],
  weight: WordWeight,
): Generator<string> {
  const sayable = material.filter((item) => isSayable(item.path));
  const definitions = sayable
    .filter((item) => item.use === 'definition')
    .filter((item) => isSaidOf(item.evidence, item.of.qualifiedName));
  for (const [index, item] of definitions.entries()) {
    yield* index === 0
      ? definitionSentences(item.of, item.evidence)
      : [definitionSentence(item.of, item.evidence)];
  }
  for (const item of sayable) if (item.use === 'file') yield* fileSentences(item.of, item.evidence);
  yield* memberSentences(sayable);
  for (const item of sayable) {
    if (item.use !== 'passage') continue;
    const passage = { chunk: item.of, evidence: item.evidence };
    yield* isProse(item.of)
      ? proseSentences(question, passage, weight)
      : codeSentences(question, passage, weight);
  }
}

function* definitionSentences(symbol: SymbolRow, evidence: Evidence): Generator<string> {
  yield definitionSentence(symbol, evidence);
  const { signature } = symbol;
  const saysMore = signature.length > symbol.name.length + 2 && signature.length <= longestSignature;
  if (saysMore && isSayable(signature) && textHolder(evidence.text).holdsCode(signature)) {
    yield said(`It is declared as \`${signature}\``, evidence);
  }
  const opening = openingOf(symbol.documentation, evidence.text);
  if (opening !== '') yield said(`Its documentation says: “${opening}”`, evidence);
}

function definitionSentence(symbol: SymbolRow, evidence: Evidence): string {
  const isWhole = evidence.endLine >= symbol.endLine;
  const where = isWhole ? linesOf(symbol.startLine, symbol.endLine) : `beginning at line ${symbol.startLine}`;
  return said(
    `\`${symbol.qualifiedName}\` is ${withArticle(symbol.kind)} in \`${symbol.path}\`, ${where}`,
    evidence,
  );
}

function* fileSentences(file: FileRow, evidence: Evidence): Generator<string> {
  const isDocument =
    file.language === 'markdown' || file.language === 'restructuredtext' || file.role === 'docs';
  const opening = openingOf(
    isDocument ? proseOf(evidence.text).trim() : headComment(evidence.text),
    evidence.text,
  );
  const about = opening === '' ? '' : ` and opens with: “${opening}”`;
  const length = `${file.lines} ${file.lines === 1 ? 'line' : 'lines'}`;
  yield said(`\`${file.path}\` is ${withArticle(file.language)} file of ${length}${about}`, evidence);
}

/** One sentence a file: what it defines, each name cited at its own line. */
function* memberSentences(material: readonly Material[]): Generator<string> {
  const members = material
    .filter((item) => item.use === 'member')
    .filter((item) => isSaidOf(item.evidence, item.of.name));
  for (const path of new Set(members.map((item) => item.path))) {
    const named = members
      .filter((item) => item.path === path)
      .map((item) => `\`${item.of.name}\` [chunk:${item.evidence.id}]`);
    yield `\`${path}\` defines ${named.join(', ')}.\n\n`;
  }
}

interface Passage {
  readonly chunk: ChunkRow;
  readonly evidence: Evidence;
}

function* proseSentences(
  question: Question,
  { chunk, evidence }: Passage,
  weight: WordWeight,
): Generator<string> {
  const sentence = bestSentence(question, { text: evidence.text, spanText: evidence.text }, weight);
  if (sentence === '') return;
  const heading = chunk.metadata.headings?.at(-1);
  const isShown =
    heading !== undefined &&
    isSayable(heading) &&
    !/[“”]/.test(heading) &&
    textHolder(evidence.text).holdsQuote(heading);
  yield said(`${placeOf(evidence)}${isShown ? `, under “${heading}”` : ''}, says: “${sentence}”`, evidence);
}

function* codeSentences(
  question: Question,
  { chunk, evidence }: Passage,
  weight: WordWeight,
): Generator<string> {
  const isNamed = chunk.symbol !== undefined && isSaidOf(evidence, chunk.symbol);
  const subject = isNamed ? `\`${chunk.symbol}\` in ${placeOf(evidence)}` : placeOf(evidence);
  const documentation = { text: chunk.metadata.documentation ?? '', spanText: evidence.text };
  const documented =
    bestSentence(question, documentation, weight) || openingOf(documentation.text, evidence.text, 1);
  if (documented !== '') yield said(`${subject}, is documented: “${documented}”`, evidence);
  const line = bestLine(question, evidence, weight);
  if (line === undefined || (documented !== '' && !line.answers)) return;
  const reads = documented === '' ? `${subject}, reads at line ${line.line}` : `Its line ${line.line} reads`;
  yield said(`${reads}: \`${line.text}\``, evidence);
}

/** A name that can be written as code, and that the check will find in the span. */
function isSaidOf(evidence: Evidence, name: string): boolean {
  return isSayable(name) && (isNameOf(evidence, name) || textHolder(evidence.text).holdsCode(name));
}

/** Fit to be written between back-ticks, on one line, without being taken for a citation. */
function isSayable(text: string): boolean {
  return text.trim() !== '' && !/[`\n]|\[chunk:/.test(text);
}

function isProse(chunk: ChunkRow): boolean {
  return (
    chunk.language === 'markdown' ||
    chunk.language === 'restructuredtext' ||
    (chunk.role === 'docs' && chunk.language === 'text')
  );
}

/** The comment or docstring a file opens with, its markers removed. */
function headComment(text: string): string {
  const match =
    /^(?:#!.*\n)?\s*(?:\/\*\*?([\s\S]*?)\*\/|"""([\s\S]*?)"""|'''([\s\S]*?)'''|((?:(?:\/\/|#).*\n)+))/.exec(
      text,
    );
  const found = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4] ?? '';
  return found.replace(/^[ \t]*(?:\*|\/\/[/!]?|#)[ \t]?/gm, '').trim();
}

function placeOf(evidence: Evidence): string {
  return `\`${evidence.path}\`, ${linesOf(evidence.startLine, evidence.endLine)}`;
}

function linesOf(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function said(sentence: string, evidence: Evidence): string {
  return `${sentence} [chunk:${evidence.id}].\n\n`;
}
