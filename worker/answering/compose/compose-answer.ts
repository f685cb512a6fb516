/**
 * Describes definitions, files and documentation sections without a model: facts from the index and quotations, one cited sentence each. Its
 * output is parsed and checked like any other answer.
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
import { quoteOpening, returnLines, type WordWeight } from './choose-quote.ts';
import { extractHeadComment, extractProse } from '../evidence-text/span-lines.ts';
import { asksHowTo } from './statement-form.ts';
import { citedSentence } from './cited-sentence.ts';
import { dedent } from './format-code.ts';
import { formatLines } from '../../core/answers/format-place.ts';

/** A planned span with its evidence, which has the id to cite. */
export type Material = PlannedSpan & { readonly evidence: Evidence };

const maxSignatureLength = 200;

/** Yields the answer's Markdown, one sentence at a time. */
export function* composeAnswer(
  question: Question,
  material: readonly Material[],
  weight: WordWeight,
): Generator<string> {
  const nameable = material.filter((item) => fitsInlineCode(item.path));
  const definitions = nameable
    .filter((item) => item.use === 'definition')
    .filter((item) => canNameInAnswer(item.evidence, item.subject.qualifiedName));
  const namesakes = nameable
    .filter((item) => item.use === 'namesake')
    .filter((item) => canNameInAnswer(item.evidence, item.subject.qualifiedName));
  for (const [index, item] of definitions.entries()) {
    yield* index === 0
      ? definitionSentences(item.subject, item.evidence, {
          namesakeCount: describeNamesakes(question, item.subject, [...definitions, ...namesakes]),
          reason: findDocumentedReason(question, item.subject, { spanText: item.evidence.text, weight }),
        })
      : [definitionSentence(item.subject, item.evidence)];
    if (index === 0 && question.asksForReturns)
      for (const { line, text } of returnLines(item.evidence))
        yield citedSentence(`Its line ${line} reads: \`${text}\``, [item.evidence]);
  }
  for (const item of nameable) if (item.use === 'file') yield* fileSentences(item.subject, item.evidence);
  yield* memberSentences(nameable);
  for (const { subject, evidence } of namesakes)
    yield citedSentence(
      `\`${subject.qualifiedName}\` in \`${subject.path}\`, line ${subject.nameLine}, also has this name`,
      [evidence],
    );
  for (const item of nameable) if (item.use === 'passage') yield* proseSentences(question, item, weight);
}

function* definitionSentences(
  symbol: SymbolRow,
  evidence: Evidence,
  {
    namesakeCount,
    reason,
  }: { readonly namesakeCount: ReturnType<typeof describeNamesakes>; readonly reason: string },
): Generator<string> {
  if (reason !== '')
    yield citedSentence(`The documentation of \`${symbol.qualifiedName}\` says: “${reason}”`, [evidence]);
  yield definitionSentence(symbol, evidence, namesakeCount);
  const opening = quoteOpening(symbol.documentation, evidence.text);
  // Without documentation, the code is the only description.
  const code =
    opening === '' && reason === '' && evidence.endLine >= symbol.endLine
      ? formatSample({ text: dedent(evidence.text), language: evidence.language }, evidence)
      : undefined;
  if (code !== undefined && code.line === undefined) {
    yield `It reads:\n${code.block}\n[chunk:${evidence.id}]\n\n`;
    return;
  }
  const { signature } = symbol;
  if (hasWholeDeclaration(symbol, evidence))
    yield citedSentence(`It is declared as \`${signature}\``, [evidence]);
  if (opening !== '' && (reason === '' || !opening.includes(reason)))
    yield citedSentence(`Its documentation says: “${opening}”`, [evidence]);
}

function definitionSentence(
  symbol: SymbolRow,
  evidence: Evidence,
  namesakeCount?: ReturnType<typeof describeNamesakes>,
): string {
  const isWhole = evidence.endLine >= symbol.endLine;
  const where = isWhole
    ? formatLines(symbol.startLine, symbol.endLine)
    : `beginning at line ${symbol.startLine}`;
  return citedSentence(
    `\`${symbol.qualifiedName}\` is ${withArticle(symbol.kind)} in \`${symbol.path}\`, ${where}${namesakeCount?.words ?? ''}`,
    namesakeCount?.cites ?? [evidence],
  );
}

