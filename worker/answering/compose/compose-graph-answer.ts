/**
 * Composes the answer to a graph question: the count, then one sentence with evidence per result. Unproven results
 * and limits come last.
 */

import type { FileRole } from '../../core/files/file.ts';
import type { GraphItem, GraphMaterial } from './graph-material.ts';
import {
  itemSentence,
  citedNodeName,
  formatNameAndPath,
  formatQuotedLine,
  citedItemSentence,
  type SentenceStyle,
} from './graph-item-sentence.ts';
import {
  formatCount,
  doubtfulVerbs,
  pluralize,
  subtypePlaceWording,
  edgeVerb,
  verbs,
  describeFilter,
  wordings,
} from './graph-wording.ts';

/** The maximum number of results that a sentence about a whole list cites. */
const maxListCitations = 4;

/** Yields the answer's Markdown, one sentence at a time. */
export function* composeGraphAnswer(material: GraphMaterial): Generator<string> {
  if (material.relation === 'chain') yield* chainSentences(material);
  else yield* listSentences(material, material.relation);
  yield* otherUseSentences(material);
  yield* noteSentences(material);
  yield* guessSentences(material);
  yield* otherSentences(material);
}

function* listSentences(
  material: GraphMaterial,
  relation: Exclude<GraphMaterial['relation'], 'chain'>,
): Generator<string> {
  const { focus, items, counts } = material;
  const isByPlace = relation === 'subclasses' && items.some(({ node }) => node.symbol === undefined);
  const wording = isByPlace ? subtypePlaceWording : wordings[relation];
  const shown = items.filter((item) => item.evidence !== undefined);
  const cited = [focus.evidence, ...shown.slice(0, maxListCitations).map((item) => item.evidence)];
  const showsPath = material.isNameAmbiguous && focus.node.symbol !== undefined;
  const name = showsPath ? formatNameAndPath(focus) : citedNodeName(focus, cited);
  if (items.length === 0) {
    yield citedItemSentence(`${name} has no known ${pluralize(wording.noun)}${describeElsewhere(material)}`, [
      focus.evidence,
      ...(material.narrowing?.elsewhere ?? []),
    ]);
    return;
  }
  const count = (noun: string): string => formatCount(counts.get(noun) ?? 0, noun);
  const atLeast = material.isCut ? 'at least ' : '';
  const distances = [...counts].filter(([noun]) => noun.startsWith('at distance'));
  const byDistance =
    distances.length === 0
      ? ''
      : `: ${distances.map(([noun, number]) => `${atLeast}${number} ${noun}`).join(', ')}`;
  yield citedItemSentence(`${name} ${wording.describe(count, atLeast)}${byDistance}`, cited);
  const isOfFile = focus.node.kind === 'file';
  yield* itemSentences(shown, {
    isByDistance: distances.length > 0,
    style: { words: isOfFile ? { ...verbs, calls: 'calls into' } : verbs, focusName: focus.node.name },
  });
}

/** States the filter of an empty result, because results may exist elsewhere. */
function describeElsewhere({ narrowing, counts, isCut }: GraphMaterial): string {
  if (narrowing === undefined) return '';
  const { within } = narrowing;
  const where = describeFilter({ ...narrowing, within: within === undefined ? within : 'that place' });
  const number = counts.get('elsewhere') ?? 0;
  return number === 0
    ? ` ${where}`
    : ` ${where}; ${isCut ? 'at least ' : ''}${number.toLocaleString('en-US')} elsewhere`;
}

const roleHeadings = {
  source: 'In sources',
  example: 'In examples',
  config: 'In configuration',
  docs: 'In documents',
  test: 'In tests',
  translation: 'In translations',
} as const satisfies Record<FileRole, string>;

/** Groups results under headings: by distance, or by the role of their files if roles differ. */
function* itemSentences(
  items: readonly GraphItem[],
  { isByDistance, style }: { readonly isByDistance: boolean; readonly style: SentenceStyle },
): Generator<string> {
  const formatHeading = (item: GraphItem): string =>
    isByDistance
      ? `Distance ${item.distance}${item.distance === 1 ? ', direct' : ''}`
      : roleHeadings[item.node.role];
  const isIncoming = !items.some(({ isOutgoing }) => isOutgoing);
  const isGrouped = isByDistance || (isIncoming && new Set(items.map(formatHeading)).size > 1);
  let heading: string | undefined;
  for (const item of items) {
    if (isGrouped && formatHeading(item) !== heading) {
      yield `${heading === undefined ? '' : '\n'}### ${formatHeading(item)}\n\n`;
      heading = formatHeading(item);
    }
    yield `* ${itemSentence(item, style)}`;
  }
  if (items.length > 0) yield '\n';
}

