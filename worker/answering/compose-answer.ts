/**
 * The embedded answerer: no model, only facts of the index and quotations, one cited sentence each. What it writes is read and
 * checked like any other answerer's text.
 */

import type { Evidence } from '../core/evidence.ts';
import type { Question } from '../core/question.ts';
import type { ChunkRow, FileRow, SymbolRow } from '../ports/chunk-store.ts';
import type { WantedSpan } from './plan-evidence.ts';
import { bestLine, bestSentence, openingOf, type WordWeight } from './quote.ts';

/** A wanted span that was read, with the id it may be cited by. */
export type Material = WantedSpan & { readonly evidence: Evidence };

const longestSignature = 200;

/** The answer's Markdown, a sentence at a time. */
export function* composeAnswer(
  question: Question,
  material: readonly Material[],
  weight: WordWeight,
): Generator<string> {
  for (const item of material) {
    if (item.use === 'definition') yield* definitionSentences(item.of, item);
    if (item.use === 'file') yield* fileSentences(item.of, item);
  }
  yield* memberSentences(material);
  for (const item of material) {
    if (item.use === 'passage')
      yield* passageSentences(question, { chunk: item.of, evidence: item.evidence }, weight);
  }
}

function* definitionSentences(symbol: SymbolRow, { evidence, use }: Material): Generator<string> {
  if (use !== 'definition') return;
  const whole = evidence.endLine >= symbol.endLine;
  const where = whole ? linesOf(symbol.startLine, symbol.endLine) : `beginning at line ${symbol.startLine}`;
  yield said(
    `\`${symbol.qualifiedName}\` is ${withArticle(symbol.kind)} in \`${symbol.path}\`, ${where}`,
    evidence,
  );
  const { signature } = symbol;
  if (
    signature.length <= longestSignature &&
    !signature.includes('`') &&
    signature.length > symbol.name.length + 2
  ) {
    yield said(`It is declared as \`${signature}\``, evidence);
  }
  const opening = openingOf(symbol.documentation);
  if (opening !== '') yield said(`Its documentation says: “${opening}”`, evidence);
}

function* fileSentences(file: FileRow, { evidence, use }: Material): Generator<string> {
  if (use !== 'file') return;
  const head = headComment(evidence.text);
  const opening = openingOf(head);
  const about = opening === '' ? '' : ` and opens with: “${opening}”`;
  yield said(
    `\`${file.path}\` is ${withArticle(file.language)} file of ${file.lines} ${file.lines === 1 ? 'line' : 'lines'}${about}`,
    evidence,
  );
}

/** One sentence a file: what it defines, each name cited at its own line. */
function* memberSentences(material: readonly Material[]): Generator<string> {
  const members = material.filter((item) => item.use === 'member');
  for (const path of new Set(members.map((item) => item.path))) {
    const named = members
      .filter((item) => item.path === path)
      .map((item) => `\`${item.of.name}\` [chunk:${item.evidence.id}]`);
    yield `\`${path}\` defines ${named.join(', ')}.\n\n`;
  }
}

function* passageSentences(
  question: Question,
  passage: { chunk: ChunkRow; evidence: Evidence },
  weight: WordWeight,
): Generator<string> {
  const { chunk, evidence } = passage;
  const { metadata } = chunk;
  const place = `\`${chunk.path}\`, ${linesOf(evidence.startLine, evidence.endLine)}`;
  if (isProse(chunk)) {
    const sentence = bestSentence(question, evidence.text, weight);
    const heading = metadata.headings?.at(-1);
    const under = heading === undefined || /[“”`]/.test(heading) ? '' : `, under “${heading}”`;
    if (sentence !== '') yield said(`${place}${under}, says: “${sentence}”`, evidence);
    return;
  }
  const subject = chunk.symbol === undefined ? place : `\`${chunk.symbol}\` in ${place}`;
  const documented =
    metadata.documentation === undefined ? '' : documentedSentence(question, metadata.documentation, weight);
  if (documented !== '') yield said(`${subject}, is documented: “${documented}”`, evidence);
  const line = bestLine(question, evidence, weight);
  if (line === undefined) return;
  yield said(
    documented === ''
      ? `${subject}, reads at line ${line.line}: \`${line.text}\``
      : `Its line ${line.line} reads: \`${line.text}\``,
    evidence,
  );
}

function documentedSentence(question: Question, documentation: string, weight: WordWeight): string {
  const opening = openingOf(documentation, 1);
  const best = bestSentence(question, documentation, weight);
  return opening === '' || best === '' || opening === best ? opening || best : best;
}

function isProse(chunk: ChunkRow): boolean {
  return (
    chunk.role === 'docs' ||
    chunk.role === 'translation' ||
    chunk.language === 'markdown' ||
    chunk.language === 'restructuredtext'
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

function linesOf(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function said(sentence: string, evidence: Evidence): string {
  return `${sentence} [chunk:${evidence.id}].\n\n`;
}
