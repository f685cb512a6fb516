/**
 * Composes an answer without a model: facts from the index and quotations, one cited sentence each. Its output is
 * parsed and checked like any other answer.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow, FileRow, SymbolRow } from '../../ports/chunk-store.ts';
import { describeNamesakes, findDocumentedReason } from './definition-sentences.ts';
import { bestStatement } from './best-statement.ts';
import { canNameInAnswer, fitsInlineCode } from '../evidence-text/evidence-names.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import type { PlannedSpan } from './plan-evidence.ts';
import type { Sample } from './prose-statements.ts';
import { bestLine, openingOf, returnLines, type WordWeight } from './choose-quote.ts';
import { extractProse } from '../evidence-text/span-lines.ts';
import { asksHowTo } from './statement-form.ts';
import {
  formatLines,
  nameForSymbol,
  formatPlace,
  describePassage,
  type Passage,
} from './describe-passage.ts';
import { citedSentence } from './cited-sentence.ts';

/** A wanted span that was read, with the id it may be cited by. */
export type Material = PlannedSpan & { readonly evidence: Evidence };

const longestSignature = 200;

/** The answer's Markdown, a sentence at a time. */
export function* composeAnswer(
  question: Question,
  material: readonly Material[],
  weight: WordWeight,
): Generator<string> {
  const sayable = material.filter((item) => fitsInlineCode(item.path));
  const definitions = sayable
    .filter((item) => item.use === 'definition')
    .filter((item) => canNameInAnswer(item.evidence, item.of.qualifiedName));
  const namesakes = sayable
    .filter((item) => item.use === 'namesake')
    .filter((item) => canNameInAnswer(item.evidence, item.of.qualifiedName));
  for (const [index, item] of definitions.entries()) {
    yield* index === 0
      ? definitionSentences(item.of, item.evidence, {
          among: describeNamesakes(question, item.of, [...definitions, ...namesakes]),
          reason: findDocumentedReason(question, item.of, { spanText: item.evidence.text, weight }),
        })
      : [definitionSentence(item.of, item.evidence)];
    if (index === 0 && question.asksForReturns)
      for (const { line, text } of returnLines(item.evidence))
        yield citedSentence(`Its line ${line} reads: \`${text}\``, [item.evidence]);
  }
  for (const item of sayable) if (item.use === 'file') yield* fileSentences(item.of, item.evidence);
  yield* memberSentences(sayable);
  for (const { of, evidence } of namesakes)
    yield citedSentence(
      `\`${of.qualifiedName}\` in \`${of.path}\`, line ${of.nameLine}, bears that name too`,
      [evidence],
    );
  for (const item of sayable) {
    if (item.use !== 'passage') continue;
    yield* isProse(item.of)
      ? proseSentences(question, item, weight)
      : codeSentences(question, { chunk: item.of, evidence: item.evidence, symbols: item.symbols }, weight);
  }
}

function* definitionSentences(
  symbol: SymbolRow,
  evidence: Evidence,
  { among, reason }: { readonly among: ReturnType<typeof describeNamesakes>; readonly reason: string },
): Generator<string> {
  if (reason !== '')
    yield citedSentence(`The documentation of \`${symbol.qualifiedName}\` says: “${reason}”`, [evidence]);
  yield definitionSentence(symbol, evidence, among);
  const { signature } = symbol;
  if (declarationOf(symbol, evidence).isWhole)
    yield citedSentence(`It is declared as \`${signature}\``, [evidence]);
  const opening = openingOf(symbol.documentation, evidence.text);
  if (opening !== '' && (reason === '' || !opening.includes(reason)))
    yield citedSentence(`Its documentation says: “${opening}”`, [evidence]);
}

function definitionSentence(
  symbol: SymbolRow,
  evidence: Evidence,
  among?: ReturnType<typeof describeNamesakes>,
): string {
  const isWhole = evidence.endLine >= symbol.endLine;
  const where = isWhole
    ? formatLines(symbol.startLine, symbol.endLine)
    : `beginning at line ${symbol.startLine}`;
  return citedSentence(
    `\`${symbol.qualifiedName}\` is ${withArticle(symbol.kind)} in \`${symbol.path}\`, ${where}${among?.words ?? ''}`,
    among?.cites ?? [evidence],
  );
}

function* fileSentences(file: FileRow, evidence: Evidence): Generator<string> {
  const isDocument =
    file.language === 'markdown' || file.language === 'restructuredtext' || file.role === 'docs';
  const opening = openingOf(
    isDocument ? extractProse(evidence.text).trim() : headComment(evidence.text),
    evidence.text,
  );
  const about = opening === '' ? '' : ` and opens with: “${opening}”`;
  const length = `${file.lines} ${file.lines === 1 ? 'line' : 'lines'}`;
  yield citedSentence(`\`${file.path}\` is ${withArticle(file.language)} file of ${length}${about}`, [
    evidence,
  ]);
}

/** One sentence a file: what it defines, each name cited at its own line. */
function* memberSentences(material: readonly Material[]): Generator<string> {
  const members = material
    .filter((item) => item.use === 'member')
    .filter((item) => canNameInAnswer(item.evidence, item.of.name));
  for (const path of new Set(members.map((item) => item.path))) {
    const named = members
      .filter((item) => item.path === path)
      .map((item) => `\`${item.of.name}\` [chunk:${item.evidence.id}]`);
    yield `\`${path}\` defines ${named.join(', ')}.\n\n`;
  }
}