function* chainSentences({ focus, end, items, counts, isReversed, notes }: GraphMaterial): Generator<string> {
  const [from, to] = isReversed ? [end, focus] : [focus, end];
  const ends = [focus.evidence, end?.evidence];
  for (const limit of notes.limits) yield citedItemSentence(limit, ends);
  if (from === undefined || to === undefined || items.length === 0) return;
  const cited = [from.evidence, to.evidence, items[0]?.evidence, items.at(-1)?.evidence];
  const steps = formatCount(counts.get('step') ?? 0, 'step');
  const target = from.node.id === to.node.id ? 'itself' : citedNodeName(to, cited);
  yield citedItemSentence(`${citedNodeName(from, cited)} reaches ${target} in ${steps}`, cited);
  for (const [index, item] of items.entries()) {
    const { edge, node, evidence, via } = item;
    const cites = [evidence, item.definition];
    const who = via === undefined ? 'It' : formatNameAndPath({ node: via.node, evidence });
    const what = citedNodeName({ node, evidence: item.definition }, cites);
    yield citedItemSentence(
      `${index + 1}. ${who} ${edgeVerb(verbs, edge)} ${what} at line ${edge.line}${evidence === undefined ? '' : formatQuotedLine(evidence, edge.line, node.name)}`,
      cites,
      '\n',
    );
  }
  yield '\n';
}

/** Lists uses that may cause a call: code that decorates, passes or stores the function. */
function* otherUseSentences({ focus, otherUses }: GraphMaterial): Generator<string> {
  const shown = otherUses.filter(({ evidence }) => evidence !== undefined);
  if (shown.length === 0) return;
  yield '### Used without being called by name\n\n';
  for (const item of shown) yield `* ${itemSentence(item, { words: verbs, focusName: focus.node.name })}`;
  yield '\n';
}

function* noteSentences({ relation, focus, end, items, notes }: GraphMaterial): Generator<string> {
  // An external package has no evidence, so the first result's evidence is cited.
  const source = focus.evidence ?? items.find(({ evidence }) => evidence !== undefined)?.evidence;
  const cited = relation === 'chain' ? [focus.evidence, end?.evidence] : [source];
  if (relation !== 'chain') for (const limit of notes.limits) yield citedItemSentence(limit, cited);
  if (notes.gaps.length === 0) return;
  yield `### What could hide one\n\n`;
  for (const gap of notes.gaps) yield `* ${citedItemSentence(gap.replace(/\.$/, ''), cited, '\n')}`;
  yield '\n';
}

function* guessSentences({ focus, guesses, ambiguous, counts, notes }: GraphMaterial): Generator<string> {
  if (guesses.length === 0 && ambiguous.places === 0) return;
  yield '### By name alone, not proven\n\n';
  for (const item of guesses) {
    const sentence = itemSentence(item, { words: doubtfulVerbs, focusName: focus.node.name });
    if (sentence !== '') yield `* ${sentence}`;
  }
  const shown = guesses.flatMap(({ evidence: one }) => one ?? []);
  for (const omittedNote of notes.guesses)
    yield `* ${citedItemSentence(omittedNote, shown.slice(0, 1), '\n')}`;
  const { evidence } = ambiguous;
  if (ambiguous.places > 0 && evidence.length > 0) {
    const name = `\`${focus.node.name}\``;
    const places = formatCount(counts.get('ambiguous place') ?? 0, 'ambiguous place');
    const definitions = formatCount(counts.get('definition') ?? 0, 'definition');
    const verb = ambiguous.places === 1 ? 'names' : 'name';
    yield `* ${citedItemSentence(`${places} ${verb} ${name}, the name of ${definitions}`, evidence, '\n')}`;
  }
  yield '\n';
}

function* otherSentences({ others }: GraphMaterial): Generator<string> {
  const shown = others.filter(({ evidence }) => evidence !== undefined);
  if (shown.length === 0) return;
  yield '### Other definitions of that name\n\n';
  for (const other of shown)
    yield `* ${citedItemSentence(`${formatNameAndPath(other)} also has this name, at line ${other.node.nameLine}`, [other.evidence], '\n')}`;
  yield '\n';
}
