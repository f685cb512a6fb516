/**
 * Composes an answer from quoted blocks and sentences of definitions: the best block first, then those that add something, then names only.
 * A trace becomes numbered steps in the order of the calls.
 */

import type { Evidence } from '../../../core/answers/evidence.ts';
import { markInstructions } from '../../instructions/find-instructions.ts';
import { canNameInAnswer, fitsInlineCode } from '../../evidence-text/evidence-names.ts';
import { createTextMatcher } from '../../evidence-text/text-matcher.ts';
import { citedSentence } from '../cited-sentence.ts';
import { dedent, formatFence } from '../format-code.ts';
import { formatLines } from '../../../core/answers/format-place.ts';

/** What the answer quotes of one definition or documentation section. */
export interface ExcerptMaterial {
  /** The innermost definition around the block, else the definition; undefined outside any. */
  readonly name: string | undefined;
  readonly path: string;
  /** The quoted lines of code, in the order of the file; empty if only a sentence is quoted. */
  readonly blocks: readonly Evidence[];
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
  /** How many calls of a definition the steps leave out. */
  readonly omitted: readonly { readonly caller: string; readonly count: number }[];
  /** Two named definitions between which no chain of calls is known. */
  readonly missing: { readonly from: string; readonly to: string } | undefined;
  readonly others: readonly NamedMaterial[];
  /** False if nothing found is likely to answer. */
  readonly isLikely: boolean;
}

/** Definitions that the first sentence names. */
const maxLeading = 3;

/** Yields the answer's Markdown, one part at a time. */
export function* composeExcerpts(answer: ExcerptAnswer): Generator<string> {
  const { excerpts, others, isLikely } = answer;
  const quoted = new Set(excerpts.map(formatName));
  const named = listNamed(others).filter(({ place }) => !quoted.has(place));
  const leading = named.slice(0, Math.max(0, maxLeading - excerpts.length));
  yield* leadSentence(excerpts, leading, isLikely);
  yield* traceSentences(answer);
  for (const excerpt of excerpts) yield* excerptSentences(excerpt);
  yield* otherSentences(named.filter((other) => !leading.includes(other)));
}

interface NamedPlace {
  readonly place: string;
  readonly citation: string;
}

/** Names the definitions in which the answer probably is. */
function* leadSentence(
  excerpts: readonly ExcerptMaterial[],
  leading: readonly NamedPlace[],
  isLikely: boolean,
): Generator<string> {
  const quoted = excerpts.flatMap((excerpt): NamedPlace[] => {
    const evidence = excerpt.blocks[0] ?? excerpt.sentence?.evidence;
    return evidence === undefined ? [] : [{ place: formatName(excerpt), citation: `[chunk:${evidence.id}]` }];
  });
  const places = mergeCitations([...quoted, ...leading]);
  const [first, ...rest] = places;
  if (first === undefined) return;
  const also = rest.length === 0 ? '' : `, then at ${joinWithAnd(rest)}`;
  yield isLikely
    ? `Look first at ${first}${also}.\n\n`
    : `Nothing found is sure to answer this; the nearest code is ${joinWithAnd(places)}.\n\n`;
}

