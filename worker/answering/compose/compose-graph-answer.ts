/**
 * Composes the answer to a graph question: the count, then one sentence with evidence per result. Unproven results
 * and limits come last.
 */

import type { FileRole } from '../../core/files/file.ts';
import type { GraphItem, GraphMaterial } from './graph-material.ts';
import {
  itemSentence,
  citedNodeName,
  placedNameOf,
  quoted,
  citedItemSentence,
  type SentenceStyle,
} from './graph-item-sentence.ts';
import {
  counted,
  doubtfulVerbs,
  plural,
  subtypesAtPlaces,
  verbOf,
  verbs,
  whereOf,
  wordings,
} from './graph-wording.ts';

/** Evidence a sentence about a whole list cites. */
const citedOfList = 4;

/** The answer's Markdown, a sentence at a time. */
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
  const isOfPlaces = relation === 'subclasses' && items.some(({ node }) => node.symbol === undefined);
  const wording = isOfPlaces ? subtypesAtPlaces : wordings[relation];
  const shown = items.filter((item) => item.evidence !== undefined);
  const cited = [focus.evidence, ...shown.slice(0, citedOfList).map((item) => item.evidence)];
  const isPlaced = material.isDoubtful && focus.node.symbol !== undefined;
  const name = isPlaced ? placedNameOf(focus) : citedNodeName(focus, cited);
  if (items.length === 0) {
    yield citedItemSentence(`${name} has no known ${plural(wording.noun)}${elsewhereOf(material)}`, [
      focus.evidence,
      ...(material.narrowing?.elsewhere ?? []),
    ]);
    return;
  }
  const count = (noun: string): string => counted(counts.get(noun) ?? 0, noun);
  const atLeast = material.isCut ? 'at least ' : '';
  const distances = [...counts].filter(([noun]) => noun.startsWith('at distance'));
  const byDistance =
    distances.length === 0
      ? ''
      : `: ${distances.map(([noun, number]) => `${atLeast}${number} ${noun}`).join(', ')}`;
  yield citedItemSentence(`${name} ${wording.says(count, atLeast)}${byDistance}`, cited);
  const isOfFile = focus.node.kind === 'file';
  yield* itemSentences(shown, {
    isByDistance: distances.length > 0,
    telling: { words: isOfFile ? { ...verbs, calls: 'calls into' } : verbs, focusName: focus.node.name },
  });
}

/** Of what was looked for in tests alone, or outside them, none is not none at all. */
function elsewhereOf({ narrowing, counts, isCut }: GraphMaterial): string {
  if (narrowing === undefined) return '';
  const { within } = narrowing;
  const where = whereOf({ ...narrowing, within: within === undefined ? within : 'that place' });
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

/** Under headings: by distance, or by what the files are for where that differs. */
function* itemSentences(
  items: readonly GraphItem[],
  { isByDistance, telling }: { readonly isByDistance: boolean; readonly telling: SentenceStyle },
): Generator<string> {
  const headingOf = (item: GraphItem): string =>
    isByDistance
      ? `Distance ${item.distance}${item.distance === 1 ? ', direct' : ''}`
      : roleHeadings[item.node.role];
  const isIncoming = !items.some(({ isOutgoing }) => isOutgoing);
  const isGrouped = isByDistance || (isIncoming && new Set(items.map(headingOf)).size > 1);
  let heading: string | undefined;
  for (const item of items) {
    if (isGrouped && headingOf(item) !== heading) {
      yield `${heading === undefined ? '' : '\n'}### ${headingOf(item)}\n\n`;
      heading = headingOf(item);
    }
    yield `* ${itemSentence(item, telling)}`;
  }
  if (items.length > 0) yield '\n';
}

function* chainSentences({ focus, end, items, counts, isReversed, notes }: GraphMaterial): Generator<string> {
  const [from, to] = isReversed ? [end, focus] : [focus, end];
  const ends = [focus.evidence, end?.evidence];
  for (const limit of notes.limits) yield citedItemSentence(limit, ends);
  if (from === undefined || to === undefined || items.length === 0) return;
  const cited = [from.evidence, to.evidence, items[0]?.evidence, items.at(-1)?.evidence];
  const steps = counted(counts.get('step') ?? 0, 'step');
  const reached = from.node.id === to.node.id ? 'itself' : citedNodeName(to, cited);
  yield citedItemSentence(`${citedNodeName(from, cited)} reaches ${reached} in ${steps}`, cited);
  for (const [index, item] of items.entries()) {
    const { edge, node, evidence, via } = item;
    const cites = [evidence, item.definition];
    const who = via === undefined ? 'It' : placedNameOf({ node: via.node, evidence });
    const what = citedNodeName({ node, evidence: item.definition }, cites);
    yield citedItemSentence(
      `${index + 1}. ${who} ${verbOf(verbs, edge)} ${what} at line ${edge.line}${evidence === undefined ? '' : quoted(evidence, edge.line, node.name)}`,
      cites,
      '\n',
    );
  }
  yield '\n';
}

/** What decorates, hands on or stores a function may have it called. */
function* otherUseSentences({ focus, otherUses }: GraphMaterial): Generator<string> {
  const shown = otherUses.filter(({ evidence }) => evidence !== undefined);
  if (shown.length === 0) return;
  yield '### Used without being called by name\n\n';
  for (const item of shown) yield `* ${itemSentence(item, { words: verbs, focusName: focus.node.name })}`;
  yield '\n';
}

function* noteSentences({ relation, focus, end, items, notes }: GraphMaterial): Generator<string> {
  // A package outside has no lines of its own.
  const of = focus.evidence ?? items.find(({ evidence }) => evidence !== undefined)?.evidence;
  const cited = relation === 'chain' ? [focus.evidence, end?.evidence] : [of];
  if (relation !== 'chain') for (const limit of notes.limits) yield citedItemSentence(limit, cited);
  if (notes.hidden.length === 0) return;
  yield `### What could hide one\n\n`;
  for (const hidden of notes.hidden) yield `* ${citedItemSentence(hidden.replace(/\.$/, ''), cited, '\n')}`;
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
  for (const untold of notes.guesses) yield `* ${citedItemSentence(untold, shown.slice(0, 1), '\n')}`;
  const { evidence } = ambiguous;
  if (ambiguous.places > 0 && evidence.length > 0) {
    const name = `\`${focus.node.name}\``;
    const places = counted(counts.get('ambiguous place') ?? 0, 'ambiguous place');
    const definitions = counted(counts.get('definition') ?? 0, 'definition');
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
    yield `* ${citedItemSentence(`${placedNameOf(other)} bears that name at line ${other.node.nameLine}`, [other.evidence], '\n')}`;
  yield '\n';
}