function* fileSentences(file: FileRow, evidence: Evidence): Generator<string> {
  const isDocument =
    file.language === 'markdown' || file.language === 'restructuredtext' || file.role === 'docs';
  const opening = quoteOpening(
    isDocument ? extractProse(evidence.text).trim() : extractHeadComment(evidence.text),
    evidence.text,
  );
  const openingClause = opening === '' ? '' : ` and opens with: “${opening}”`;
  const length = `${file.lines} ${file.lines === 1 ? 'line' : 'lines'}`;
  yield citedSentence(`\`${file.path}\` is ${withArticle(file.language)} file of ${length}${openingClause}`, [
    evidence,
  ]);
}

/** Writes one sentence per file: the names that it defines, each cited at its own line. */
function* memberSentences(material: readonly Material[]): Generator<string> {
  const members = material
    .filter((item) => item.use === 'member')
    .filter((item) => canNameInAnswer(item.evidence, item.subject.name));
  for (const path of new Set(members.map((item) => item.path))) {
    const named = members
      .filter((item) => item.path === path)
      .map((item) => `\`${item.subject.name}\` [chunk:${item.evidence.id}]`);
    yield `\`${path}\` defines ${named.join(', ')}.\n\n`;
  }
}

function* proseSentences(
  question: Question,
  { subject: chunk, evidence }: { readonly subject: ChunkRow; readonly evidence: Evidence },
  weight: WordWeight,
): Generator<string> {
  const { text } = evidence;
  const best = bestStatement(question, { text, headings: chunk.metadata.headings ?? [] }, weight);
  if (best === undefined) return;
  const { heading = '', quotation, sample, sectionSample } = best;
  const isShown =
    fitsInlineCode(heading) && !/[“”]/.test(heading) && createTextMatcher(text).containsQuote(heading);
  const sentence = `\`${evidence.path}\`, ${formatLines(evidence.startLine, evidence.endLine)}${isShown ? `, under “${heading}”` : ''}, says: ${quotation}`;
  const code = sample && formatSample(sample, evidence);
  yield citedSentence(code?.line === undefined ? sentence : `${sentence}, and shows: \`${code.line}\``, [
    evidence,
  ]);
  // A later sample can also answer a how-to question.
  const laterSample = sample ?? (asksHowTo(question) ? sectionSample : undefined);
  const block =
    code?.line === undefined ? laterSample && formatSample(laterSample, evidence)?.block : undefined;
  if (block !== undefined) yield `${block}\n[chunk:${evidence.id}]\n\n`;
}

/** Longer samples are not shown; the user can open them. */
const maxSampleLines = 24;
const maxSampleLength = 1_200;

/** Formats a sample for citing: one line within the sentence, several lines as a separate block. */
function formatSample(
  { text, language }: Sample,
  evidence: Evidence,
): { readonly line: string | undefined; readonly block: string } | undefined {
  const code = text.trim();
  const lines = code.split('\n');
  if (lines.length > maxSampleLines || code.length > maxSampleLength || !/[\p{L}\p{N}]/u.test(code))
    return undefined;
  if (/```|\[chunk:/.test(code) || !createTextMatcher(evidence.text).containsCode(code)) return undefined;
  const isLine = lines.length === 1 && fitsInlineCode(code) && code.length <= maxSignatureLength;
  const block = `\`\`\`${language}\n${text.replace(/^\s*\n|\s+$/g, '')}\n\`\`\``;
  return { line: isLine ? code : undefined, block };
}

/** Keywords of a declaration that state nothing about its parameters or result. */
const declarationKeywords =
  /\b(?:export|default|declare|public|private|protected|static|final|abstract|async|class|interface|struct|enum|type|trait|impl|module|namespace|function|func|fn|def|const|let|var|val|pub|readonly)\b|[^\w$]/g;

/** Whether the evidence contains the whole signature, and it states more than the name. */
function hasWholeDeclaration({ name, signature }: SymbolRow, evidence: Evidence): boolean {
  return (
    signature.replaceAll(declarationKeywords, '') !== name.replaceAll(declarationKeywords, '') &&
    signature.length <= maxSignatureLength &&
    fitsInlineCode(signature) &&
    createTextMatcher(evidence.text).containsCode(signature)
  );
}

export function isProse(chunk: ChunkRow): boolean {
  return (
    chunk.language === 'markdown' ||
    chunk.language === 'restructuredtext' ||
    (chunk.role === 'docs' && chunk.language === 'text')
  );
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
