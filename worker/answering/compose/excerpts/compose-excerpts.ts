/** Composes an answer from quoted blocks and sentences of definitions: the best block first, then those that add something, then names only. */

import type { Evidence } from '../../../core/answers/evidence.ts';
import { formatLines } from '../../../core/answers/format-place.ts';
import { canNameInAnswer, fitsInlineCode } from '../../evidence-text/evidence-names.ts';
import { createTextMatcher } from '../../evidence-text/text-matcher.ts';
import { markInstructions } from '../../instructions/find-instructions.ts';
import { citedSentence } from '../cited-sentence.ts';
import { dedent, formatFence } from '../format-code.ts';
import { composeTrace, type TraceMaterial } from './compose-trace.ts';
import { joinWithAnd } from './join-with-and.ts';

interface SentenceMaterial {
  readonly quotation: string;
  readonly isComment: boolean;
  readonly evidence: Evidence;
}

/** What the answer quotes of one definition or documentation section. Each part belongs to the definition that its evidence names. */
export interface ExcerptMaterial {
  /** The quoted lines of code, in the order of the file; empty if only a sentence is quoted. */
  readonly blocks: readonly Evidence[];
  readonly sentence: SentenceMaterial | undefined;
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

/** A definition or documentation section that ranks above all quoted ones, but contains nothing that can be quoted. */
export interface UnquotedMaterial extends NamedMaterial {
  /** The heading of a documentation section. */
  readonly heading: string | undefined;
}

export interface ExcerptAnswer extends TraceMaterial {
  readonly unquoted: readonly UnquotedMaterial[];
  readonly excerpts: readonly ExcerptMaterial[];
  readonly others: readonly NamedMaterial[];
  /** False if nothing found is likely to answer. */
  readonly isLikely: boolean;
}

/** Definitions that the first sentence names. */
const maxLeading = 3;

/** Yields the answer's Markdown, one part at a time. */
export function* composeExcerpts(answer: ExcerptAnswer): Generator<string> {
  const { excerpts, isLikely } = answer;
  const unquoted = answer.unquoted.filter(isHarmless);
  const first = [...unquoted.map(placeUnquoted), ...excerpts.flatMap(placeExcerpt)];
  const known = new Set([
    ...unquoted.map(formatPlace),
    ...first.map(({ place }) => place),
    ...excerpts.flatMap(({ blocks }) => blocks.map((evidence) => formatPlace(toNamed(evidence)))),
  ]);
  const named = listNamed(answer.others).filter(({ place }) => !known.has(place));
  const leading = named.slice(0, Math.max(0, maxLeading - first.length));
  yield* leadSentence([...first, ...leading], isLikely);
  yield* composeTrace(answer);
  for (const excerpt of excerpts) yield* excerptSentences(excerpt);
  yield* otherSentences(named.filter((other) => !leading.includes(other)));
}

interface NamedPlace {
  readonly place: string;
  readonly citation: string;
}

/** Names the definitions in which the answer probably is. */
function* leadSentence(leading: readonly NamedPlace[], isLikely: boolean): Generator<string> {
  const places = mergeCitations(leading);
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

function placeExcerpt({ blocks, sentence, heading }: ExcerptMaterial): readonly NamedPlace[] {
  const evidence = blocks[0] ?? sentence?.evidence;
  if (evidence === undefined) return [];
  return [{ place: formatPlace(toNamed(evidence, heading)), citation: `[chunk:${evidence.id}]` }];
}

/** States the lines, which no code block of the answer shows. */
function placeUnquoted(material: UnquotedMaterial): NamedPlace {
  const { id, startLine, endLine } = material.evidence;
  return {
    place: `${formatPlace(material)}, ${formatLines(startLine, endLine)}`,
    citation: `[chunk:${id}]`,
  };
}

/** A definition that addresses a model is not named: one such source would put the whole sentence in doubt. */
function isHarmless({ evidence }: NamedMaterial): boolean {
  return fitsInlineCode(evidence.path) && markInstructions(evidence).instructs === undefined;
}

function listNamed(others: readonly NamedMaterial[]): readonly NamedPlace[] {
  const places = others.filter(isHarmless).flatMap((material) => {
    const { id, path } = material.evidence;
    const name = formatName(material);
    return name === undefined ? [] : [{ place: `${name} in \`${path}\``, citation: `[chunk:${id}]` }];
  });
  return [...new Map(places.map((named) => [named.place, named])).values()];
}

function* excerptSentences({ blocks, sentence, heading, sample }: ExcerptMaterial): Generator<string> {
  const [first, ...further] = blocks;
  if (first === undefined) {
    if (sentence === undefined) return;
    const { quotation, evidence } = sentence;
    yield citedSentence(`${formatPlace(toNamed(evidence, heading))} says: ${quotation}`, [evidence]);
    if (sample !== undefined)
      yield `${formatFence(sample.text, sample.language)}\n[chunk:${evidence.id}]\n\n`;
    return;
  }
  const own = sentence !== undefined && belongsTo(sentence, first) ? sentence : undefined;
  const other = sentence === undefined || own !== undefined ? '' : formatSentence(sentence);
  const says = own === undefined ? '' : `, ${formatSaying(own, first)}`;
  const cites = new Set([first.id, ...(own === undefined ? [] : [own.evidence.id])]);
  const citations = [...cites].map((id) => `[chunk:${id}]`).join(' ');
  yield `${other}${formatSubject(first)}${says}, ${formatBlock(first)}\n${citations}\n\n`;
  for (const block of further)
    yield `${formatSubject(block)}, ${formatBlock(block)}\n[chunk:${block.id}]\n\n`;
}

/** Documentation describes one definition; a comment is in each definition around it. */
function belongsTo({ isComment, evidence }: SentenceMaterial, { symbol }: Evidence): boolean {
  if (evidence.symbol === symbol) return true;
  return isComment && (symbol === undefined || evidence.symbol?.startsWith(`${symbol}.`) === true);
}

/** A sentence of another definition than the block. */
function formatSentence({ isComment, quotation, evidence }: SentenceMaterial): string {
  const documents = formatName(toNamed(evidence)) === undefined ? 'says:' : 'is documented as';
  const says = isComment
    ? `has the comment ${quotation} at line ${evidence.startLine}`
    : `${documents} ${quotation}`;
  return citedSentence(`${formatSubject(evidence)} ${says}`, [evidence]);
}

/** A comment that is not next to the block is quoted with its line. */
function formatSaying({ isComment, quotation, evidence }: SentenceMaterial, block: Evidence): string {
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
function formatSubject(evidence: Evidence): string {
  return formatName(toNamed(evidence)) ?? `\`${evidence.path}\``;
}

function toNamed(evidence: Evidence, heading?: string): UnquotedMaterial {
  return { name: evidence.symbol, heading, evidence };
}

function formatName({ name, evidence }: NamedMaterial): string | undefined {
  return name !== undefined && canNameInAnswer(evidence, name) ? `\`${name}\`` : undefined;
}

function formatPlace(material: UnquotedMaterial): string {
  const { heading, evidence } = material;
  const name = formatName(material);
  if (name !== undefined) return `${name} in \`${evidence.path}\``;
  const isHeadingShown =
    heading !== undefined &&
    !/[“”`]/.test(heading) &&
    createTextMatcher(evidence.text).containsQuote(heading);
  return `\`${evidence.path}\`${isHeadingShown ? `, under “${heading}”` : ''}`;
}

function* otherSentences(named: readonly NamedPlace[]): Generator<string> {
  if (named.length === 0) return;
  yield `### Also relevant (${named.length})\n\n`;
  yield `${joinWithAnd(named.map(({ place, citation }) => `${place} ${citation}`))}.\n\n`;
}
