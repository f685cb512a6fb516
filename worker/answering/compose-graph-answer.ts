/**
 * The embedded answerer's text for questions to the graph: how many there are, then each with the line that proves it, a sentence
 * each; what is not proven apart, what could hide something last. Read and checked like any other answerer's text.
 */

import type { EdgeKind } from '../core/edge.ts';
import type { FileRole } from '../core/file.ts';
import type { Evidence } from '../core/evidence.ts';
import type { GraphItem, GraphMaterial, ShownNode } from './graph-material.ts';
import { counted, doubtfulVerbs, plural, verbs, wordings } from './graph-wording.ts';
import { isNameOf } from './name-of-span.ts';
import { textHolder } from './normalised-text.ts';

/** Evidence a sentence about a whole list cites. */
const citedOfList = 4;
/** A longer line is quoted by its beginning. */
const longestLine = 160;

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
  const wording = wordings[relation];
  const shown = items.filter((item) => item.evidence !== undefined);
  const cited = [focus.evidence, ...shown.slice(0, citedOfList).map((item) => item.evidence)];
  const name = nameOf(focus, cited);
  if (items.length === 0) {
    yield said(`${name} has no known ${plural(wording.noun)}`, [focus.evidence]);
    return;
  }
  const count = (noun: string): string => counted(counts.get(noun) ?? 0, noun);
  const distances = [...counts].filter(([noun]) => noun.startsWith('at distance'));
  const byDistance =
    distances.length === 0 ? '' : `: ${distances.map(([noun, number]) => `${number} ${noun}`).join(', ')}`;
  yield said(`${name} ${wording.says(count, material.isCut ? 'at least ' : '')}${byDistance}`, cited);
  const isOfFile = focus.node.kind === 'file';
  yield* itemSentences(shown, {
    isByDistance: distances.length > 0,
    telling: { words: isOfFile ? { ...verbs, calls: 'calls into' } : verbs, focusName: focus.node.name },
  });
}