function* proseSentences(
  question: Question,
  { of: chunk, evidence }: { readonly of: ChunkRow; readonly evidence: Evidence },
  weight: WordWeight,
): Generator<string> {
  const { text } = evidence;
  const best = bestStatement(question, { text, headings: chunk.metadata.headings ?? [] }, weight);
  if (best === undefined) return;
  const { heading = '', quotation, sample, sectionSample } = best;
  const isShown =
    fitsInlineCode(heading) && !/[“”]/.test(heading) && createTextMatcher(text).containsQuote(heading);
  const saying = `${formatPlace(evidence)}${isShown ? `, under “${heading}”` : ''}, says: ${quotation}`;
  const code = sample && shownSample(sample, evidence);
  yield citedSentence(code?.line === undefined ? saying : `${saying}, and shows: \`${code.line}\``, [
    evidence,
  ]);
  // How a thing is done is told by a sample further on as well.
  const further = sample ?? (asksHowTo(question) ? sectionSample : undefined);
  const block = code?.line === undefined ? further && shownSample(further, evidence)?.block : undefined;
  if (block !== undefined) yield `${block}\n[chunk:${evidence.id}]\n\n`;
}

/** Longer samples are not shown, but opened. */
const mostSampleLines = 24;
const mostSampleLength = 1_200;

/** A sample as it can be cited: of one line within the sentence that leads to it, of more as a block of its own. */
function shownSample(
  { text, language }: Sample,
  evidence: Evidence,
): { readonly line: string | undefined; readonly block: string } | undefined {
  const code = text.trim();
  const lines = code.split('\n');
  if (lines.length > mostSampleLines || code.length > mostSampleLength || !/[\p{L}\p{N}]/u.test(code))
    return undefined;
  if (/```|\[chunk:/.test(code) || !createTextMatcher(evidence.text).containsCode(code)) return undefined;
  const isLine = lines.length === 1 && fitsInlineCode(code) && code.length <= longestSignature;
  const block = `\`\`\`${language}\n${text.replace(/^\s*\n|\s+$/g, '')}\n\`\`\``;
  return { line: isLine ? code : undefined, block };
}

/** What is quoted is said of the definition it lies in, and of the lines alone where there is none. */
function* codeSentences(question: Question, passage: Passage, weight: WordWeight): Generator<string> {
  const { evidence, symbols } = passage;
  const told = describePassage(question, passage, weight);
  if (told !== undefined) yield citedSentence(told.sentence, [evidence]);
  const line = bestLine(question, evidence, weight);
  if (line === undefined || (told !== undefined && !line.answers)) return;
  const owner = innermostSymbol(symbols, line.line);
  const name = owner === undefined ? undefined : nameForSymbol(evidence, owner);
  const subject = name === undefined ? formatPlace(evidence) : `\`${name}\` in ${formatPlace(evidence)}`;
  const isSameSubject = owner !== undefined && owner === told?.of;
  const declaration = owner?.nameLine === line.line ? declarationOf(owner, evidence) : undefined;
  // A name that is told already, with what it is documented to be, says no more by being declared.
  if (declaration !== undefined && told !== undefined && !declaration.saysMore) return;
  if (declaration?.isWhole === true) {
    yield citedSentence(`${isSameSubject ? 'It' : `${subject},`} is declared as \`${declaration.text}\``, [
      evidence,
    ]);
    return;
  }
  const reads = isSameSubject ? `Its line ${line.line} reads` : `${subject}, reads at line ${line.line}`;
  yield citedSentence(`${reads}: \`${line.text}\``, [evidence]);
}

/** The definition the first sentence of a passage of code is about, which its source is called by; undefined where it is about none. */
export function subjectOf(question: Question, item: Material, weight: WordWeight): SymbolRow | undefined {
  if (item.use !== 'passage' || isProse(item.of)) return undefined;
  const { of: chunk, evidence, symbols } = item;
  const told = describePassage(question, { chunk, evidence, symbols }, weight);
  if (told !== undefined) return told.of;
  const line = bestLine(question, evidence, weight);
  return line && innermostSymbol(symbols, line.line);
}

function innermostSymbol(symbols: readonly SymbolRow[], line: number): SymbolRow | undefined {
  return symbols.findLast((symbol) => symbol.startLine <= line && symbol.endLine >= line);
}

/** Words a declaration has besides its name that tell nothing of what it takes or gives. */
const declaring =
  /\b(?:export|default|declare|public|private|protected|static|final|abstract|async|class|interface|struct|enum|type|trait|impl|module|namespace|function|func|fn|def|const|let|var|val|pub|readonly)\b|[^\w$]/g;

/** A definition by its signature: whole where that can be quoted of the lines. */
function declarationOf(
  { name, signature }: SymbolRow,
  evidence: Evidence,
): { readonly text: string; readonly saysMore: boolean; readonly isWhole: boolean } {
  const saysMore = signature.replaceAll(declaring, '') !== name.replaceAll(declaring, '');
  const isWhole =
    saysMore &&
    signature.length <= longestSignature &&
    fitsInlineCode(signature) &&
    createTextMatcher(evidence.text).containsCode(signature);
  return { text: signature, saysMore, isWhole };
}

export function isProse(chunk: ChunkRow): boolean {
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

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