/** One name with all its citations for parts of one definition, or definitions of one name in one file. */
function mergeCitations(places: readonly NamedPlace[]): readonly string[] {
  const citations = new Map<string, readonly string[]>();
  for (const { place, citation } of places) citations.set(place, [...(citations.get(place) ?? []), citation]);
  return [...citations].map(([place, cited]) => `${place} ${cited.join(' ')}`);
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** A definition that addresses a model is not named: one such source would put the whole sentence in doubt. */
function listNamed(others: readonly NamedMaterial[]): readonly NamedPlace[] {
  const places = others.flatMap(({ name, evidence }) => {
    if (name === undefined || !canNameInAnswer(evidence, name) || !fitsInlineCode(evidence.path)) return [];
    if (markInstructions(evidence).instructs !== undefined) return [];
    return [{ place: `\`${name}\` in \`${evidence.path}\``, citation: `[chunk:${evidence.id}]` }];
  });
  return [...new Map(places.map((named) => [named.place, named])).values()];
}

/** The steps, then sentences about the calls that they do not show. */
function* traceSentences({
  steps,
  omitted,
  missing,
}: Pick<ExcerptAnswer, 'steps' | 'omitted' | 'missing'>): Generator<string> {
  for (const [index, { caller, callee, evidence }] of steps.entries()) {
    const line = evidence.text.trim();
    const code = fitsInlineCode(line) && line.length <= maxLineLength ? `: \`${line}\`` : '';
    const place = `\`${caller}\` in \`${evidence.path}\``;
    yield `${index + 1}. ${place} calls \`${callee}\` at line ${evidence.startLine}${code} [chunk:${evidence.id}].\n`;
  }
  if (steps.length > 0) yield '\n';
  for (const { caller, count } of omitted) {
    const calls = `${count === 1 ? 'call' : 'calls'} of \`${caller}\` ${count === 1 ? 'is' : 'are'}`;
    if (fitsInlineCode(caller)) yield `(${spellOut(count)} more ${calls} not shown here.)\n\n`;
  }
  if (missing !== undefined && fitsInlineCode(missing.from) && fitsInlineCode(missing.to))
    yield `The calls from \`${missing.from}\` to \`${missing.to}\` are not shown here.\n\n`;
}

const numerals = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** The claim checks look for digits in the evidence. */
function spellOut(count: number): string {
  return numerals[count - 1] ?? 'Many';
}

function* excerptSentences(excerpt: ExcerptMaterial): Generator<string> {
  const { blocks, sentence, sample } = excerpt;
  const [first, ...further] = blocks;
  if (first === undefined) {
    if (sentence === undefined) return;
    yield citedSentence(`${formatName(excerpt)} says: ${sentence.quotation}`, [sentence.evidence]);
    if (sample !== undefined)
      yield `${formatFence(sample.text, sample.language)}\n[chunk:${sentence.evidence.id}]\n\n`;
    return;
  }
  const says = sentence === undefined ? '' : `, ${formatSaying(sentence, first)}`;
  const cites = new Set([first.id, ...(sentence === undefined ? [] : [sentence.evidence.id])]);
  const citations = [...cites].map((id) => `[chunk:${id}]`).join(' ');
  yield `${formatSubject(excerpt)}${says}, ${formatBlock(first)}\n${citations}\n\n`;
  for (const block of further)
    yield `${formatSubject({ ...excerpt, blocks: [block] })}, ${formatBlock(block)}\n[chunk:${block.id}]\n\n`;
}

/** A comment that is not next to the block is quoted with its line. */
function formatSaying(
  { isComment, quotation, evidence }: NonNullable<ExcerptMaterial['sentence']>,
  block: Evidence,
): string {
  if (!isComment) return `documented as ${quotation}`;
  const isNear = evidence.startLine >= block.startLine - 2 && evidence.endLine <= block.endLine + 1;
  return isNear
    ? `with the comment ${quotation}`
    : `with the comment ${quotation} at line ${evidence.startLine}`;
}

function formatBlock(block: Evidence): string {
  return `${formatLines(block.startLine, block.endLine)}:\n${formatFence(dedent(block.text), block.language)}`;
}

/** The lead sentence states the path of a name. */
function formatSubject({ name, path, blocks: [block] }: ExcerptMaterial): string {
  return name !== undefined && block !== undefined && canNameInAnswer(block, name)
    ? `\`${name}\``
    : `\`${path}\``;
}

function* otherSentences(named: readonly NamedPlace[]): Generator<string> {
  if (named.length === 0) return;
  yield `### Also relevant (${named.length})\n\n`;
  yield `${joinWithAnd(named.map(({ place, citation }) => `${place} ${citation}`))}.\n\n`;
}

/** Longer lines are not quoted in a step. */
const maxLineLength = 160;

function formatName({ name, path, heading, blocks, sentence }: ExcerptMaterial): string {
  const evidence = blocks[0] ?? sentence?.evidence;
  const isNamed = name !== undefined && evidence !== undefined && canNameInAnswer(evidence, name);
  if (isNamed) return `\`${name}\` in \`${path}\``;
  const isHeadingShown =
    heading !== undefined &&
    evidence !== undefined &&
    !/[“”`]/.test(heading) &&
    createTextMatcher(evidence.text).containsQuote(heading);
  return `\`${path}\`${isHeadingShown ? `, under “${heading}”` : ''}`;
}
