/**
 * Composes an answer from quoted blocks and sentences of definitions: the best block first, then those that add something, then names only.
 * A trace becomes numbered steps in the order of the calls.
 */

import type { Evidence } from '../../../core/answers/evidence.ts';
import { canNameInAnswer, fitsInlineCode } from '../../evidence-text/evidence-names.ts';
import { createTextMatcher } from '../../evidence-text/text-matcher.ts';
import { citedSentence } from '../cited-sentence.ts';
import { formatLines } from '../describe-passage.ts';

/** What the answer quotes of one definition or documentation section. */
export interface ExcerptMaterial {
  /** The innermost definition around the block, else the definition; undefined outside any. */
  readonly name: string | undefined;
  readonly path: string;
  /** The quoted lines of code; undefined if only a sentence is quoted. */
  readonly block: Evidence | undefined;
  readonly sentence:
    { readonly quotation: string; readonly isComment: boolean; readonly evidence: Evidence } | undefined;
  /** The heading of a documentation section. */
  readonly heading: string | undefined;
  /** The sample that follows the sentence in documentation. */
  readonly sample: { readonly text: string; readonly language: string } | undefined;
}

/** A definition that the answer only names. */
export interface NamedMaterial {
  readonly name: string | undefined;
  readonly evidence: Evidence;
}

/** A call that a trace follows. */
export interface StepMaterial {
  readonly caller: string;
  readonly callee: string;
  /** The line with the call. */
  readonly evidence: Evidence;
}

export interface ExcerptAnswer {
  readonly excerpts: readonly ExcerptMaterial[];
  /** Calls in order; empty if the question asks for no trace. */
  readonly steps: readonly StepMaterial[];
  readonly others: readonly NamedMaterial[];
  /** False if nothing found is likely to answer. */
  readonly isLikely: boolean;
}

/** Yields the answer's Markdown, one part at a time. */
export function* composeExcerpts({ excerpts, steps, others, isLikely }: ExcerptAnswer): Generator<string> {
  yield* stepSentences(steps);
  for (const [index, excerpt] of excerpts.entries())
    yield* excerptSentences(excerpt, index === 0 && !isLikely && steps.length === 0);
  const quoted = new Set(excerpts.map(formatName));
  yield* otherSentences(others.filter((other) => !quoted.has(formatPlace(other))));
}

function formatPlace({ name, evidence }: NamedMaterial): string {
  return `\`${name ?? ''}\` in \`${evidence.path}\``;
}

function* stepSentences(steps: readonly StepMaterial[]): Generator<string> {
  for (const [index, { caller, callee, evidence }] of steps.entries()) {
    const line = evidence.text.trim();
    const code = fitsInlineCode(line) && line.length <= maxLineLength ? `: \`${line}\`` : '';
    const place = `\`${caller}\` in \`${evidence.path}\``;
    yield `${index + 1}. ${place} calls \`${callee}\` at line ${evidence.startLine}${code} [chunk:${evidence.id}].\n`;
  }
  if (steps.length > 0) yield '\n';
}

function* excerptSentences(excerpt: ExcerptMaterial, isUnsure: boolean): Generator<string> {
  const { block, sentence, sample } = excerpt;
  const name = isUnsure
    ? `The nearest ${block === undefined ? 'text' : 'code'}, which may not answer this, is ${formatName(excerpt)}`
    : formatName(excerpt);
  if (block === undefined) {
    if (sentence === undefined) return;
    const says = isUnsure ? ', which says' : ' says';
    yield citedSentence(`${name}${says}: ${sentence.quotation}`, [sentence.evidence]);
    if (sample !== undefined)
      yield `${formatFence(sample.text, sample.language)}\n[chunk:${sentence.evidence.id}]\n\n`;
    return;
  }
  const lines = formatLines(block.startLine, block.endLine);
  const said = sentence?.isComment === true ? 'with the comment' : 'documented as';
  const says = sentence === undefined ? '' : `, ${said} ${sentence.quotation}`;
  const cites = [...new Set([block.id, ...(sentence === undefined ? [] : [sentence.evidence.id])])];
  const citations = cites.map((id) => `[chunk:${id}]`).join(' ');
  yield `${name}${says}, ${lines}:\n${formatFence(dedent(block.text), block.language)}\n${citations}\n\n`;
}

function* otherSentences(others: readonly NamedMaterial[]): Generator<string> {
  const nameable = others.filter(
    ({ name, evidence }) =>
      name !== undefined && canNameInAnswer(evidence, name) && fitsInlineCode(evidence.path),
  );
  const byPlace = new Map(nameable.map((other) => [formatPlace(other), other]));
  const named = [...byPlace].map(([place, { evidence }]) => `${place} [chunk:${evidence.id}]`);
  if (named.length === 0) return;
  yield `### Also relevant (${named.length})\n\n`;
  yield `${named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`}.\n\n`;
}

/** Longer lines are not quoted in a step. */
const maxLineLength = 160;

function formatName({ name, path, heading, block, sentence }: ExcerptMaterial): string {
  const evidence = block ?? sentence?.evidence;
  const isNamed = name !== undefined && evidence !== undefined && canNameInAnswer(evidence, name);
  if (isNamed) return `\`${name}\` in \`${path}\``;
  const isHeadingShown =
    heading !== undefined &&
    evidence !== undefined &&
    !/[“”`]/.test(heading) &&
    createTextMatcher(evidence.text).containsQuote(heading);
  return `\`${path}\`${isHeadingShown ? `, under “${heading}”,` : ''}`;
}

function formatFence(text: string, language: string): string {
  const mark = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${mark}${language}\n${text.replace(/\s+$/, '')}\n${mark}`;
}

/** Removes the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const shared = indents.reduce((common, indent) => {
    let length = 0;
    while (length < common.length && common[length] === indent[length]) length += 1;
    return common.slice(0, length);
  }, indents[0] ?? '');
  return lines.map((line) => line.slice(line.trim() === '' ? line.length : shared.length)).join('\n');
}
