/**
 * Composes the answer to a graph question: the count, then direct results outside tests, one cited sentence each. Results in tests and
 * indirect ones follow under headings that readers fold. Unproven results and limits come last.
 */

import { describeGraphCounts, describeResultsElsewhere } from './graph-counts.ts';
import type { GraphItem, GraphMaterial } from './graph-material.ts';
import {
  itemSentence,
  citedNodeName,
  formatNameAndPath,
  formatQuotedLine,
  citedItemSentence,
} from './graph-item-sentence.ts';
import {
  formatCount,
  doubtfulVerbs,
  pluralize,
  subtypePlaceWording,
  edgeVerb,
  roleWords,
  verbs,
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
  const { focus, items } = material;
  const isByPlace = relation === 'subclasses' && items.some(({ node }) => node.symbol === undefined);
  const wording = isByPlace ? subtypePlaceWording : wordings[relation];
  const groups = groupItems(material);
  const shown = groups.flatMap((group) => group.items);
  const cited = [focus.evidence, ...shown.slice(0, maxListCitations).map((item) => item.evidence)];
  const showsPath = material.isNameAmbiguous && focus.node.symbol !== undefined;
  const name = showsPath ? formatNameAndPath(focus) : citedNodeName(focus, cited);
  if (items.length === 0) {
    yield citedItemSentence(
      `${name} has no known ${pluralize(wording.noun)}${describeResultsElsewhere(material)}`,
      [focus.evidence, ...(material.narrowing?.elsewhere ?? [])],
    );
    yield* limitSentences(material);
    return;
  }
  yield citedItemSentence(`${name} ${describeGraphCounts(material, wording.describe)}`, cited);
  const words = focus.node.kind === 'file' ? { ...verbs, calls: 'calls into' } : verbs;
  for (const [index, group] of groups.entries()) {
    if (index > 0) yield foldedHeading(group.title, group.total);
    for (const item of mergeRepeats(group.items))
      yield `* ${itemSentence(item, { words, focusName: focus.node.name })}`;
    yield '\n';
    // Limits must not be part of a folded group.
    if (index === 0) yield* limitSentences(material);
  }
}

/** Readers show a section with a count in its heading folded: the page as a closed disclosure, the command line on request. */
function foldedHeading(title: string, count: number): string {
  return `### ${title} (${count.toLocaleString('en-US')})\n\n`;
}

/** States filters and limits. An external package has no evidence, so the first result's evidence is cited. */
function* limitSentences({ focus, items, notes }: GraphMaterial): Generator<string> {
  const source = focus.evidence ?? items.find(({ evidence }) => evidence !== undefined)?.evidence;
  for (const limit of notes.limits) yield citedItemSentence(limit, [source]);
}

interface ItemGroup {
  readonly title: string;
  readonly total: number;
  readonly items: readonly GraphItem[];
}

/** What a test calls or imports is not folded. */
function isTest({ isOutgoing, node }: GraphItem): boolean {
  return !isOutgoing && node.role === 'test';
}

/** Groups the shown results. The first group stays open; readers fold the others, whose headings end with a count. */
function groupItems({ items, indirect, counts }: GraphMaterial): readonly ItemGroup[] {
  const direct = items.filter(({ distance }) => distance <= 1);
  const groups: readonly ItemGroup[] = [
    { title: 'Code', total: direct.length, items: direct.filter((item) => !isTest(item)) },
    { title: 'Tests', total: counts.get(roleWords.test) ?? 0, items: direct.filter(isTest) },
    {
      title: 'Indirect',
      total: counts.get('indirect') ?? 0,
      items: [...items.filter(({ distance }) => distance > 1), ...indirect],
    },
  ];
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ evidence }) => evidence !== undefined) }))
    .filter((group) => group.items.length > 0);
}

/** Maximum lines that one sentence lists. */
const maxLinesOfItem = 8;

/** Merges neighboring results with the same edge on several lines. */
function mergeRepeats(items: readonly GraphItem[]): readonly GraphItem[] {
  const merged: GraphItem[] = [];
  for (const item of items) {
    const last = merged.at(-1);
    const isSame =
      last?.node.id === item.node.id &&
      last.edge.to === item.edge.to &&
      last.edge.kind === item.edge.kind &&
      last.edge.tier === item.edge.tier &&
      !item.isOutgoing;
    if (!isSame || item.evidence === undefined || last.repeats.length + 1 >= maxLinesOfItem)
      merged.push(item);
    else
      merged[merged.length - 1] = {
        ...last,
        repeats: [...last.repeats, { line: item.edge.line, evidence: item.evidence }],
      };
  }
  return merged;
}

function* chainSentences({ focus, end, items, counts, isReversed, notes }: GraphMaterial): Generator<string> {
  const [from, to] = isReversed ? [end, focus] : [focus, end];
  const ends = [focus.evidence, end?.evidence];
  for (const limit of notes.limits) yield citedItemSentence(limit, ends);
  if (from === undefined || to === undefined || items.length === 0) return;
  const cited = [from.evidence, to.evidence, items[0]?.evidence, items.at(-1)?.evidence];
  const steps = formatCount(counts.get('step') ?? 0, 'step');
  const target = from.node.id === to.node.id ? 'itself' : citedNodeName(to, cited);
  const isProven = items.every(({ edge }) => edge.tier !== 'name-match');
  if (isProven) yield citedItemSentence(`${citedNodeName(from, cited)} reaches ${target} in ${steps}`, cited);
  for (const [index, item] of items.entries()) {
    const { edge, node, evidence, via } = item;
    const cites = [evidence, item.definition];
    const who = via === undefined ? 'It' : formatNameAndPath({ node: via.node, evidence });
    const what = citedNodeName({ node, evidence: item.definition }, cites);
    yield citedItemSentence(
      `${index + 1}. ${who} ${edgeVerb(edge.tier === 'name-match' ? doubtfulVerbs : verbs, edge)} ${what} at line ${edge.line}${evidence === undefined ? '' : formatQuotedLine(evidence, edge.line, node.name)}`,
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
  const source = focus.evidence ?? items.find(({ evidence }) => evidence !== undefined)?.evidence;
  const cited = relation === 'chain' ? [focus.evidence, end?.evidence] : [source];
  if (notes.gaps.length === 0) return;
  yield items.length === 0 ? '### What could hide one\n\n' : '### What could hide more\n\n';
  for (const gap of notes.gaps) yield `* ${citedItemSentence(gap.replace(/\.$/, ''), cited, '\n')}`;
  yield '\n';
}

function* guessSentences({ focus, guesses, ambiguous, counts, notes }: GraphMaterial): Generator<string> {
  if (guesses.length === 0 && ambiguous.places === 0) return;
  yield foldedHeading('By name alone, not proven', counts.get('guess') ?? 0);
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