interface Telling {
  readonly words: Readonly<Record<EdgeKind, string>>;
  /** What was asked about, as it is written in lines. */
  readonly focusName: string;
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
  { isByDistance, telling }: { readonly isByDistance: boolean; readonly telling: Telling },
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

/** `A` in `a.py` calls it at line 3: … or, of what it refers to, It calls `B` (`b.py`, line 9) at line 3: … */
function itemSentence(item: GraphItem, { words, focusName }: Telling): string {
  const { isOutgoing, edge, node, via, evidence, definition, again } = item;
  if (evidence === undefined) return '';
  const itself = edge.from === edge.to ? 'itself' : 'it';
  const viaName = via === undefined ? itself : nameOf(via, [evidence, via.evidence]);
  const verb = words[edge.kind];
  const at = `at ${linesOf([edge.line, ...again.map(({ line }) => line)])}`;
  const target = isOutgoing ? node.name : (via?.node.name ?? focusName);
  const reads = quoted(evidence, edge.line, target);
  const repeated = again.map((one) => one.evidence);
  if (isOutgoing) {
    const shown = { node, evidence: definition };
    const place =
      definition === undefined || node.symbol === undefined
        ? ''
        : ` (\`${node.path}\`, line ${node.nameLine})`;
    const subject = via === undefined ? 'It' : viaName;
    const what = nameOf(shown, [evidence, definition]);
    return said(
      `${subject} ${verb} ${what}${place} ${at}${reads}`,
      [evidence, definition, ...repeated],
      '\n',
    );
  }
  const who = placedNameOf({ node, evidence });
  return said(`${who} ${verb} ${viaName} ${at}${reads}`, [evidence, via?.evidence, ...repeated], '\n');
}

function* chainSentences({ focus, end, items, counts, isReversed, notes }: GraphMaterial): Generator<string> {
  const [from, to] = isReversed ? [end, focus] : [focus, end];
  const ends = [focus.evidence, end?.evidence];
  for (const limit of notes.limits) yield said(limit, ends);
  if (from === undefined || to === undefined || items.length === 0) return;
  const cited = [from.evidence, to.evidence, items[0]?.evidence, items.at(-1)?.evidence];
  const steps = counted(counts.get('step') ?? 0, 'step');
  yield said(`${nameOf(from, cited)} reaches ${nameOf(to, cited)} in ${steps}`, cited);
  for (const [index, item] of items.entries()) {
    const { edge, node, evidence, via } = item;
    const cites = [evidence, item.definition];
    const who = via === undefined ? 'It' : placedNameOf({ node: via.node, evidence });
    const what = nameOf({ node, evidence: item.definition }, cites);
    yield said(
      `${index + 1}. ${who} ${verbs[edge.kind]} ${what} at line ${edge.line}${evidence === undefined ? '' : quoted(evidence, edge.line, node.name)}`,
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
  if (relation !== 'chain') for (const limit of notes.limits) yield said(limit, cited);
  if (notes.hidden.length === 0) return;
  yield `### What could hide one\n\n`;
  for (const hidden of notes.hidden) yield `* ${said(hidden.replace(/\.$/, ''), cited, '\n')}`;
  yield '\n';
}

function* guessSentences({ focus, guesses, ambiguous, counts }: GraphMaterial): Generator<string> {
  if (guesses.length === 0 && ambiguous.places === 0) return;
  yield '### By name alone, not proven\n\n';
  for (const item of guesses) {
    const sentence = itemSentence(item, { words: doubtfulVerbs, focusName: focus.node.name });
    if (sentence !== '') yield `* ${sentence}`;
  }
  const { evidence } = ambiguous;
  if (ambiguous.places > 0 && evidence.length > 0) {
    const name = `\`${focus.node.name}\``;
    const places = counted(counts.get('ambiguous place') ?? 0, 'ambiguous place');
    const definitions = counted(counts.get('definition') ?? 0, 'definition');
    const verb = ambiguous.places === 1 ? 'names' : 'name';
    yield `* ${said(`${places} ${verb} ${name}, the name of ${definitions}`, evidence, '\n')}`;
  }
  yield '\n';
}

function* otherSentences({ others }: GraphMaterial): Generator<string> {
  const shown = others.filter(({ evidence }) => evidence !== undefined);
  if (shown.length === 0) return;
  yield '### Other definitions of that name\n\n';
  for (const other of shown)
    yield `* ${said(`${placedNameOf(other)} bears that name at line ${other.node.nameLine}`, [other.evidence], '\n')}`;
  yield '\n';
}

/** In full where the evidence bears that out, else as it stands there; a file by its path. */
function nameOf({ node }: ShownNode, cited: readonly (Evidence | undefined)[]): string {
  const names =
    node.kind === 'package' || node.symbol === undefined ? [node.path, node.name] : [node.symbol, node.name];
  const held = names.find((name) =>
    cited.some((span) => span !== undefined && isSayable(name) && isSaidOf(span, name)),
  );
  return held === undefined ? 'it' : `\`${held}\``;
}

/** With the path beside it. */
function placedNameOf(shown: ShownNode): string {
  const { node, evidence } = shown;
  const path = isSayable(node.path) ? `\`${node.path}\`` : 'a file';
  const name = node.symbol === undefined ? 'it' : nameOf(shown, [evidence]);
  return name === 'it' ? path : `${name} in ${path}`;
}

function isSaidOf(span: Evidence, name: string): boolean {
  return isNameOf(span, name) || textHolder(span.text).holdsCode(name);
}

/** Fit to be written between back-ticks, on one line, without being taken for a citation. */
function isSayable(text: string): boolean {
  return text.trim() !== '' && !/[`\n]|\[chunk:/.test(text);
}

/**
 * `: ` and the line as it stands, cut after a word where it is long; of a line that holds code marks itself the piece between them
 * that says most of it, nothing where none can be written as code.
 */
function quoted(evidence: Evidence, line: number, name: string): string {
  const text = (evidence.fileLines[line - 1] ?? '').trim();
  const pieces = text.split('`').map((piece) => piece.trim());
  const piece = pieces.find((one) => one.includes(name)) ?? longest(pieces);
  const shown = piece.length <= longestLine ? piece : piece.slice(0, longestLine).replace(/\s\S*$/, '');
  const isShown = /[\p{L}\p{N}]/u.test(shown) && !/\[chunk:/.test(shown) && shown.length <= longestLine;
  return isShown && textHolder(evidence.text).holdsCode(shown) ? `: \`${shown}\`` : '';
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

function linesOf(lines: readonly number[]): string {
  const [first] = lines;
  if (lines.length === 1) return `line ${first}`;
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}

function said(sentence: string, cited: readonly (Evidence | undefined)[], end = '\n\n'): string {
  const ids = new Set(cited.flatMap((one) => (one === undefined ? [] : [one.id])));
  return `${sentence} ${[...ids].map((id) => `[chunk:${id}]`).join('')}.${end}`;
}
